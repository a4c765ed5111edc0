/**
 * Texts that share most of their shingles and differ in no number, sign or denial. Pure.
 *
 * Two texts of similarity t or more share one of their first `n - ceil(t * n) + 1` shingles in any one order of all shingles (prefix
 * filtering: Chaudhuri, Ganti, Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", ICDE 2006). First by hash, which
 * needs no sorting and lets most texts go; then, among those left, the rarest first, so that shared introductions find nobody.
 * Shingles are salted with the words that must not differ: texts with other numbers or denials never meet.
 */
import { hashMarked } from "../text/claims.ts";
import type { Fingerprint } from "../text/fingerprint.ts";
import { holdWords } from "../text/held-words.ts";
import { differsInFreeWords } from "../text/word-edits.ts";
import { byRank, type Compared, type Group } from "./compared.ts";
import { createHashCounts, type HashCounts } from "./hash-counts.ts";
import { createHashOwners } from "./hash-owners.ts";

export interface NearDuplicate {
  readonly id: string;
  readonly of: string;
  /** Jaccard similarity of the shingles. */
  readonly similarity: number;
}

export interface NearOptions {
  /** 0 to 1. */
  readonly threshold: number;
  readonly negators: ReadonlySet<string>;
}

/** Items that stay are kept under a shingle, and compared with one item, at most so many, the best-ranked; more are missed. */
const MOST_COMPARED = 64;
/** Edits that repeated words may need besides those that the shingles show. */
const SPARE_EDITS = 8;

interface Held {
  readonly item: Compared;
  readonly print: Fingerprint;
  readonly held: Uint8Array;
  /** Of the held words in order. */
  readonly salt: number;
}

/** The items that are near duplicates of a better-ranked one that stays, the best of those. Without groups that hold a fixed item. */
export function findNearDuplicates(groups: readonly Group[], { threshold, negators }: NearOptions): readonly NearDuplicate[] {
  const free = groups.filter(({ fixed, stays, print }) => fixed.length === 0 && stays !== null && print.weight > 0);
  const meeting = thoseMeeting(free, threshold).map((group) => holdGroup(group, negators));
  const counts = createHashCounts(meeting.reduce((sum, { print }) => sum + print.shingles.length, 0));
  for (const { print, salt } of meeting) counts.addAll(print.shingles, salt);
  const ranked = meeting.filter((one) => sharesEnough(one, counts, threshold)).sort((a, b) => byRank(a.item, b.item));
  const stayers = new Map<number, Held[]>();
  const found: NearDuplicate[] = [];
  for (const one of ranked) {
    const prefix = rarestFirst(one, counts, prefixLength(one.print.shingles.length, threshold));
    const near = bestNear(one, candidates(prefix, stayers), threshold);
    if (near === null) keep(one, prefix, stayers);
    else found.push(near);
  }
  return found;
}

/** Shingles that a text of so many must share with another of that similarity: at least one. The margin keeps 0.9 * 10 at 9. */
const leastShared = (shingles: number, threshold: number): number => Math.max(1, Math.ceil(threshold * shingles - 1e-9));

const prefixLength = (shingles: number, threshold: number): number => shingles - leastShared(shingles, threshold) + 1;

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

function holdGroup({ stays, print }: Group, negators: ReadonlySet<string>): Held {
  const held = holdWords(print, negators);
  return { item: stays as Compared, print, held, salt: hashMarked(print.words, held) };
}

function sharesEnough({ print, salt }: Held, counts: HashCounts, threshold: number): boolean {
  const { shingles } = print;
  let shared = 0;
  for (let at = 0; at < shingles.length; at += 1) if (counts.of((shingles[at] as number) ^ salt) > 1) shared += 1;
  return shared >= leastShared(shingles.length, threshold);
}

const HASHES = 2 ** 32;

/** The first of the salted shingles in one order of all shingles: by count, then by hash. */
function rarestFirst({ print: { shingles }, salt }: Held, counts: HashCounts, length: number): Int32Array {
  const keys = new Float64Array(shingles.length);
  for (let at = 0; at < keys.length; at += 1) {
    const salted = ((shingles[at] as number) ^ salt) >>> 0;
    keys[at] = counts.of(salted) * HASHES + salted;
  }
  return Int32Array.from(smallest(keys, length), (key) => key % HASHES);
}

/** So few are put in their places one by one; for more, all are sorted. */
const MOST_PLACED = 32;

/** The smallest keys, in their order. */
function smallest(keys: Float64Array, count: number): Float64Array {
  if (count > MOST_PLACED) return keys.sort().subarray(0, count);
  const first = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    let place = count;
    for (; place > 0 && (first[place - 1] as number) > key; place -= 1) {
      if (place < count) first[place] = first[place - 1] as number;
    }
    if (place < count) first[place] = key;
  }
  return first;
}

/** Those kept under the shingles, best-ranked first, each once; the rarest shingles are asked first. */
function candidates(prefix: Int32Array, stayers: ReadonlyMap<number, readonly Held[]>): readonly Held[] {
  const found = new Set<Held>();
  for (let at = 0; at < prefix.length; at += 1) {
    const same = stayers.get(prefix[at] as number);
    if (same !== undefined) for (const one of same) found.add(one);
    if (found.size >= MOST_COMPARED) break;
  }
  const ranked = found.size > 1 ? [...found].sort((a, b) => byRank(a.item, b.item)) : [...found];
  return ranked.slice(0, MOST_COMPARED);
}

function keep(one: Held, prefix: Int32Array, stayers: Map<number, Held[]>): void {
  for (const shingle of prefix) {
    const same = stayers.get(shingle);
    if (same === undefined) stayers.set(shingle, [one]);
    else if (same.length < MOST_COMPARED) same.push(one);
  }
}

function bestNear(one: Held, others: readonly Held[], threshold: number): NearDuplicate | null {
  if (one.item.pinned) return null;
  const size = one.print.shingles.length;
  for (const other of others) {
    const otherSize = other.print.shingles.length;
    if (other.salt !== one.salt || Math.min(size, otherSize) < threshold * Math.max(size, otherSize) - 1e-9) continue;
    const shared = countShared(one.print.shingles, other.print.shingles);
    const similarity = shared / (size + otherSize - shared);
    if (similarity < threshold || shared === 0) continue;
    const edits = size + otherSize - 2 * shared + SPARE_EDITS;
    if (differsInFreeWords(rowOf(other), rowOf(one), edits)) return { id: one.item.id, of: other.item.id, similarity };
  }
  return null;
}

const rowOf = ({ print, held }: Held) => ({ words: print.words, held });

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
