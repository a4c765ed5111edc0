/** Which items an answer cites, which it names though they were not sent, and what it cites that is nothing. Pure. */
import { type Bracketed, bracketsIn } from "../text/brackets.ts";
import type { Citable } from "./citable.ts";
import { namedSections } from "./named-sections.ts";
import { nativeCitations, type PlacedItem } from "./native-citations.ts";
import type { ProviderBlock } from "./posted.ts";
import { couldName, readBracket } from "./read-bracket.ts";
import type { AnswerRecord, CitableItem, CitedHow, CitedItem, Coverage, UnsentItem } from "./records.ts";

export interface Citations extends Pick<AnswerRecord, "cited" | "uncited" | "unsent" | "unknown" | "marks" | "coverage"> {
  /** The text without its citations: what counts as words. */
  readonly prose: string;
}

export interface CitingAnswer {
  readonly text: string;
  readonly content: readonly ProviderBlock[];
  readonly included: readonly PlacedItem[];
}

/** More brackets than an answer of any use has. */
const MOST_BRACKETS = 2_000;
const MOST_SHOWN = 100;

export function citationsOf({ text, content, included }: CitingAnswer, citable: Citable): Citations {
  const brackets = bracketsIn(text).slice(0, MOST_BRACKETS);
  const tally = tallyOf(brackets, citable);
  const prose = without(text, tally.spans);
  for (const item of namedSections(without(text, brackets), citable)) tally.cite(item, "named");
  const native = nativeCitations(content, citable, included);
  for (const item of native.items) tally.cite(item, "native");
  const cited = citable.items.flatMap((item): readonly CitedItem[] => {
    const found = tally.cited.get(item);
    return found === undefined ? [] : [{ ...item, how: [...found.how], times: found.times }];
  });
  const uncited = citable.items.filter((item) => citable.isEvidence(item) && !tally.cited.has(item));
  return {
    prose,
    cited,
    uncited,
    unsent: tally.unsent,
    unknown: tally.unknown.slice(0, MOST_SHOWN).map(({ start, end }) => ({ start, end })),
    coverage: coverageOf(citable, uncited),
    marks: {
      ...{ ...tally.marks, unknown: tally.unknown.length },
      ...{ native: native.count, native_unknown: native.unknown, native_elsewhere: native.elsewhere },
    },
  };
}

function coverageOf(citable: Citable, uncited: readonly CitableItem[]): Coverage {
  const evidence = citable.items.filter(citable.isEvidence);
  const primaries = evidence.filter(({ role }) => role === "primary").length;
  const cited = evidence.length - uncited.length;
  return {
    citable: evidence.length,
    cited,
    share: evidence.length === 0 ? null : Math.round((cited / evidence.length) * 10_000) / 10_000,
    primaries,
    primaries_cited: primaries - uncited.filter(({ role }) => role === "primary").length,
  };
}

interface Found {
  readonly how: Set<CitedHow>;
  times: number;
}

function tallyOf(brackets: readonly Bracketed[], citable: Citable) {
  const cited = new Map<CitableItem, Found>();
  const unsent = new Map<string, UnsentItem>();
  const unknown: Bracketed[] = [];
  const spans: Bracketed[] = [];
  const marks = { cited: 0, unsent: 0, quoted: 0 };
  const cite = (item: CitableItem, how: CitedHow): void => {
    const found = cited.get(item) ?? { how: new Set(), times: 0 };
    found.how.add(how);
    found.times += 1;
    cited.set(item, found);
  };
  for (const bracket of brackets) {
    const named = readBracket(bracket.inner, citable);
    const kinds = new Set(named.map(({ kind }) => kind));
    for (const one of named) {
      if (one.kind === "sent") for (const item of one.items) cite(item, "label");
      if (one.kind === "unsent") {
        const times = (unsent.get(one.item.id)?.times ?? 0) + 1;
        unsent.set(one.item.id, { ...one.item, times });
      }
    }
    if (kinds.has("sent")) marks.cited += 1;
    if (kinds.has("unsent")) marks.unsent += 1;
    if (kinds.has("quoted")) marks.quoted += 1;
    if (kinds.has("unknown") && !bracket.loose && couldName(bracket.inner)) unknown.push(bracket);
    if (kinds.has("sent") || kinds.has("unsent")) spans.push(bracket);
  }
  return { cited, cite, unsent: [...unsent.values()], unknown, spans, marks };
}

/** The text with a space for each span. */
function without(text: string, spans: readonly Bracketed[]): string {
  let at = 0;
  const pieces = spans.map(({ start, end }) => {
    const piece = text.slice(at, start);
    at = end;
    return piece;
  });
  return [...pieces, text.slice(at)].join(" ");
}
