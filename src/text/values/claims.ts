/**
 * What a text claims about topics. Pure but for a bounded memo; linear in the length of the text.
 *
 * A value belongs to a topic when a word of the topic stands in the same sentence, at most 20 words (40 characters of a script
 * without spaces) away; where words of several topics do that have values of this kind, to the nearest, and of two as near to the
 * one before it. A list without words needs none: its values tell of it by themselves. A text that states two values of a topic
 * that differ and are of the same, such as a table of old and new prices, claims nothing about it, and a value that it denies, asks
 * about or tells of the past is none that it states (stated.ts).
 */
import { createGenerations, type Generations, ownText } from "../generations.ts";
import type { Word } from "../words/words.ts";
import { nearestMark, type Sentenced } from "./nearest-mark.ts";
import { qualified, qualifierNamed } from "./qualifiers.ts";
import { readValues } from "./read-values.ts";
import { type Found, longestOnly, type Reading, readingOf, wholeReading } from "./reading.ts";
import { type Judgement, judgeOf, type Named } from "./stated.ts";
import type { StatedValue } from "./stated-value.ts";
import type { Topic, Topics } from "./topics.ts";
import { differ, type Value } from "./value.ts";
import { sentenceNumbersOf } from "./word-sentences.ts";

export interface Claim {
  /** The topic's place in topics.yaml. */
  readonly topic: number;
  /** What the value is of; null where the text names none of the topic's qualifiers. */
  readonly qualifier: string | null;
  readonly value: Value;
  /** As written in the text. */
  readonly text: string;
}

/** 8 MB at most for each of the three, for each policy. */
const MOST_UNITS = 4_000_000;
/** What an entry weighs besides its text. */
const ENTRY_UNITS = 100;

// By policy: the same documents come with question after question.
const readBefore = memoOf<readonly Claim[]>();
const statedBefore = memoOf<readonly Claim[]>();
const namedBefore = memoOf<{ readonly qualifier: string | null }>();

/** A bounded memory by policy and text. */
function memoOf<T extends object>(): (topics: Topics, key: string, compute: () => T) => T {
  const known = new WeakMap<Topics, Generations<T>>();
  return (topics, key, compute) => {
    const memo = known.get(topics) ?? createGenerations<T>(MOST_UNITS);
    known.set(topics, memo);
    const before = memo.get(key);
    if (before !== undefined) return before;
    const value = compute();
    memo.set(ownText(key), value, key.length + ENTRY_UNITS);
    return value;
  };
}

/** At most one claim for each topic and qualifier, in the order of topics.yaml. */
export function claimsIn(text: string, topics: Topics): readonly Claim[] {
  return topics.all.length === 0 ? [] : readBefore(topics, text, () => readClaims(text, topics));
}

/** The same without the memo. */
export function readClaims(text: string, topics: Topics): readonly Claim[] {
  const reading = readingOf(text, topics);
  if (reading === null) return [];
  const { marks, listed } = byTopic(reading);
  const { of, values: found } = withoutBreaksInValues(reading);
  const sentenced = { reading, of };
  const assigned = new Map<number, StatedValue[]>();
  const assign = (value: StatedValue, candidates: readonly number[]): void => {
    const topic = nearest(value, candidates, { marks, sentenced });
    if (topic === null) return;
    const others = assigned.get(topic);
    if (others === undefined) assigned.set(topic, [value]);
    else others.push(value);
  };
  const present = [...marks.keys()];
  for (const value of found) {
    assign(
      value,
      present.filter((topic) => topics.all[topic]?.value === value.value.kind),
    );
  }
  for (const { value, candidates } of listed) assign(value, candidates);
  const judged = { ...sentenced, marks, judge: judgeOf(sentenced) };
  return [...assigned].sort(([a], [b]) => a - b).flatMap(([topic, values]) => claimsOf(topic, values, judged));
}

/** What a text that is a topic's value says: "14 days", "metric", "Basic 9.99 €, Plus 19.99 €". Empty where it is none, or several of the same. */
export const statedClaims = (text: string, topic: number, topics: Topics): readonly Claim[] =>
  statedBefore(topics, `${topic} ${text}`, () => readStated(text, topic, topics));

function readStated(text: string, topic: number, topics: Topics): readonly Claim[] {
  const reading = wholeReading(text, topics);
  const { value: kind } = topics.all[topic] as Topic;
  const values =
    typeof kind === "string"
      ? readValues(reading).filter(({ value }) => value.kind === kind)
      : byTopic(reading).listed.flatMap(({ value, candidates }) => (candidates.includes(topic) ? [value] : []));
  if (values.length === 0) return [];
  const sentenced = { reading, of: withoutBreaksInValues(reading).of };
  return claimsOf(topic, values, { ...sentenced, marks: NO_MARKS, judge: judgeOf(sentenced) });
}

/** The one qualifier of a topic that a text such as a label names; null for none, or several. */
export function qualifierOf(text: string, topic: number, topics: Topics): string | null {
  if (topics.all[topic]?.qualifiers.length === 0) return null;
  return namedBefore(topics, `${topic} ${text}`, () => ({ qualifier: qualifierNamed(topic, wholeReading(text, topics)) }))
    .qualifier;
}

const NO_MARKS: Mentions["marks"] = new Map();

interface Judged extends Sentenced {
  readonly marks: Mentions["marks"];
  readonly judge: (named: Named) => Judgement;
}

/** One for each qualifier, of which all values that are stated agree and none is a bound. */
function claimsOf(topic: number, values: readonly StatedValue[], judged: Judged): readonly Claim[] {
  const { reading, marks, judge } = judged;
  const isWish = reading.topics.all[topic]?.resolve === "request_over_profile";
  const groups = new Map<string | null, { value: StatedValue; standing: Judgement }[]>();
  for (const { value, qualifier } of qualified(topic, values, judged)) {
    const standing = value.unsure
      ? "bounded"
      : judge({ value, mark: nearestMark(value, marks.get(topic) ?? [], judged)?.mark ?? null, isWish });
    if (standing === "not_stated") continue;
    const others = groups.get(qualifier);
    if (others === undefined) groups.set(qualifier, [{ value, standing }]);
    else others.push({ value, standing });
  }
  return [...groups].flatMap(([qualifier, group]) => {
    const [{ value: first } = NOBODY] = group;
    if (first === null || group.some(({ value, standing }) => standing === "bounded" || differ(first.value, value.value)))
      return [];
    return [{ topic, qualifier, value: first.value, text: reading.text.slice(first.start, first.end) }];
  });
}

const NOBODY = { value: null };

interface ListedMention {
  readonly value: StatedValue;
  readonly candidates: readonly number[];
}

interface Mentions {
  /** Words of each topic, in the order of the text. */
  readonly marks: ReadonlyMap<number, readonly Found[]>;
  readonly listed: readonly ListedMention[];
}

function byTopic({ found, words }: Reading): Mentions {
  const marks = new Map<number, Found[]>();
  const values = new Map<number, Found[]>();
  for (const one of found) {
    const { payload } = one.sequence;
    if (payload.kind !== "topic" && payload.kind !== "listed") continue;
    const map = payload.kind === "topic" ? marks : values;
    const others = map.get(payload.topic);
    if (others === undefined) map.set(payload.topic, [one]);
    else others.push(one);
  }
  const listed = [...values].flatMap(([topic, all]) => longestOnly(all).map((one) => mentionOf(one, topic, words)));
  return { marks, listed: sharedMentions(listed) };
}

function mentionOf({ sequence, first, last }: Found, topic: number, words: readonly Word[]): ListedMention {
  const name = sequence.payload.kind === "listed" ? sequence.payload.name : "";
  const [start, end] = [(words[first] as Word).start, (words[last] as Word).end];
  return { value: { value: { kind: "listed", name }, first, last, start, end, unsure: false }, candidates: [topic] };
}

/** A value that the lists of several topics hold belongs to the nearest of them. */
function sharedMentions(mentions: readonly ListedMention[]): readonly ListedMention[] {
  const merged = new Map<string, { value: StatedValue; candidates: number[] }>();
  for (const { value, candidates } of mentions) {
    const id = `${value.first} ${value.last} ${value.value.kind === "listed" ? value.value.name : ""}`;
    const before = merged.get(id);
    if (before === undefined) merged.set(id, { value, candidates: [...candidates] });
    else before.candidates.push(...candidates);
  }
  return [...merged.values()];
}

interface Sentences {
  readonly of: Int32Array;
  readonly values: readonly StatedValue[];
}

/** A value is never cut: in "3. März 2026" no sentence ends. */
function withoutBreaksInValues(reading: Reading): Sentences {
  const values = readValues(reading);
  const of = sentenceNumbersOf(reading.text, reading.words);
  const breaks = new Int32Array(of.length);
  for (let at = 1; at < of.length; at += 1) breaks[at] = Number(of[at] !== of[at - 1]);
  for (const { first, last } of values) breaks.fill(0, first + 1, last + 1);
  for (let at = 1; at < of.length; at += 1) of[at] = (of[at - 1] as number) + (breaks[at] as number);
  return { of, values };
}

interface Place {
  readonly marks: Mentions["marks"];
  readonly sentenced: Sentenced;
}

function nearest(value: StatedValue, candidates: readonly number[], { marks, sentenced }: Place): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const topic of candidates) {
    if (sentenced.reading.topics.all[topic]?.words.length === 0) return topic;
    const { distance } = nearestMark(value, marks.get(topic) ?? [], sentenced) ?? NOWHERE;
    if (distance < least) {
      best = topic;
      least = distance;
    }
  }
  return best;
}

const NOWHERE = { distance: Number.POSITIVE_INFINITY };
