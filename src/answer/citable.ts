/** What an answer can name: what was sent, and what the manifest says was not. Pure. */
import type { Core, Kind } from "../pipeline/records/core.ts";
import { foldLabel } from "../text/brackets.ts";
import type { CitableItem, UnsentItem } from "./records.ts";
import { byNumber } from "./section-numbers.ts";

/** An answer stands on these; examples and hints may be named too, and are never missed. */
const EVIDENCE: ReadonlySet<Kind> = new Set(["fact", "document", "memory", "tool_result"]);

/** Labels of what was left out, numbers of sections, and what stood in brackets in the texts that were sent: recorded with the manifest. */
export interface Citing {
  readonly labels: ReadonlyMap<string, string>;
  /** By id, of what was sent and what was not: sections whose label is more than their number. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly quoted: readonly string[];
}

export type Unsent = Omit<UnsentItem, "times">;

/** Sections by folded number, with all of that number: parts of one section, or sections of several documents. */
export interface SectionNumbers {
  readonly sent: ReadonlyMap<string, readonly CitableItem[]>;
  readonly unsent: ReadonlyMap<string, readonly Unsent[]>;
}

export interface Citable {
  /** In the order of the prompt. */
  readonly items: readonly CitableItem[];
  readonly isEvidence: (item: CitableItem) => boolean;
  /** Sections and hits, which an answer may name without brackets. */
  readonly sections: readonly CitableItem[];
  /** By folded label; two items may have one. */
  readonly sent: ReadonlyMap<string, readonly CitableItem[]>;
  readonly unsent: ReadonlyMap<string, Unsent>;
  readonly byNumber: SectionNumbers;
  readonly quoted: ReadonlySet<string>;
}

export function citableOf(core: Core, { labels, numbers, quoted }: Citing): Citable {
  const items = core.included.flatMap(({ id, label, kind, role }): readonly CitableItem[] =>
    label === null ? [] : [{ id, label, kind, role }],
  );
  const found = new Set(core.included.flatMap(({ id, kind, source }) => (kind === "document" && source !== null ? [id] : [])));
  const sent = new Map<string, CitableItem[]>();
  for (const item of items) {
    const key = foldLabel(item.label);
    const others = sent.get(key);
    if (others === undefined) sent.set(key, [item]);
    else others.push(item);
  }
  // Where the provider cites, it cites what stands in documents, and labels are not asked for.
  const placed = new Set(core.included.flatMap(({ id, citation }) => (citation === undefined ? [] : [id])));
  const isNative = core.instructions.citations === "native" || placed.size > 0;
  const unsent = unsentOf(core, labels);
  return {
    items,
    isEvidence: ({ id, kind }) => (isNative ? placed.has(id) : EVIDENCE.has(kind)),
    sections: items.filter(({ id }) => found.has(id)),
    sent,
    unsent,
    byNumber: { sent: byNumber(items, numbers), unsent: byNumber([...unsent.values()], numbers) },
    quoted: new Set(quoted.map(foldLabel)),
  };
}

function unsentOf({ missing, withheld, dropped }: Core, labels: Citing["labels"]): ReadonlyMap<string, Unsent> {
  const unsent = new Map<string, Unsent>();
  const add = (outcome: Unsent["outcome"], id: string, reason: string, label: string | undefined): void => {
    if (label === undefined) return;
    const key = foldLabel(label);
    if (!unsent.has(key)) unsent.set(key, { id, label, outcome, reason });
  };
  for (const { id, reason, label } of missing) add("missing", id, reason, label);
  for (const { id, reason } of withheld) add("withheld", id, reason, labels.get(id));
  for (const { id, reason } of dropped) add("dropped", id, reason, labels.get(id));
  return unsent;
}
