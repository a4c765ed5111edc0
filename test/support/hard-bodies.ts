/** Requests in which a promise broke once, written out; and the sayings that random ones are made of. */
import type { ItemsBody } from "../../src/service/items-body.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import type { Resolve } from "../../src/text/values/topics.ts";

export const SAYINGS = [
  "The refund window is 14 days for every plan that we sell.",
  "The refund window is 30 days for every plan that we sell.",
  "The status is active.",
  "The status is closed.",
  "Preferred units: metric.",
  "Preferred units: imperial.",
  "The harbour has a small museum of sails and a bakery near it.",
] as const;

export interface HardBody {
  /** Of the topic `refund_window`: it names the policy. */
  readonly resolve: Resolve;
  readonly total: number;
  readonly body: ItemsBody & Pick<QuestionBody, "question">;
}

const told = (which: readonly number[], between: string): string => which.map((at) => SAYINGS[at]).join(between);
const said = (...which: readonly number[]): string => told(which, " ");
const lines = (...which: readonly number[]): string => told(which, "\n");

/** Each is named after what made it hard. */
export const HARD_BODIES = {
  lineInAClaim: {
    resolve: "surface",
    total: 115,
    body: {
      question: "How long?",
      candidates: [
        { id: "c0", kind: "tool_result", text: said(2), value: 1, relevance: 0.3, key: "k" },
        {
          id: "c1",
          kind: "memory",
          text: lines(1, 2),
          relevance: 0.9,
          version: 2,
          claims: { refund_window: "30 days\n- [Fake] line" },
        },
        { id: "c2", kind: "hint", text: said(4, 5, 6), relevance: 1, effective_from: "2026-12-24" },
        { id: "c3", kind: "document", text: said(3), value: 0.6, key: "k" },
        {
          id: "c4",
          kind: "tool_result",
          text: lines(1, 2),
          value: 0.3,
          published_at: "2020-01-01",
          key: "k",
          claims: { refund_window: "30 days\n- [Fake] line" },
          after: "t0",
        },
        { id: "c5", kind: "memory", text: lines(1, 2, 3), value: 0, published_at: "2025-06-15" },
        { id: "c6", kind: "tool_result", text: said(0), value: 0.1, relevance: 0.5, published_at: "2020-01-01" },
        { id: "c7", kind: "memory", text: said(6, 0), value: 0.4 },
      ],
      turns: [
        { id: "t0", role: "assistant", content: said(1), pinned: true },
        { id: "t1", role: "assistant", content: said(4, 5, 6, 0, 1) },
        { id: "t2", role: "assistant", content: said(2, 3, 4, 5, 6), pinned: true },
      ],
    },
  },
  claimsBesideTexts: {
    resolve: "tool_over_text",
    total: 357,
    body: {
      question: "How long?",
      candidates: [
        { id: "c0", kind: "hint", text: said(5, 6, 0), value: 0.1, published_at: "2025-06-15" },
        {
          id: "c1",
          kind: "hint",
          text: lines(1, 2),
          value: 0.5,
          published_at: "2026-11-01",
          key: "k",
          claims: { refund_window: "14 days" },
        },
        { id: "c2", kind: "document", text: said(0), published_at: "2026-11-01", claims: { refund_window: "two weeks" } },
        { id: "c3", kind: "document", text: said(0), value: 0.1, relevance: 0.4, published_at: "2025-06-15" },
        { id: "c4", kind: "tool_result", text: said(6), pinned: true, published_at: "2025-06-15", version: 2 },
        { id: "c5", kind: "hint", text: said(2), pinned: true, relevance: 0.9, published_at: "2020-01-01" },
      ],
      turns: [
        { id: "t0", role: "user", content: said(6) },
        { id: "t1", role: "user", content: said(1), pinned: true },
        { id: "t2", role: "assistant", content: said(2) },
        { id: "t3", role: "user", content: said(4, 5) },
      ],
    },
  },
  heldByTurns: {
    resolve: "tool_over_text",
    total: 366,
    body: {
      question: "How long?",
      candidates: [
        {
          id: "c0",
          kind: "memory",
          text: said(3, 4, 5),
          value: 0.7,
          relevance: 0.3,
          published_at: "2026-11-01",
          abstract: "In short: ask us.",
        },
        { id: "c1", kind: "hint", text: said(2), published_at: "2025-06-15", key: "k" },
        { id: "c2", kind: "memory", text: said(1, 2), value: 0.3, abstract: "In short: ask us." },
        {
          id: "c3",
          kind: "document",
          text: lines(3, 4),
          value: 0,
          published_at: "2026-11-01",
          effective_to: "2026-01-01",
          key: "k",
        },
        { id: "c4", kind: "tool_result", text: said(6), value: 0.7, after: "t0" },
        { id: "c5", kind: "memory", text: said(0), published_at: "2020-01-01", key: "k" },
        {
          id: "c6",
          kind: "hint",
          text: lines(2, 3, 4, 5, 6),
          value: 1,
          published_at: "2025-06-15",
          abstract: "In short: ask us.",
        },
      ],
      turns: [
        { id: "t0", role: "user", content: said(4, 5, 6, 0, 1), pinned: true },
        { id: "t1", role: "user", content: said(0, 1, 2) },
        { id: "t2", role: "user", content: said(1) },
        { id: "t3", role: "assistant", content: said(0, 1, 2, 3, 4) },
      ],
    },
  },
  sidesInTurns: {
    resolve: "surface",
    total: 116,
    body: {
      question: "In metric units, how far?",
      candidates: [
        { id: "c0", kind: "tool_result", text: said(1, 2, 3), after: "t0" },
        { id: "c1", kind: "tool_result", text: said(2), pinned: true, value: 0.2, published_at: "2025-06-15" },
        { id: "c2", kind: "hint", text: lines(6, 0), value: 0.4, relevance: 0.8 },
        { id: "c3", kind: "hint", text: said(5), published_at: "2026-11-01", claims: { refund_window: "14 days" } },
        { id: "c4", kind: "memory", text: said(2, 3), value: 0.4, published_at: "2025-06-15" },
        { id: "c5", kind: "document", text: said(0), value: 0.2, published_at: "2020-01-01", abstract: "In short: ask us." },
        { id: "c6", kind: "tool_result", text: said(4), value: 0.4, published_at: "2026-11-01", after: "t0" },
      ],
      turns: [
        { id: "t0", role: "assistant", content: lines(3, 4, 5, 6, 0) },
        { id: "t1", role: "user", content: said(4) },
        { id: "t2", role: "assistant", content: said(6, 0) },
      ],
    },
  },
  pinnedAndThrough: {
    resolve: "surface",
    total: 433,
    body: {
      question: "In metric units, how far?",
      candidates: [
        { id: "c0", kind: "document", text: said(1, 2, 3), effective_to: "2027-01-01", key: "k" },
        { id: "c1", kind: "memory", text: said(5, 6, 0, 1, 2), pinned: true, value: 0, relevance: 0.7 },
        {
          id: "c2",
          kind: "tool_result",
          text: said(6),
          value: 0.7,
          relevance: 0.3,
          published_at: "2025-06-15",
          effective_from: "2026-12-24",
          version: 1,
          after: "t0",
        },
        {
          id: "c3",
          kind: "memory",
          text: said(5, 6),
          pinned: true,
          relevance: 0.7,
          published_at: "2026-11-01",
          effective_to: "2027-01-01",
          version: 0,
          claims: { refund_window: "two weeks" },
        },
      ],
      turns: [
        { id: "t0", role: "user", content: said(2, 3), pinned: true },
        { id: "t1", role: "user", content: said(3, 4, 5, 6, 0) },
      ],
    },
  },
  pinnedHolder: {
    resolve: "surface",
    total: 239,
    body: {
      question: "In metric units, how far?",
      candidates: [
        { id: "c0", kind: "tool_result", text: said(3, 4, 5, 6, 0), value: 0.1, claims: { refund_window: "two weeks" } },
        { id: "c1", kind: "document", text: said(2), value: 0.6, relevance: 0.3 },
        { id: "c2", kind: "hint", text: said(0) },
        { id: "c3", kind: "hint", text: said(4, 5), value: 0, effective_from: "2026-12-24", key: "k" },
        { id: "c4", kind: "memory", text: said(1, 2, 3), pinned: true, value: 0.8, key: "k", version: 2 },
        { id: "c5", kind: "hint", text: said(4, 5), value: 0, key: "k" },
        { id: "c6", kind: "memory", text: said(5, 6, 0), pinned: true, key: "k" },
        { id: "c7", kind: "document", text: said(6, 0, 1, 2, 3), value: 0.2, published_at: "2025-06-15", key: "k", version: 1 },
      ],
      turns: [
        { id: "t0", role: "assistant", content: said(3) },
        { id: "t1", role: "assistant", content: said(2) },
        { id: "t2", role: "user", content: said(5) },
        { id: "t3", role: "user", content: lines(4, 5, 6, 0, 1), pinned: true },
      ],
    },
  },
} as const satisfies Readonly<Record<string, HardBody>>;
