/** What a near miss wants, by name: to give it, and see whether it keeps its promise. */
import type { FloorName, Miss, Want, Why } from "../../src/pipeline/near-miss/near-miss.ts";

type Tried = Extract<Why, { readonly wants: readonly Want[] }>;

interface Wanted {
  /** Null where nothing was tried. */
  readonly fate: Tried["fate"] | null;
  readonly topK: number | null;
  readonly borrow: boolean;
  readonly asOf: string | null;
  readonly signals: Readonly<Partial<Record<FloorName, number>>>;
  readonly floor: number | null;
  readonly k: number | null;
}

export function wantsOf(miss: Pick<Miss, "why"> | undefined): Wanted {
  const tried = miss !== undefined && "wants" in miss.why ? miss.why : null;
  const wants = tried?.wants ?? [];
  const one = <Name extends Want["what"]>(name: Name) =>
    wants.find((want): want is Extract<Want, { readonly what: Name }> => want.what === name) ?? null;
  return {
    fate: tried?.fate ?? null,
    topK: one("top_k")?.k ?? null,
    borrow: one("borrow") !== null,
    asOf: one("as_of")?.at ?? null,
    signals: Object.fromEntries(wants.flatMap((want) => (want.what === "signal" ? [[want.name, want.least]] : []))),
    floor: one("floor")?.most ?? null,
    k: one("k")?.k ?? null,
  };
}
