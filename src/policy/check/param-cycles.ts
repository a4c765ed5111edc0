/** Finds sources that wait for each other's answers. Pure. */

export interface ParamCycle {
  /** The first member in the order of the file, and its parameter that waits for the next one. */
  readonly source: string;
  readonly param: string;
  /** From that source back to itself. */
  readonly members: readonly string[];
}

type Sources = Readonly<Record<string, { readonly params: Readonly<Record<string, { readonly from: string }>> }>>;

/** Each cycle once. Depth-first: every source is finished once. */
export function paramCycles(sources: Sources): readonly ParamCycle[] {
  const cycles: ParamCycle[] = [];
  const finished = new Set<string>();
  const order = Object.keys(sources);
  const visit = (source: string, trail: readonly string[]): void => {
    const start = trail.indexOf(source);
    if (start !== -1) {
      cycles.push(cycleOf(trail.slice(start), sources, order));
      return;
    }
    if (finished.has(source) || !Object.hasOwn(sources, source)) return;
    for (const { from } of Object.values(sources[source]?.params ?? {})) visit(from, [...trail, source]);
    finished.add(source);
  };
  for (const source of order) visit(source, []);
  return cycles;
}

function cycleOf(loop: readonly string[], sources: Sources, order: readonly string[]): ParamCycle {
  const first = [...loop].sort((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? "";
  const turn = loop.indexOf(first);
  const members = [...loop.slice(turn), ...loop.slice(0, turn), first];
  const params = Object.entries(sources[first]?.params ?? {});
  const param = params.find(([, { from }]) => from === members[1])?.[0] ?? "";
  return { source: first, param, members };
}
