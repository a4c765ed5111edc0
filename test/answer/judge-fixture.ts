/** A manifest with one of everything that an answer can name, and answers to it. */
import type { Citing } from "../../src/answer/citable.ts";
import { judgeAnswer } from "../../src/answer/judge.ts";
import type { PlacedItem } from "../../src/answer/native-citations.ts";
import type { PostedAnswer } from "../../src/answer/posted.ts";
import type { AnswerRecord } from "../../src/answer/records.ts";
import { readUsage } from "../../src/answer/usage.ts";
import type { Core, Included } from "../../src/pipeline/records/core.ts";
import { CORE } from "../http/canned-answer.ts";

type Item = Partial<Included> & Pick<Included, "id" | "label"> & Pick<PlacedItem, "citation">;

const included = (item: Item, position: number): Included => ({
  ...{ kind: "fact", reason: "packed", role: null, source: null, block: "evidence", tier: 2, tokens: 10, score: null },
  ...{ position, notes: [], merged: [] },
  ...item,
});

export const ITEMS: readonly Item[] = [
  { id: "system", label: null, kind: "system" },
  { id: "readiness_injury", label: "Injury readiness", role: "primary", source: "readiness" },
  { id: "baseline_mobility", label: "Mobility baseline", role: "primary", source: "baselines" },
  { id: "conditions_today", label: "Heat, air and wind", role: "secondary", source: "conditions" },
  { id: "handbook:a", label: "4.2", kind: "document", source: "handbook" },
  { id: "handbook:b", label: "4.3", kind: "document", source: "handbook" },
  { id: "handbook:c", label: "12", kind: "document", source: "handbook" },
  { id: "handbook:d", label: "Price list 2.1", kind: "document", source: "handbook" },
  { id: "likes", label: "Likes mornings", kind: "memory", block: "memory" },
  { id: "tone", label: "Tone", kind: "hint" },
];

const CITING: Citing = {
  labels: new Map([
    ["readiness_training", "Training readiness"],
    ["handbook:z", "9.9"],
  ]),
  numbers: new Map(),
  quoted: ["9", "Plan B", "Mobility baseline"],
};

/** 300 tokens counted exactly, a reserve of 2,000, at most 20 words. */
export function coreWith(items: readonly Item[] = ITEMS, changes: Partial<Core> = {}): Core {
  return {
    ...CORE,
    model: "gpt-4o-mini",
    instructions: { ...CORE.instructions, max_words: 20 },
    budget: { ...CORE.budget, used: 300, exact: true, reserve: 2_000 },
    included: items.map((item, at) => included(item, at + 1)),
    missing: [
      {
        ...{ id: "sleep", label: "Sleep", role: "primary", source: "profile", reason: "empty", cause: null },
        http_status: null,
      },
    ],
    withheld: [{ id: "readiness_training", stage: "route", reason: "excluded", detail: { excluded_by: ["injury"] } }],
    dropped: [
      {
        ...{ id: "handbook:z", kind: "document", stage: "filter", reason: "superseded", role: null, score: null },
        detail: {},
      },
    ],
    ...changes,
  };
}

export function judge(posted: PostedAnswer | string, core: Core = coreWith(), citing: Citing = CITING): AnswerRecord {
  const answer = typeof posted === "string" ? { text: posted } : posted;
  const usage = answer.usage === undefined ? null : readUsage(answer.usage);
  return judgeAnswer({ manifestId: "m1", core, citing, posted: answer, usage, answerHash: "h" });
}

export const citedIds = ({ cited }: AnswerRecord): readonly string[] => cited.map(({ id }) => id);
export const codesOf = ({ findings }: AnswerRecord): readonly string[] => findings.map(({ code }) => code);
