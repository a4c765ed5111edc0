/** What disagrees and does not all fit: never one side alone, and the line names what stands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { CandidateBody } from "../../../src/service/items-body.ts";
import { chatMessages } from "../../support/sent.ts";
import { askSmall, includedIds, reasons, type SmallPolicy, smallPolicy } from "../../support/small-policy.ts";

const topics = (resolve: string) => ({
  "topics.yaml": `topics:
  window: { words: { en: [window] }, value: duration, resolve: ${resolve} }
  price: { words: { en: [price] }, value: money, qualifier: [basic, plus], resolve: ${resolve} }
`,
});
const surface = await smallPolicy("", topics("surface"));
const newest = await smallPolicy("", topics("newest"));

const withTotal = (small: SmallPolicy, total: number): SmallPolicy => ({
  ...small,
  policy: { ...small.policy, budgetTotal: total },
});

const doc = (id: string, text: string, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  id,
  kind: "document",
  text,
  ...rest,
});

async function asked(small: SmallPolicy, total: number, body: Parameters<typeof askSmall>[1]) {
  const { core, assembly } = await askSmall(withTotal(small, total), body);
  const text = chatMessages(assembly.prompt)
    .map(({ content }) => content)
    .join("");
  expect(core.budget.used).toBeLessThanOrEqual(total);
  return { core, lines: text.split("\n").filter((line) => line.includes("Sources disagree")) };
}

describe("surface, where not all of it fits", () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    doc(`d${String(at).padStart(2, "0")}`, `Document ${at} says at length that the window is 14 days from delivery.`, {
      value: 0.5 + at / 100,
    }),
  );
  const other = doc("other", "The window is 30 days.", { value: 0.1 });
  const third = doc("third", "The window is 7 days.", { value: 0.05 });

  test("the best of it and the best that says otherwise go in, side by side, and the rest says what it would have cost", async () => {
    const { core, lines } = await asked(surface, 200, { candidates: [...many, other, third] });
    const ids = includedIds(core);
    expect(ids).toEqual(["system", "d39", "other", "instructions", "question"]);
    expect(lines).toEqual(["- Sources disagree on window: 14 days [d39] / 30 days [other]."]);
    expect(core.included.filter(({ notes }) => notes.includes("surfaced")).map(({ id }) => id)).toEqual(["d39", "other"]);
    const dropped = core.dropped.filter(({ reason }) => reason === "over_budget");
    expect(dropped).toHaveLength(40);
    const { tokens, left } = dropped[0]?.detail ?? {};
    expect(left).toBe(200 - core.budget.used);
    expect(Number(tokens)).toBeGreaterThan(Number(left));
    expect(core.conflicts).toMatchObject([{ outcome: "surfaced", winner: null }]);
  });

  test("all of it, where there is room for all of it", async () => {
    const { core, lines } = await asked(surface, 1_500, { candidates: [...many, other, third] });
    expect(core.included.filter(({ kind }) => kind === "document")).toHaveLength(42);
    expect(lines).toHaveLength(1);
  });

  test("none of it, where not even two of it fit", async () => {
    const { core, lines } = await asked(surface, 75, { candidates: [...many, other, third] });
    expect(core.included.filter(({ kind }) => kind === "document")).toEqual([]);
    expect(lines).toEqual([]);
  });

  test("beside what is pinned, the best that says otherwise", async () => {
    const { core, lines } = await asked(surface, 200, { candidates: [...many, other, { ...third, pinned: true }] });
    expect(includedIds(core)).toEqual(["system", "third", "d39", "instructions", "question"]);
    expect(lines).toEqual(["- Sources disagree on window: 14 days [d39] / 7 days [third]."]);
  });

  test("where the best is larger than all the room, the smallest two that say otherwise", async () => {
    const archive = doc("archive", `The window is 14 days. ${"It says more about the harbour and its boats. ".repeat(40)}`, {
      value: 0.99,
    });
    const { core, lines } = await asked(surface, 200, {
      candidates: [archive, doc("guide", "The window is 14 days."), doc("terms", "The window is 30 days.")],
    });
    expect(reasons(core)).toEqual({ archive: "over_budget" });
    expect(lines).toEqual(["- Sources disagree on window: 14 days [guide] / 30 days [terms]."]);
  });

  test("of two topics that hold it together, two for each", async () => {
    const both = doc("both", "The window is 30 days. The price is $9.99.", { value: 0.9 });
    const price = doc("price", "The price is $12.99.", { value: 0.2 });
    const { core, lines } = await asked(surface, 230, { candidates: [...many, both, price] });
    expect(includedIds(core)).toEqual(["system", "both", "d39", "price", "instructions", "question"]);
    expect(lines).toHaveLength(2);
  });

  test("a text that stands in one that was left out is offered by itself, and not beside one that went in", async () => {
    const part = doc("part", "The shop at the harbour is open on Sundays and on Mondays.");
    const holder = (value: number) =>
      doc("holder", `The shop at the harbour is open on Sundays and on Mondays. The window is 30 days.`, { value });
    const left = await asked(surface, 220, { candidates: [...many, other, part, holder(0.05)] });
    expect(includedIds(left.core)).toContain("part");
    const inside = await asked(surface, 220, { candidates: [...many, other, part, holder(0.95)] });
    expect(reasons(inside.core)["part"]).toBe("contained");
  });
});

test("where the rule cannot tell, the line names those that went in", async () => {
  const long = "and much more about the harbour and its boats ".repeat(20);
  const { core, lines } = await asked(newest, 160, {
    candidates: [
      doc("a", "The window is 14 days."),
      doc("b", "The window is 30 days."),
      doc("c", `The window is 7 days ${long}`),
    ],
  });
  expect(includedIds(core)).toEqual(["system", "a", "b", "instructions", "question"]);
  expect(lines).toEqual(["- Sources disagree on window: 14 days [a] / 30 days [b]."]);
  expect(core.included.filter(({ notes }) => notes.includes("surfaced")).map(({ id }) => id)).toEqual(["a", "b"]);
});

test("where blocks may not borrow, no side goes beyond the share of its own", async () => {
  const shares = "shares: { system: 20, request: 10, evidence: 20, memory: 20, tools: 20, safety: 10 }";
  const small = await smallPolicy(`budget: { total: 600, borrow: false, ${shares} }`, topics("surface"));
  const said = (words: number): CandidateBody => ({
    ...{ id: "note", kind: "memory", value: 0.9 },
    text: `The window is 30 days. ${"harbour ".repeat(words)}`,
  });
  for (const words of [10, 150]) {
    const { core } = await askSmall(small, { candidates: [doc("guide", "The window is 14 days."), said(words)] });
    const memory = core.budget.blocks.find(({ block }) => block === "memory");
    expect([memory?.borrowed, includedIds(core).includes("note")]).toEqual([0, words === 10]);
    if (words > 10) expect(reasons(core)).toEqual({ guide: "over_block_share", note: "over_block_share" });
  }
});

test("an abstract that states what its text does not is not used", async () => {
  const long = "It says more about the harbour and its boats. ".repeat(40);
  const offered = (abstract: string) => ({
    candidates: [doc("long", `The window is 30 days. ${long}`, { abstract }), doc("guide", "The window is 30 days.")],
  });
  const same = await asked(newest, 150, offered("Window: 30 days."));
  expect(includedIds(same.core)).toContain("long");
  const other = await asked(newest, 150, offered("The window is 14 days."));
  expect(reasons(other.core)).toEqual({ long: "over_budget" });
});

test("the line stands though everything else would fill the room", async () => {
  const long = "and much more about the harbour and its boats ".repeat(20);
  const fillers = Array.from({ length: 60 }, (_, at) => doc(`f${at}`, `Boat ${at} is at the quay.`, { value: 0.4 }));
  for (const total of [150, 175, 200, 225, 250, 300, 400]) {
    const { core, lines } = await asked(newest, total, {
      candidates: [
        doc("a", `The window is 7 days ${long}`),
        doc("b", "The window is 30 days.", { value: 0.9 }),
        doc("c", "The window is 14 days.", { value: 0.9 }),
        ...fillers,
      ],
    });
    expect(includedIds(core)).toEqual(expect.arrayContaining(["b", "c"]));
    expect(lines).toEqual(["- Sources disagree on window: 30 days [b] / 14 days [c]."]);
  }
});

test("many that contradict each other never stand there without a line", async () => {
  const all = Array.from({ length: 14 }, (_, at) => doc(`d${at}`, `The window of shop ${at} is ${at + 3} days.`));
  for (let total = 80; total <= 500; total += 30) {
    const { core, lines } = await asked(newest, total, { candidates: all });
    const inside = core.included.filter(({ kind }) => kind === "document").length;
    expect([total, lines.length]).toEqual([total, inside > 1 ? 1 : 0]);
  }
});

test("the line says of what the values are", async () => {
  const { lines } = await asked(newest, 400, {
    candidates: [doc("a", "The price is $9.99."), doc("b", "The basic price is $12.99.")],
  });
  expect(lines).toEqual(["- Sources disagree on price: $9.99 [a] / $12.99 (basic) [b]."]);
});

const SAYINGS = [
  "The window is 14 days.",
  "The window is 30 days.",
  "The window is 7 days.",
  "The window is 14 days. The basic price is $9.99.",
  "The basic price is $12.99.",
  "The price is $10.99.",
  "The plus price is $19.99.",
];
const VALUE_OF = /14 days|30 days|7 days/;

test("at every budget: never one window alone, the lines name what is there, and the tokens hold", async () => {
  let [pairs, wholes] = [0, 0];
  const candidate = fc.record({
    text: fc.constantFrom(...SAYINGS),
    value: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom("document" as const, "memory" as const, "tool_result" as const, "hint" as const),
    filler: fc.nat({ max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(candidate, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 60, max: 500 }),
      async (all, total) => {
        const candidates = all.map(({ text, value, kind, filler }, at) => ({
          ...{ id: `c${at}`, kind, value },
          text: `${text} Number ${at}${" harbour".repeat(filler)}.`,
        }));
        const answer = await asked(surface, total, { candidates }).catch((error: unknown) => error);
        if (answer instanceof AppError && answer.code === "pinned_over_budget") return;
        if (answer instanceof Error) throw answer;
        const { core, lines } = answer as Awaited<ReturnType<typeof asked>>;
        const offered = candidates.filter(({ text }) => VALUE_OF.test(text));
        const inside = offered.filter(({ id }) => includedIds(core).includes(id));
        const values = new Set(offered.map(({ text }) => VALUE_OF.exec(text)?.[0]));
        const sent = new Set(inside.map(({ text }) => VALUE_OF.exec(text)?.[0]));
        if (values.size > 1 && inside.length > 0) expect(sent.size).toBeGreaterThan(1);
        const windows = lines.filter((line) => line.includes("on window"));
        expect(windows).toHaveLength(sent.size > 1 ? 1 : 0);
        for (const { id } of sent.size > 1 ? inside : []) expect(windows[0]).toContain(`[${id}]`);
        if (inside.length === offered.length && inside.length > 0) wholes += 1;
        else if (inside.length > 0) pairs += 1;
      },
    ),
    { numRuns: 400 },
  );
  expect(pairs).toBeGreaterThan(20);
  expect(wholes).toBeGreaterThan(20);
}, 120_000);

test("beside pins and turns that take part: within the limit at every budget, and each line names only what is there", async () => {
  const policies = [surface, newest, await smallPolicy("budget: { strategy: best }\n", topics("surface"))];
  const said = fc.record({ text: fc.constantFrom(...SAYINGS), pinned: fc.boolean(), filler: fc.nat({ max: 20 }) });
  const candidate = fc.record({
    ...{ text: fc.constantFrom(...SAYINGS), value: fc.double({ min: 0, max: 1, noNaN: true }) },
    ...{ kind: fc.constantFrom("document" as const, "memory" as const, "tool_result" as const) },
    ...{ pinned: fc.boolean(), abstract: fc.boolean(), filler: fc.nat({ max: 30 }) },
  });
  const longer = (text: string, filler: number): string => `${text}${" harbour".repeat(filler)}.`;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 }),
      fc.array(candidate, { maxLength: 10 }),
      fc.array(said, { maxLength: 3 }),
      fc.integer({ min: 60, max: 400 }),
      async (which, items, turns, total) => {
        const small = policies[which] ?? surface;
        const body = {
          candidates: items.map(({ filler, text, pinned, abstract, ...one }, at) => ({
            ...{ ...one, id: `c${at}`, text: longer(`${text} Number ${at}`, filler), pinned: pinned && at % 3 === 0 },
            ...(abstract ? { abstract: `In short: ${text}` } : {}),
          })),
          turns: turns.map(({ filler, text, pinned }, at) => ({
            ...{ id: `t${at}`, role: "user" as const, content: longer(text, filler), pinned: pinned && at === 0 },
          })),
        };
        const answer = await asked(small, total, body).catch((error: unknown) => error);
        if (answer instanceof AppError && answer.code === "pinned_over_budget") return;
        if (answer instanceof Error) throw answer;
        const { core, lines } = answer as Awaited<ReturnType<typeof asked>>;
        const inside = new Set(includedIds(core));
        for (const line of lines) {
          const named = [...line.matchAll(/\[(\w+)\]/g)].map(([, id = ""]) => id);
          expect(named.filter((id) => !inside.has(id))).toEqual([]);
        }
        told += lines.length;
      },
    ),
    { numRuns: Number(process.env["HUNT"] ?? 400) },
  );
  expect(told).toBeGreaterThan(20);
}, 560_000);
