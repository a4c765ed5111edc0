/** One cycle of a directed graph, found without recursion. Pure; linear in nodes and edges. */

/**
 * The nodes along one cycle, each pointing at the next and the last at the first; null where there is none.
 * `targets[node]` are the nodes that a node points at. The same graph gives the same cycle.
 */
export function findCycle(targets: readonly (readonly number[])[]): readonly number[] | null {
  const incoming = targets.map((): number[] => []);
  for (const [node, ofNode] of targets.entries()) for (const target of ofNode) (incoming[target] as number[]).push(node);
  const left = withoutBeginnings(targets, incoming);
  const first = left.indexOf(true);
  if (first === -1) return null;
  // Whatever is left has something left that points at it: walking back must come to a node again.
  const place = new Map<number, number>();
  const walked: number[] = [];
  for (let node = first; !place.has(node); ) {
    place.set(node, walked.length);
    walked.push(node);
    const before = (incoming[node] as number[]).find((source) => left[source] === true);
    if (before === undefined) throw new Error("a node that nothing points at was left");
    if (place.has(before)) return walked.slice(place.get(before)).reverse();
    node = before;
  }
  return null;
}

/** Takes away nodes that nothing points at, again and again; true for those that stay. */
function withoutBeginnings(targets: readonly (readonly number[])[], incoming: readonly (readonly number[])[]): boolean[] {
  const left = targets.map(() => true);
  const pointedAt = incoming.map((sources) => sources.length);
  const free = [...targets.keys()].filter((node) => pointedAt[node] === 0);
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    left[node] = false;
    for (const target of targets[node] as readonly number[]) {
      pointedAt[target] = (pointedAt[target] as number) - 1;
      if (pointedAt[target] === 0) free.push(target);
    }
  }
  return left;
}
