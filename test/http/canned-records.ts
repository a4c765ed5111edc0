/** Canned answers about what was recorded. */
import type { Difference } from "../../src/pipeline/manifest/difference.ts";
import type { Records } from "../../src/service/replay/records.ts";
import { ANSWER, MANIFEST_ID, STORED } from "./canned-answer.ts";

const DIFFERENCE: Difference = {
  first: "pack",
  changes: [
    { stage: "pack", id: "chronotype", what: "outcome", before: "dropped: over_plan", after: "included: packed" },
    { stage: "render", id: null, what: "used", before: 259, after: 271 },
  ],
  shown: ["chronotype"],
  hidden: [],
  tokens: { before: 259, after: 271 },
};

const REPLAY = {
  manifest_id: MANIFEST_ID,
  outcome: "changed",
  reason: null,
  not_recorded: [],
  difference: DIFFERENCE,
} as const;

const SUMMARY = {
  manifest_id: MANIFEST_ID,
  created_at: "2026-11-29T09:30:00.120Z",
  policy: "coaching",
  digest: "sha256:5e",
  intent: "injury",
  request_id: "r-1",
  conversation: null,
  erased_at: null,
};

export const CANNED_RECORDS: Records = {
  list: async () => ({ items: [SUMMARY], next: { created_at: SUMMARY.created_at, id: MANIFEST_ID } }),
  prompt: async () => ({ manifest_id: MANIFEST_ID, prompt: ANSWER.prompt }),
  export: async () => ({ manifest: STORED, views: [], texts: null }),
  replay: async () => REPLAY,
  replayUnder: async () => REPLAY,
  ablate: async (_caller, _id, { by }) => [
    {
      ...{ by, name: "memory", freed: 12, removed: ["old-address"], cited: [], instead: ["chronotype"], used: 271 },
      replay: REPLAY,
    },
  ],
  difference: async () => DIFFERENCE,
  shadows: async () => [
    { experiment: "order", variant: "by_score", computed_at: "2026-11-29T09:30:00.250Z", result: DIFFERENCE },
    { experiment: "order", variant: "tiny", computed_at: "2026-11-29T09:30:00.260Z", result: { refused: "pinned_over_budget" } },
  ],
};
