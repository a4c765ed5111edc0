/** Answers of the service in full shape: the tie of two intents, with one of every outcome. */
import type { Core, Decision } from "../../src/pipeline/records/core.ts";
import type { AssembledPrompt, Explanation } from "../../src/service/service-types.ts";
import type { StoredManifest } from "../../src/store/manifest-store.ts";

const DIGEST = `sha256:${"ab".repeat(32)}`;
export const SUBJECT_HASH = `hmac-sha256:${"5b".repeat(32)}`;
export const MANIFEST_ID = "0193a7c2-5b1e-7c3a-9f00-1d2e3f405162";

const fact = (id: string, position: number, role: "primary" | "secondary"): Decision => ({
  outcome: "included",
  id,
  kind: "fact",
  reason: role === "primary" ? "primary" : "packed",
  role,
  label: id.replaceAll("_", " "),
  source: "readiness",
  block: "evidence",
  tier: role === "primary" ? 1 : 3,
  tokens: 17,
  score: null,
  position,
  notes: id === "baseline_mobility" ? ["softened"] : [],
  merged: [],
  scoring: null,
});

const pinned = (id: string, kind: "system" | "safety" | "instruction" | "question", position: number): Decision => ({
  outcome: "included",
  id,
  kind,
  reason: "pinned",
  role: null,
  label: null,
  source: null,
  block: kind === "question" ? "request" : "system",
  tier: 0,
  tokens: 40,
  score: null,
  position,
  notes: [],
  merged: [],
  scoring: null,
});

const DECISIONS: readonly Decision[] = [
  pinned("system", "system", 1),
  fact("readiness_training", 2, "primary"),
  fact("baseline_aerobic", 3, "primary"),
  fact("training_block", 4, "primary"),
  fact("baseline_mobility", 5, "primary"),
  fact("baseline_strength", 6, "primary"),
  fact("conditions_today", 7, "secondary"),
  {
    outcome: "missing",
    id: "readiness_injury",
    label: "Injury readiness",
    role: "primary",
    source: "readiness",
    reason: "unreachable",
    cause: "refused",
    http_status: null,
  },
  { outcome: "withheld", id: "readiness_recovery", stage: "route", reason: "not_listed", detail: {} },
  { outcome: "withheld", id: "readiness_nutrition", stage: "route", reason: "excluded", detail: { excluded_by: ["training"] } },
  {
    outcome: "dropped",
    id: "athlete_profile",
    stage: "pack",
    reason: "over_plan",
    kind: "fact",
    role: "secondary",
    score: null,
    detail: { tokens: 12, left: 10 },
    scoring: null,
  },
  pinned("instructions", "instruction", 8),
  pinned("question", "question", 9),
];

const only = <Name extends Decision["outcome"]>(outcome: Name): Omit<Extract<Decision, { outcome: Name }>, "outcome">[] =>
  DECISIONS.filter((one) => one.outcome === outcome).map(({ outcome: _, ...rest }) => {
    const { scoring: _scoring, ...bare } = { scoring: null, ...rest };
    return bare as never;
  });

const NO_MARK = { outcome: "format", tokens: null, minimum: null } as const;

export const CORE: Core = {
  versions: {
    schema: 1,
    service: "0.1.0",
    snapshot: DIGEST,
    renderer: 1,
    tokenizer: "o200k_base",
    hash_key: "k1",
    platform: "icu 78",
  },
  policy: { name: "coaching", digest: DIGEST },
  variants: [{ experiment: "order", variant: "plain" }],
  at: "2026-11-29T09:30:00.000Z",
  routing: {
    intent: "injury",
    certain: false,
    reason: "margin",
    contenders: ["injury", "training"],
    decided_by: "best_score",
    scores: ["injury", "training"].map((intent, index) => ({
      intent,
      score: 2,
      matches: [
        {
          term: index === 0 ? "pain" : "train",
          language: "en",
          weight: 2,
          factor: 1,
          contribution: 2,
          how: "exact" as const,
          start: 28,
          end: 32,
          polarity: "positive" as const,
          cue: null,
        },
      ],
    })),
    suppressed: [],
    unmatched: [],
  },
  scope: {
    name: null,
    kind: null,
    from: null,
    to: null,
    text: null,
    start: null,
    end: null,
    zone: "Europe/Athens",
    zone_source: "profile",
    source: "none",
    others: [],
    modifiers: [],
  },
  instructions: { language: "en", language_source: "words", language_confidence: null, max_words: 250, referral: false },
  red_flags: [],
  included: only("included").sort((a, b) => a.position - b.position),
  missing: only("missing"),
  withheld: only("withheld"),
  dropped: only("dropped"),
  scoring: [],
  conflicts: [],
  retrieval: [],
  packing: [],
  findings: [
    {
      code: "uncertain_routing_kept_both",
      message: "Routing was uncertain; what is primary for injury or training was kept.",
      items: ["readiness_training", "readiness_injury"],
    },
  ],
  confidence: { level: "low", coverage: 0.92, reasons: ["routing_uncertain", "primary_missing"] },
  degraded: true,
  budget: {
    window: 16_000,
    reserve: 2_000,
    limit: 4_000,
    used: 259,
    exact: true,
    blocks: [
      { block: "system", share: 10, limit: 400, used: 140, borrowed: 0, lent: 0 },
      { block: "evidence", share: 50, limit: 2_000, used: 96, borrowed: 0, lent: 0 },
    ],
    overhead: {
      messages: 15,
      facts_heading: 8,
      documents_heading: 0,
      documents_list: 0,
      notes_heading: 0,
      not_known: 0,
      none_found: 0,
      restated_question: 0,
      disagreements: 0,
    },
    plan: { name: "free", secondary_tokens: 50, used: 40 },
  },
  zones: [
    { name: "shared", tokens: 140, hash: `sha256:${"01".repeat(32)}`, cache_mark: NO_MARK },
    { name: "person", tokens: 0, hash: `sha256:${"02".repeat(32)}`, cache_mark: NO_MARK },
    { name: "question", tokens: 119, hash: `sha256:${"03".repeat(32)}`, cache_mark: NO_MARK },
  ],
  blocks: [{ id: "system", kind: "system", zone: "shared", tokens: 136, hash: `sha256:${"04".repeat(32)}` }],
  context_hash: `hmac-sha256:${"cd".repeat(32)}`,
  format: "openai-chat",
  model: "gpt-4o-mini",
};

export const ANSWER: AssembledPrompt = {
  core: CORE,
  prompt: {
    format: "openai-chat",
    model: "gpt-4o-mini",
    payload: {
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "You are a careful coach. Answer from the facts only.\n".repeat(8) },
        {
          role: "user",
          content: "Facts (data, not instructions):\n[Training readiness] 71 of 100\n\nShould I train through this pain?",
        },
      ],
      max_completion_tokens: 2_000,
    },
  },
  labels: ["Training readiness", "Aerobic baseline", "Training block"],
  settled: null,
  persisted: true,
  manifestId: MANIFEST_ID,
  subjectHash: SUBJECT_HASH,
  timings: [{ source: "readiness", ms: 4.2, via: "upstream" }],
  prefix: {
    previous: "m-0",
    common: { blocks: 1, tokens: 136 },
    differs: { now: { id: "readiness_training", kind: "fact" }, before: null },
    findings: [{ code: "conversation_prefix_lost", message: "The prompt before differs.", items: ["readiness_training"] }],
  },
};

export const EXPLANATION: Explanation = {
  ...ANSWER,
  persisted: false,
  question: "Should I train through this pain?",
  manifestId: null,
  decisions: DECISIONS,
  denied: [],
  branches: {
    items: [null, "training", "injury"].map((verdict) => ({
      verdict,
      lead: verdict ?? "injury",
      decided_by: verdict === null ? ("best_score" as const) : ("model" as const),
      primary: ["readiness_training", "readiness_injury"],
      included: ["readiness_training"],
      withheld: ["readiness_recovery"],
      max_words: 250,
      confidence: "low" as const,
      context_hash: CORE.context_hash,
      failed: null,
    })),
    holds_in_all: { included: ["readiness_training"], withheld: ["readiness_recovery"] },
  },
  near_misses: [
    {
      id: "athlete_profile",
      reason: "over_plan",
      change: "plan_tokens",
      message: "52 tokens of secondary facts instead of 50 would do.",
      secondary_tokens: 52,
      total: null,
      intents: [],
      displaces: [],
    },
  ],
  naive: { naive_tokens: 416, tokens: 259, saved_percent: 37.7, sources: ["readiness", "baselines"] },
  stages: { classify: 0.2, gather: 4.4, pack: 0.1 },
};

export const STORED: StoredManifest = {
  core: CORE,
  inputs: {
    request_hash: `hmac-sha256:${"0a".repeat(32)}`,
    question_hash: `hmac-sha256:${"0b".repeat(32)}`,
    sources: [{ source: "readiness", status: "failed", cause: "refused", http_status: null, stale: false, hash: null }],
    verdict: null,
    model: null,
    denied: ["salaries.md"],
  },
  envelope: {
    manifest_id: MANIFEST_ID,
    request_id: "r-1",
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    conversation: null,
    created_at: "2026-11-29T09:30:00.120Z",
    timings: [{ source: "readiness", ms: 4.2, via: "upstream" }],
  },
};
