/** What labelled questions are asked of: sections with their index, as one caller sees them at one date. Pure. */
import { DEFAULT_WEIGHTS, type RankWeights } from "../documents/index-view.ts";
import { buildIndex, type SectionIndex } from "../documents/section-index.ts";
import { NO_SYNONYMS, type Synonyms } from "../documents/synonyms.ts";
import { blockText, noteLine } from "../pipeline/render/lines.ts";
import { openMarker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { SetSection } from "./retrieval-set.ts";

/** How a source chooses: so many sections at most, none of them under the floor; null for no floor. */
export interface RetrievalSettings {
  readonly k: number;
  readonly floor: number | null;
}

export interface RankedCorpus {
  /** In the order of the index. */
  readonly sections: readonly { readonly id: string; readonly doc: string }[];
  /** What a question can name, and where it stands: a section that was cut stands in several places. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly index: SectionIndex;
  readonly weights: RankWeights;
  readonly synonyms: Synonyms;
  /** Whose midnight begins a day. */
  readonly zone: string;
  readonly settings: RetrievalSettings;
  readonly at: (atMs: number) => CorpusAt;
}

export interface CorpusAt {
  /** By place: 1 for what can be chosen, being in force and open to the caller. */
  readonly counted: Uint8Array;
  /** What the section at a place costs in the prompt, with its line in the list of sections. */
  readonly tokensOf: (at: number) => number;
}

/** What a source has that says nothing. */
const USUAL_SETTINGS: RetrievalSettings = { k: 4, floor: null };

/** The sections of a set itself, with the weights of a source that says nothing. */
export function ownCorpus(sections: readonly SetSection[], counter: TokenCounter): RankedCorpus {
  const tokensOf = remembered(sections.length, (at) => {
    const { id, heading, text } = sections[at] as SetSection;
    const whole = heading === "" ? text : `${heading}\n${text}`;
    return (
      counter.count(blockText(whole, { kind: "section", label: id, trust: null, marker: openMarker })) +
      counter.count(noteLine(heading === "" ? id : `${id} ${heading}`))
    );
  });
  return {
    sections,
    places: new Map(sections.map(({ id }, at) => [id, [at]])),
    index: buildIndex(sections.map(({ heading, text, lang }) => ({ heading, text, language: lang }))),
    weights: DEFAULT_WEIGHTS,
    synonyms: NO_SYNONYMS,
    zone: "UTC",
    settings: USUAL_SETTINGS,
    at: (atMs) => ({
      counted: Uint8Array.from(sections, ({ fromMs, toMs }) =>
        (fromMs === null || fromMs <= atMs) && (toMs === null || atMs < toMs) ? 1 : 0,
      ),
      tokensOf,
    }),
  };
}

/** Counted when it is first asked for, and once. */
export function remembered(size: number, count: (at: number) => number): (at: number) => number {
  const known = new Float64Array(size).fill(-1);
  return (at) => {
    if (known[at] === -1) known[at] = count(at);
    return known[at] as number;
  };
}
