/** A small policy with a folder of documents in memory, and what tests ask of its answers. */

import { DEFAULT_WEIGHTS, viewOf } from "../../src/documents/index-view.ts";
import { readQuery } from "../../src/documents/query.ts";
import { rank } from "../../src/documents/rank.ts";
import { NO_SYNONYMS } from "../../src/documents/synonyms.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import type { Prompt } from "../../src/pipeline/records/prompt.ts";
import type { RetrievalRecord } from "../../src/pipeline/records/retrieval.ts";
import { type SmallPolicy, smallPolicy } from "./small-policy.ts";

export interface HandbookOptions {
  /** What the source has beside its folder: "access: acl, k: 2"; `access: tenant` where it names none. */
  readonly source?: string;
  /** What policy.yaml has beside its head. */
  readonly yaml?: string;
  /** Further files of the policy, or others in the place of those. */
  readonly files?: Readonly<Record<string, string>>;
}

/** `documents` by path below the folder of the source `handbook`. */
export function handbookPolicy(
  documents: Readonly<Record<string, string>>,
  { source = "", yaml = "", files = {} }: HandbookOptions = {},
): Promise<SmallPolicy> {
  const access = source.includes("access:") ? "" : "access: tenant, ";
  const texts = Object.entries(documents).map(([path, text]) => [`documents/${path}`, text]);
  const sources = `sources:\n  handbook: { folder: documents, ${access}${source} }\n`;
  return smallPolicy(yaml, { "sources.yaml": sources, ...files, ...Object.fromEntries(texts) });
}

/** A document with front matter. */
export const withHead = (head: Readonly<Record<string, unknown>>, text: string): string =>
  `---\n${Object.entries(head)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("")}---\n${text}`;

/** The same with the budget of a test. */
export const withTotal = (small: SmallPolicy, budgetTotal: number): SmallPolicy => ({
  ...small,
  policy: { ...small.policy, budgetTotal },
});

export function recordOf({ retrieval }: Core, source = "handbook"): RetrievalRecord {
  const record = retrieval.find((one) => one.source === source);
  if (record === undefined) throw new Error(`nothing was asked of ${source}`);
  return record;
}

/** Outcome by section, without the name of the source. */
export const outcomes = (core: Core, source = "handbook"): Readonly<Record<string, string>> =>
  Object.fromEntries(recordOf(core, source).ranked.map(({ id, outcome }) => [id.slice(source.length + 1), outcome]));

/** Sections that went in, in the order of the prompt, without the name of the source. */
export const sentSections = ({ included }: Core): readonly string[] =>
  included.flatMap(({ id, kind }) => (kind === "document" ? [id.replace(/^[a-z]+:/, "")] : []));

/** Exact scores by section, best first: what the record rounds. */
export async function scoresOf({ documents }: SmallPolicy, question: string): Promise<ReadonlyMap<string, number>> {
  const result = await documents("handbook");
  if (result.status !== "corpus") throw new Error("no corpus");
  const { index, sections } = result.corpus;
  const ranked = rank(viewOf(index, null, DEFAULT_WEIGHTS), readQuery(question, index, NO_SYNONYMS), index.size);
  return new Map(ranked.map(({ at, score }) => [sections[at]?.section.id ?? "", score]));
}

/** Everything that a model reads, in its order. */
export function textOf(prompt: Prompt): string {
  if (prompt.format === "text") return prompt.payload.text;
  if (prompt.format !== "openai-chat") throw new Error(`no chat: ${prompt.format}`);
  return prompt.payload.messages.map(({ content }) => content).join("");
}
