/**
 * Texts that share most of their shingles and of which one says all that the other says: it has whole sentences that the other has not, or
 * slight edits within one. Pure but for the memo of texts; decision 26.
 *
 * Two texts of similarity t or more share one of their first `n - ceil(t * n) + 1` shingles in any one order of all shingles (prefix
 * filtering: Chaudhuri, Ganti, Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", ICDE 2006). By hash needs no
 * sorting and lets most texts go; only those left are cut into sentences, and each asks by its rarest sentence who else has that.
 * Shingles are salted with the numbers and signs of their text: texts with other ones never meet.
 */
import { sortedSet } from "../../text/compare/shingles.ts";
import { saysAll, type WholeSentences, wholeSentencesOf } from "../../text/compare/whole-sentences.ts";
import type { NearDuplicate } from "../candidate.ts";
import { byRank, type Compared, type Group } from "./compared.ts";
import { createHashCounts, type HashCounts } from "./hash-counts.ts";
import { createHashOwners } from "./hash-owners.ts";

export interface FoundNear extends NearDuplicate {
  readonly id: string;
}

export interface NearTexts {
  /** All their sentences stand in a better-ranked one that stays: the best of those. */
  readonly near: readonly FoundNear[];
  /** Of those that stay, all whose sentences stand in less well ranked ones that stay, with the ids of these by rank. */
  readonly fuller: ReadonlyMap<string, readonly string[]>;
}

/** Items with a sentence that are compared with one item, the best-ranked; more are missed. */
const MOST_COMPARED = 64;

interface Read {
  readonly item: Compared;
  readonly shingles: Uint32Array;
  readonly claims: number;
  readonly sentences: WholeSentences;
  readonly distinct: Uint32Array;
}

/** Without groups that hold a fixed item. `threshold`: the least similarity, 0 to 1. */
export function findNearDuplicates(groups: readonly Group[], threshold: number): NearTexts {
  const free = groups.filter(({ fixed, stays, print }) => fixed.length === 0 && stays !== null && print.weight > 0);
  const ranked = thoseSharing(thoseMeeting(thoseClaimingAlike(free), threshold), threshold)
    .map(readGroup)
    .sort((a, b) => byRank(a.item, b.item));
  const asking = sentencesAsked(ranked);
  const holders = holdersOf(ranked, new Set(asking.values()));
  const near = new Map<string, FoundNear>();
  const fuller = new Map<string, readonly string[]>();
  for (const [one, sentence] of asking) {
    const standing = (holders.get(sentence) ?? []).filter((other) => other !== one && !near.has(other.item.id));
    const pairs = pairsOf(one, standing, threshold);
    const [first] = pairs;
    if (first === undefined) continue;
    const { id } = one.item;
    if (byRank(first.other, one.item) < 0) near.set(id, { id, of: first.other.id, similarity: first.similarity });
    else
      fuller.set(
        id,
        pairs.map(({ other }) => other.id),
      );
  }
  return { near: [...near.values()], fuller: withoutLosers(fuller, near) };
}

/** Shingles that a text of so many must share with another of that similarity: at least one. The margin keeps 0.9 * 10 at 9. */
const leastShared = (shingles: number, threshold: number): number => Math.max(1, Math.ceil(threshold * shingles - 1e-9));

const prefixLength = (shingles: number, threshold: number): number => shingles - leastShared(shingles, threshold) + 1;

/** Those whose claims another has as well, and now and then one more. */
function thoseClaimingAlike(groups: readonly Group[]): readonly Group[] {
  const counts = createHashCounts(groups.length);
  for (const { print } of groups) counts.add(print.claims);
  return groups.filter(({ print }) => counts.of(print.claims) > 1);
}

/** Those with a shingle, of the first by hash, that another of the same claims has as well. */
function thoseMeeting(groups: readonly Group[], threshold: number): readonly Group[] {
  const lengths = groups.map(({ print }) => prefixLength(print.shingles.length, threshold));
  const owners = createHashOwners(lengths.reduce((sum, length) => sum + length, 0));
  const meets = new Uint8Array(groups.length);
  for (let index = 0; index < groups.length; index += 1) {
    const { shingles, claims } = (groups[index] as Group).print;
    const length = lengths[index] as number;
    for (let at = 0; at < length; at += 1) {
      const owner = owners.claim((shingles[at] as number) ^ claims, index);
      if (owner === index) continue;
      meets[owner] = 1;
      meets[index] = 1;
    }
  }
  return groups.filter((_, index) => meets[index] === 1);
}

/** Those most of whose shingles others have as well. */
function thoseSharing(groups: readonly Group[], threshold: number): readonly Group[] {
  const counts = createHashCounts(groups.reduce((sum, { print }) => sum + print.shingles.length, 0));
  for (const { print } of groups) counts.addAll(print.shingles, print.claims);
  return groups.filter(({ print: { shingles, claims } }) => {
    let shared = 0;
    for (let at = 0; at < shingles.length; at += 1) if (counts.of((shingles[at] as number) ^ claims) > 1) shared += 1;
    return shared >= leastShared(shingles.length, threshold);
  });
}

function readGroup({ stays, print: { shingles, claims } }: Group): Read {
  const item = stays as Compared;
  const sentences = wholeSentencesOf(item.known);
  return { item, shingles, claims, sentences, distinct: sortedSet(sentences.hashes) };
}

/** By rank, those all of whose sentences others have as well, each with its rarest: it stands in no text without that. */
function sentencesAsked(ranked: readonly Read[]): ReadonlyMap<Read, number> {
  const counts = createHashCounts(ranked.reduce((sum, { distinct }) => sum + distinct.length, 0));
  for (const { distinct } of ranked) counts.addAll(distinct, 0);
  const asking = new Map<Read, number>();
  for (const one of ranked) {
    const rarest = one.item.pinned ? null : rarestOf(one.distinct, counts);
    if (rarest !== null) asking.set(one, rarest);
  }
  return asking;
}

/** Null where one of them occurs once. */
function rarestOf(sentences: Uint32Array, counts: HashCounts): number | null {
  let rarest = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const sentence of sentences) {
    const count = counts.of(sentence);
    if (count < 2) return null;
    if (count >= fewest) continue;
    rarest = sentence;
    fewest = count;
  }
  return rarest;
}

/** By rank, those with each of the sentences that are asked for. */
function holdersOf(ranked: readonly Read[], asked: ReadonlySet<number>): ReadonlyMap<number, readonly Read[]> {
  const holders = new Map<number, Read[]>();
  if (asked.size === 0) return holders;
  for (const one of ranked) {
    for (const sentence of one.distinct) {
      if (!asked.has(sentence)) continue;
      const others = holders.get(sentence);
      if (others === undefined) holders.set(sentence, [one]);
      else if (others.length < MOST_COMPARED) others.push(one);
    }
  }
  return holders;
}

interface Pair {
  readonly other: Compared;
  readonly similarity: number;
}

/** Those of the others, by rank, that are similar enough and say all that `one` says; only the first where that ranks better. */
function pairsOf(one: Read, others: readonly Read[], threshold: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { item, claims, sentences, shingles } of others) {
    if (claims !== one.claims || !saysAll(sentences, one.sentences)) continue;
    const shared = countShared(one.shingles, shingles);
    const similarity = shared / (one.shingles.length + shingles.length - shared);
    if (similarity < threshold || shared === 0) continue;
    pairs.push({ other: item, similarity });
    if (byRank(item, one.item) < 0) return pairs;
  }
  return pairs;
}

function withoutLosers(
  fuller: ReadonlyMap<string, readonly string[]>,
  near: ReadonlyMap<string, FoundNear>,
): ReadonlyMap<string, readonly string[]> {
  const standing = [...fuller].map(([id, ids]) => [id, ids.filter((other) => !near.has(other))] as const);
  return new Map(standing.filter(([, ids]) => ids.length > 0));
}

/** How many hashes two sorted sets share. */
function countShared(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const left = a[at] as number;
    const right = b[other] as number;
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) other += 1;
  }
  return shared;
}
