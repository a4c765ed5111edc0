/** What cannot both hold: values of one topic, of the same qualifier, meant for the same people. Pure. */
import { differ, type Value, valueKey } from "../../text/values/value.ts";

/** What somebody says, of what, and for whom. */
export interface Saying {
  /** See `sayingKey`. */
  readonly key: string;
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
export function sayingKey({ value, qualifier, meantFor }: Omit<Saying, "key">): string {
  const people = meantFor.size === 0 ? "" : JSON.stringify([...meantFor].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${valueKey(value)} ${JSON.stringify(qualifier)} ${people}`;
}

/** Comparisons still to be made; what is not compared by then contradicts nobody. */
export interface Effort {
  left: number;
}

/** A million takes a tenth of a second or two; a thousand values that nothing tells apart take half of it. */
export const usualEffort = (): Effort => ({ left: 1_000_000 });

interface Node<T> {
  readonly saying: Saying;
  readonly members: T[];
}

/** Groups held together by a relation; whoever it holds to nobody is in none. In the order of their first. */
export function groupsBy<T extends Saying>(all: readonly T[], relation: Relation, effort: Effort): readonly (readonly T[])[] {
  const nodes = nodesOf(all);
  if (nodes.length < 2) return [];
  const index = nodes.length < MOST_UNSORTED ? null : indexOf(nodes);
  const left = new Set(nodes);
  const groups: (readonly T[])[] = [];
  for (const first of nodes) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const node of group) {
      for (const other of index === null ? left : index.near(node)) {
        if (effort.left <= 0) break;
        if (!left.has(other)) continue;
        effort.left -= 1;
        if (!relation(node.saying, other.saying)) continue;
        group.push(other);
        left.delete(other);
        index?.remove(other);
      }
    }
    index?.remove(first);
    if (group.length > 1) groups.push(group.flatMap(({ members }) => members));
  }
  return groups;
}

/** Fewer are compared each with each. */
const MOST_UNSORTED = 50;

function nodesOf<T extends Saying>(all: readonly T[]): readonly Node<T>[] {
  const nodes = new Map<string, Node<T>>();
  for (const one of all) {
    const same = nodes.get(one.key);
    if (same === undefined) nodes.set(one.key, { saying: one, members: [one] });
    else same.members.push(one);
  }
  return [...nodes.values()];
}

interface Index<T> {
  /** Everything that may be meant for the same people. */
  near(node: Node<T>): Iterable<Node<T>>;
  remove(node: Node<T>): void;
}

type Scalar = string | number | boolean;

/** By the values of the one attribute that tells the most of them apart; null where none does. */
function indexOf<T>(nodes: readonly Node<T>[]): Index<T> | null {
  const names = new Set(nodes.flatMap(({ saying }) => [...saying.meantFor.keys()]));
  let best: { readonly cost: number; readonly byValue: Map<Scalar, Set<Node<T>>>; readonly name: string } | null = null;
  for (const name of names) {
    const byValue = new Map<Scalar, Set<Node<T>>>();
    let open = nodes.length;
    for (const node of nodes) {
      const values = node.saying.meantFor.get(name);
      if (values !== undefined) open -= 1;
      for (const value of values ?? []) byValue.set(value, (byValue.get(value) ?? new Set<Node<T>>()).add(node));
    }
    const cost = [...byValue.values()].reduce((sum, { size }) => sum + size * size, open * nodes.length);
    if (cost < (best?.cost ?? nodes.length * nodes.length)) best = { cost, byValue, name };
  }
  return best === null ? null : indexBy(best.name, best.byValue, nodes);
}

function indexBy<T>(name: string, byValue: ReadonlyMap<Scalar, Set<Node<T>>>, nodes: readonly Node<T>[]): Index<T> {
  const all = new Set(nodes);
  const open = new Set(nodes.filter(({ saying }) => !saying.meantFor.has(name)));
  return {
    *near({ saying }) {
      const values = saying.meantFor.get(name);
      if (values === undefined) return yield* all;
      for (const value of values) yield* byValue.get(value) ?? [];
      yield* open;
    },
    remove(node) {
      all.delete(node);
      open.delete(node);
      for (const value of node.saying.meantFor.get(name) ?? []) byValue.get(value)?.delete(node);
    },
  };
}
