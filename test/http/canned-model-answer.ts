/** What was found out about an answer, in full shape. */
import type { ReceivedAnswer } from "../../src/service/service-types.ts";

const RECEIVED_AT = "2026-11-29T09:31:00.000Z";

export const receivedAnswer = (manifestId: string): ReceivedAnswer => ({
  manifest_id: manifestId,
  answer_hash: `hmac-sha256:${"a1".repeat(32)}`,
  model: "gpt-4o-mini-2024-07-18",
  finish: { reason: "length", kind: "cut" },
  words: { count: 231, allowed: 250 },
  coverage: { citable: 2, cited: 1, share: 0.5, primaries: 2, primaries_cited: 1 },
  cited: [
    { id: "readiness_training", label: "Training readiness", kind: "fact", role: "primary", how: ["label", "native"], times: 2 },
  ],
  uncited: [{ id: "baseline_aerobic", label: "Aerobic baseline", kind: "fact", role: "primary" }],
  unsent: [{ id: "readiness_injury", label: "Injury readiness", outcome: "missing", reason: "unreachable", times: 1 }],
  unknown: [{ start: 120, end: 123 }],
  marks: { cited: 1, unsent: 1, unknown: 1, quoted: 0, native: 1, native_unknown: 0, native_elsewhere: 0 },
  usage: { input_tokens: 261, cached_tokens: 128, cache_write_tokens: null, output_tokens: 2_000, reasoning_tokens: 0 },
  tokens: { counted: 259, exact: true, from: 243, to: 275, measured: 261, ratio: 1.008, cached_share: 0.49 },
  findings: [{ code: "answer_cut", message: "The answer was cut at its limit.", items: [] }],
  received_at: RECEIVED_AT,
});
