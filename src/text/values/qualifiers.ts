/**
 * What the values of a topic are of: which plan, which region. Pure; linear in the number of words.
 *
 * It is what the value's own sentence names. Where that names several, they have to take turns with the values, "Basic $9.99, Plus
 * $19.99", or nobody knows which is meant and the values there count as not stated. Where it names none, it is the only one that
 * the whole text names; of several, nobody knows; where the text names none at all, the value is of no one in particular.
 */
import type { Sentenced } from "./nearest-mark.ts";
import { type Found, longestOnly, type Reading } from "./reading.ts";
import type { StatedValue } from "./stated-value.ts";

export interface Qualified {
  readonly value: StatedValue;
  readonly qualifier: string | null;
}

/** Without the values of which nobody knows what they are of. */
export function qualified(topic: number, values: readonly StatedValue[], { reading, of }: Sentenced): readonly Qualified[] {
  if (reading.topics.all[topic]?.qualifiers.length === 0) return values.map((value) => ({ value, qualifier: null }));
  const mentions = mentionsOf(topic, reading);
  const names = new Set(mentions.map(nameOf));
  const bySentence = groupedBy(values, ({ first }) => of[first] ?? 0);
  const named = groupedBy(mentions, ({ first }) => of[first] ?? 0);
  return [...bySentence].flatMap(([sentence, own]) => {
    const beside = named.get(sentence) ?? [];
    if (beside.length > 0) return inTurns(own, beside);
    if (names.size > 1) return [];
    const [qualifier = null] = names;
    return own.map((value) => ({ value, qualifier }));
  });
}

/** The one that a text names; null for none, or several. */
export function qualifierNamed(topic: number, reading: Reading): string | null {
  const names = new Set(mentionsOf(topic, reading).map(nameOf));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

const mentionsOf = (topic: number, { found }: Reading): readonly Found[] =>
  longestOnly(found.filter(({ sequence: { payload } }) => payload.kind === "qualifier" && payload.topic === topic));

const nameOf = ({ sequence: { payload } }: Found): string => (payload.kind === "qualifier" ? payload.name : "");

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const others = groups.get(keyOf(one));
    if (others === undefined) groups.set(keyOf(one), [one]);
    else others.push(one);
  }
  return groups;
}

/** Of one sentence: each value with the qualifier before it, or behind it where the sentence begins with a value. */
function inTurns(values: readonly StatedValue[], mentions: readonly Found[]): readonly Qualified[] {
  const [only = "", ...others] = new Set(mentions.map(nameOf));
  if (others.length === 0) return values.map((value) => ({ value, qualifier: only }));
  const steps = [
    ...values.map((value) => ({ at: value.first, value, name: null })),
    ...mentions.map((one) => ({ at: one.first, value: null, name: nameOf(one) })),
  ].sort((a, b) => a.at - b.at);
  const leads = steps[0]?.value === null;
  if (leads === (steps.at(-1)?.value === null)) return [];
  if (steps.some(({ name }, at) => name !== null && steps[at + 1]?.value === null && steps[at + 1]?.name !== name)) return [];
  let current = "";
  const result: Qualified[] = [];
  for (const { value, name } of leads ? steps : steps.reverse()) {
    if (name !== null) current = name;
    else result.push({ value: value as StatedValue, qualifier: current });
  }
  return leads ? result : result.reverse();
}
