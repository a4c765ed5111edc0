/** Promise 10: the largest bodies end in an answer. The limit of a minute is many times what they take. */
import { expect, test } from "vitest";
import { nearMisses } from "../../src/pipeline/near-miss/near-misses.ts";
import type { CandidateBody } from "../../src/service/items-body.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const TOPICS = {
  "topics.yaml": `topics:
  refund_window: { words: { en: [refund window] }, value: duration, resolve: surface }
  status: { words: { en: [status] }, value: [active, closed], resolve: surface }
`,
};
const plain = await smallPolicy("", TOPICS);
const shares = await smallPolicy(
  "budget: { strategy: best, shares: { system: 5, request: 5, evidence: 50, memory: 20, tools: 15, safety: 5 } }\ncompress: { kinds: [document] }\n",
  TOPICS,
);

const apart = await smallPolicy("attributes: { n: { type: number } }\n", {
  "topics.yaml": `topics:
  price: { words: { en: [price] }, value: money, qualifier: [basic, plus], resolve: newest }
  limit: { words: { en: [limit] }, value: number, resolve: trust }
`,
});

const doc = (at: number, text: string, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  id: `c${at}`,
  kind: "document",
  text,
  ...rest,
});
const many = (count: number, make: (at: number) => CandidateBody): readonly CandidateBody[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** 400 characters that differ from item to item. */
const words = (at: number): string =>
  Array.from({ length: 50 }, (_, word) => ((at * 7_919 + word * 104_729) % 99_991).toString(36).padStart(7, "w")).join(" ");
const NESTED = Array.from({ length: 1_200 }, (_, at) => `word${at}`);

const BODIES: readonly (readonly [string, SmallPolicy, Partial<QuestionBody>])[] = [
  [
    "5,000 candidates of 400 characters",
    plain,
    { candidates: many(5_000, (at) => doc(at, words(at), { value: (at % 100) / 100 })) },
  ],
  [
    "the same by best, with shares and shortening",
    shares,
    { candidates: many(5_000, (at) => doc(at, words(at), { value: (at % 100) / 100 })) },
  ],
  ["5,000 equal candidates", plain, { candidates: many(5_000, (at) => doc(at, words(1))) }],
  [
    "5,000 turns",
    plain,
    {
      turns: Array.from({ length: 5_000 }, (_, at) => ({
        id: `t${at}`,
        role: at % 2 === 0 ? "user" : "assistant",
        content: words(at),
      })),
    },
  ],
  ["one candidate of 1 MB", shares, { candidates: [doc(0, "The harbour has a small museum of sails. ".repeat(25_000))] }],
  ["1 MB without a blank", plain, { candidates: [doc(0, "a".repeat(1_000_000))] }],
  [
    "1,000 candidates with 1,000 links each",
    plain,
    {
      candidates: many(5_000, (at) =>
        doc(at, words(at), { supersedes: Array.from({ length: 1_000 }, (_, link) => `c${at + link + 1}`) }),
      ),
    },
  ],
  [
    "thousands of words of topics in one text",
    plain,
    {
      candidates: [
        doc(0, "The refund window is 14 days, status active. ".repeat(20_000)),
        doc(1, "refund window ".repeat(70_000)),
      ],
    },
  ],
  [
    "2 MB of combining marks",
    plain,
    { candidates: [doc(0, `a${"\u0301".repeat(1_000_000)}`), doc(1, "e\u0301\u0323".repeat(330_000))] },
  ],
  ["1,200 texts each inside the next", shares, { candidates: many(1_200, (at) => doc(at, NESTED.slice(0, 9 + at).join(" "))) }],
  [
    "5,000 that disagree on two topics",
    plain,
    {
      candidates: many(5_000, (at) =>
        doc(at, `The refund window is ${at} days. The status is ${at % 2 === 0 ? "active" : "closed"}.`),
      ),
    },
  ],
  [
    "5,000 prices for 5,000 people, of none or of two plans",
    apart,
    {
      candidates: many(5_000, (at) =>
        doc(at, `The ${["", "basic ", "plus "][at % 3]}price is $${at} for ${words(at)}`, { applies_to: { n: at } }),
      ),
    },
  ],
  [
    "5,000 limits, each against the next",
    apart,
    {
      candidates: many(5_000, (at) =>
        doc(at, words(at), { claims: { limit: String(at) }, applies_to: { n: [at, at + 1] }, trust: at / 5_000 }),
      ),
    },
  ],
  [
    "5,000 out of date at 5,000 times",
    plain,
    {
      candidates: many(5_000, (at) =>
        doc(at, words(at), { effective_to: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString() }),
      ),
    },
  ],
  [
    "5,000 results of tools behind 1,000 turns",
    plain,
    {
      turns: Array.from({ length: 1_000 }, (_, at) => ({ id: `t${at}`, role: "user", content: "Hm." })),
      candidates: many(5_000, (at) => ({
        id: `c${at}`,
        kind: "tool_result",
        text: "[".repeat(200),
        after: `t${(at * 7) % 1_000}`,
      })),
    },
  ],
];

test.each(BODIES)("%s", { timeout: 120_000 }, async (name, small, body) => {
  const start = performance.now();
  const { core, assembly } = await askSmall(small, body);
  const asked = performance.now();
  const misses = nearMisses(assembly);
  const explained = performance.now();
  if (process.env["MEASURE"] === "yes")
    process.stderr.write(`MEASURED ${name}: ${Math.round(asked - start)} ms, near misses ${Math.round(explained - asked)} ms\n`);
  const given = (body.candidates?.length ?? 0) + (body.turns?.length ?? 0);
  expect(core.included.filter(({ block }) => block !== "system" && block !== "request").length + core.dropped.length).toBe(given);
  expect(core.budget.used).toBeLessThanOrEqual(core.budget.limit);
  expect(misses.length).toBeLessThanOrEqual(given);
  expect(explained - start).toBeLessThan(60_000);
});
