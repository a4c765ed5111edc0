/** Examples in the OpenAPI document; a test sends the questions and validates the answers. Pure data. */
import type { z } from "zod";
import type { AssembleBody } from "../answer-view.ts";
import type { ModelAnswer } from "../wire/model-answer.ts";
import type { Problem } from "../wire/problem.ts";
import type { ExplainQuestion, Question } from "../wire/question.ts";

const DIGEST = `sha256:${"5e".repeat(32)}`;

const ASSEMBLE: AssembleBody = {
  manifest_id: "0193a7c2-5b1e-7c3a-9f00-1d2e3f405162",
  request_id: "6f1f0d0a-55a2-4d0e-9f7e-5d9f4a0c1b2d",
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  persisted: true,
  degraded: false,
  policy: { name: "coaching", digest: DIGEST },
  variants: [],
  at: "2026-11-29T09:30:00.000Z",
  context_hash: `hmac-sha256:${"c4".repeat(32)}`,
  routing: {
    intent: "training",
    certain: true,
    reason: null,
    contenders: ["training"],
    decided_by: "rules",
    scores: [],
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
  prompt: {
    format: "openai-chat",
    model: "gpt-4o-mini",
    payload: {
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "You are a careful coach." },
        { role: "user", content: "[Training readiness] 71 of 100\n\nHow should I pace my intervals this week?" },
      ],
      max_completion_tokens: 2_000,
    },
  },
  instructions: { language: "en", language_source: "words", language_confidence: null, max_words: 250, referral: false },
  red_flags: [],
  labels: ["Training readiness"],
  confidence: { level: "high", coverage: 1, reasons: [] },
  included: [
    {
      id: "readiness_training",
      kind: "fact",
      reason: "primary",
      role: "primary",
      label: "Training readiness",
      source: "readiness",
      block: "evidence",
      tier: 1,
      tokens: 17,
      score: null,
      position: 2,
      notes: [],
      merged: [],
    },
  ],
  missing: [],
  withheld: [{ id: "readiness_injury", stage: "route", reason: "excluded", detail: { excluded_by: ["training"] } }],
  dropped: [],
  conflicts: [],
  retrieval: [],
  packing: [],
  counts: { excluded: 1, included: 1 },
  findings: [],
  budget: {
    window: 16_000,
    reserve: 2_000,
    limit: 4_000,
    used: 58,
    exact: true,
    blocks: [{ block: "evidence", share: 50, limit: 2_000, used: 17, borrowed: 0, lent: 0 }],
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
    plan: null,
  },
  zones: [{ name: "shared", tokens: 41, hash: DIGEST, cache_mark: { outcome: "format", tokens: null, minimum: null } }],
  prefix: { previous: null, common: null, differs: null },
};

const PROBLEM: z.output<typeof Problem> = {
  type: "https://winnow.example/problems/invalid_request",
  title: "The request does not have the expected shape",
  status: 400,
  detail: "/qestion: unknown field, did you mean question?",
  instance: "6f1f0d0a-55a2-4d0e-9f7e-5d9f4a0c1b2d",
  code: "invalid_request",
  errors: [
    {
      pointer: "/qestion",
      message: "unknown field, did you mean question?",
      expected: "one of subject, question",
      got: "an unknown field",
    },
  ],
};

const QUESTIONS: readonly z.input<typeof Question>[] = [
  { subject: "athlete-17", question: "Should I train through this pain?" },
  { policy: "coaching", subject: "athlete-17", question: "How should I pace my intervals this week?", plan: "free" },
  {
    policy: "support",
    subject: "customer-7",
    question: "Can I still get a refund for order 4471?",
    plan: "free",
    as_of: "2026-11-29",
    turns: [
      { id: "t1", role: "user", content: "Hello, I ordered a lamp and it came broken." },
      {
        id: "t2",
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "order_lookup", arguments: '{"order":4471}' } }],
      },
      { id: "t3", role: "tool", tool_call_id: "call_1", content: '{"status":"delivered"}' },
    ],
    tools: [
      {
        name: "order_lookup",
        description: "Looks up an order.",
        parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
      },
    ],
    candidates: [
      {
        id: "refund_policy_v3",
        kind: "document",
        text: "Refunds are possible within 30 days of delivery.\nThe shipping costs are refunded too.",
        label: "Refund policy",
        abstract: "Refunds within 30 days of delivery.",
        key: "refund_policy",
        version: 3,
        effective_from: "2026-01-01",
        relevance: 0.95,
        trust: 1,
      },
      {
        id: "profile",
        kind: "memory",
        text: "Prefers to be refunded to the card.",
        origin: "explicit",
        acl: { subjects: ["customer-7"] },
        pinned: true,
      },
      { id: "stock_lookup", kind: "tool_result", tool: "stock_lookup", status: "timeout", text: "", after: "t1" },
      { id: "good_refund_answer", kind: "example", text: "You can, until 3 December.", applies_to: { plan: ["free"] } },
      { id: "tone", kind: "hint", text: "Be brief.", value: 0.4 },
    ],
  },
];

const EXPLAIN_QUESTIONS: readonly z.input<typeof ExplainQuestion>[] = [
  { subject: "athlete-17", question: "Should I train through this pain?", what_if: { failures: { readiness: "refused" } } },
];

const MODEL_ANSWERS: readonly z.input<typeof ModelAnswer>[] = [
  {
    text: "Two easy days, then intervals again. [Training readiness]",
    model: "gpt-4o-mini-2024-07-18",
    finish_reason: "stop",
    usage: { prompt_tokens: 261, completion_tokens: 12, prompt_tokens_details: { cached_tokens: 128 } },
  },
  {
    content: [
      {
        type: "text",
        text: "Two easy days, then intervals again.",
        citations: [{ type: "content_block_location", document_index: 0, start_block_index: 0, end_block_index: 1 }],
      },
    ],
    finish_reason: "end_turn",
    usage: { input_tokens: 133, cache_read_input_tokens: 128, cache_creation_input_tokens: 0, output_tokens: 12 },
  },
];

/** By the name of the schema. */
export const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  AssembleAnswer: [ASSEMBLE],
  ExplainQuestion: EXPLAIN_QUESTIONS,
  ModelAnswer: MODEL_ANSWERS,
  Problem: [PROBLEM],
  Question: QUESTIONS,
};
