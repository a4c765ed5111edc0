/** What cannot both hold: values of one topic, of the same qualifier, meant for the same people. Pure. */
import { differ, type Value, valueKey } from "../text/values/value.ts";

/** What somebody says, of what, and for whom. */
export interface Saying {
  readonly value: Value;
  /** What the value is of; null for no one of the topic's qualifiers. */
  readonly qualifier: string | null;
  /** Attributes, or plan, and the values it is meant for; empty for everybody. */
  readonly meantFor: ReadonlyMap<string, readonly (string | number | boolean)[]>;
}

export type Relation = (a: Saying, b: Saying) => boolean;

/** What is said of different people, such as the prices of two plans, stands side by side. */
export const contradict: Relation = (a, b) =>
  a.qualifier === b.qualifier && differ(a.value, b.value) && !areApart(a.meantFor, b.meantFor);

/** Nobody knows whether a value that is of no one in particular is a general one, or of the same as the other. */
export const mayContradict: Relation = (a, b) =>
  (a.qualifier === null) !== (b.qualifier === null) && differ(a.value, b.value) && !areApart(a.meantFor, b.meantFor);

function areApart(a: Saying["meantFor"], b: Saying["meantFor"]): boolean {
  for (const [name, values] of a) {
    const others = b.get(name);
    if (others !== undefined && !others.some((value) => values.includes(value))) return true;
  }
  return false;
}

/** Equal for those that say the same of the same to the same people. */
export function sayingKey({ value, qualifier, meantFor }: Saying): string {
  const people = meantFor.size === 0 ? "" : JSON.stringify([...meantFor].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${valueKey(value)} ${JSON.stringify(qualifier)} ${people}`;
}

/** Groups held together by a relation; whoever it holds to nobody is in none. Linear where most of a group differ from its first. */
export function groupsBy<T extends Saying>(all: readonly T[], relation: Relation): readonly (readonly T[])[] {
  const sayings = new Map<string, { readonly saying: Saying; readonly members: T[] }>();
  for (const one of all) {
    const key = sayingKey(one);
    const same = sayings.get(key);
    if (same === undefined) sayings.set(key, { saying: one, members: [one] });
    else same.members.push(one);
  }
  let left = [...sayings.values()];
  const groups: (readonly T[])[] = [];
  while (left.length > 1) {
    const [first, ...others] = left as [(typeof left)[number], ...typeof left];
    const group = [first];
    left = others;
    for (const { saying } of group) {
      const staying: typeof left = [];
      for (const one of left) (relation(saying, one.saying) ? group : staying).push(one);
      left = staying;
    }
    if (group.length > 1) groups.push(group.flatMap(({ members }) => members));
  }
  return groups;
}
