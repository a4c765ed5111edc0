/** Faults that people report in public of projects that do parts of this job; the number is that of the row in our list of them. */
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import type { Prompt } from "../../src/pipeline/records/prompt.ts";
import type { CandidateBody, TurnBody } from "../../src/service/items-body.ts";
import { jpeg } from "../support/images.ts";
import { chatMessages, recount as recountOf, sentTexts } from "../support/sent.ts";
import { askSmall, includedIds, reasons, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const plain = await smallPolicy("");
const withTotal = (total: number, small = plain): SmallPolicy => ({ ...small, policy: { ...small.policy, budgetTotal: total } });

const doc = (id: string, text: string, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  id,
  kind: "document",
  text,
  ...rest,
});
const turn = (id: string, content: string, rest: Partial<TurnBody> = {}): TurnBody => ({ id, role: "user", content, ...rest });

const textOf = (prompt: Prompt): string => sentTexts(prompt).join("");
const recount = (prompt: Prompt): number => recountOf(prompt, plain.counter);
const roles = (prompt: Prompt): readonly string[] => chatMessages(prompt).map(({ role }) => role);

/** So many tokens, about. */
const filler = (tokens: number, word = "harbour"): string =>
  Array.from({ length: tokens }, (_, at) => (at % 12 === 11 ? `${word}.` : word)).join(" ");

describe("tokens", () => {
  test("FP-001: a control string of the tokenizer is text like any other, and goes in as it is written", async () => {
    const { core, assembly } = await askSmall(plain, {
      candidates: [doc("a", "The stop marker is <|endoftext|> in this model.")],
    });
    expect(textOf(assembly.prompt)).toContain("The stop marker is <|endoftext|> in this model.");
    expect(core.included.find(({ id }) => id === "a")?.tokens).toBeGreaterThan(12);
  });

  test("FP-003: a thousand control strings are counted as the thousands of tokens that they are, and refused", async () => {
    const { core } = await askSmall(withTotal(3_000), { candidates: [doc("a", "<|endoftext|>".repeat(1_000))] });
    expect(reasons(core)).toEqual({ a: "over_budget" });
    expect(core.dropped[0]?.detail["tokens"]).toBeGreaterThan(5_000);
  });

  test("FP-005: scripts without spaces are counted in full: the recount is the count, and within the budget", async () => {
    const text = (at: number): string =>
      Array.from({ length: 200 }, (_, sign) => String.fromCodePoint(0x4e00 + ((at * 977 + sign * 331) % 9_000))).join("");
    const { core, assembly } = await askSmall(withTotal(1_000), {
      candidates: Array.from({ length: 10 }, (_, at) => doc(`c${at}`, text(at))),
    });
    expect(core.budget.used).toBe(recount(assembly.prompt));
    expect(core.budget.used).toBeLessThanOrEqual(1_000);
    expect(core.included.some(({ kind }) => kind === "document")).toBe(true);
  });

  test("FP-007: a picture costs what one can cost at the most where its size cannot be read, is never read as text, and its turn and the question stay", async () => {
    const image = { type: "image_url", image_url: { url: `data:image/jpeg;base64,${jpeg(4032, 3024, 400_000)}` } } as const;
    const small = withTotal(8_000);
    const lengths: number[] = [];
    const counter = {
      ...small.counter,
      count(text: string): number {
        lengths.push(text.length);
        return small.counter.count(text);
      },
    };
    const { core } = await askSmall(
      { ...small, counter },
      { turns: [turn("t0", "hello"), { id: "t", role: "user", content: [{ type: "text", text: "look at this" }, image] }] },
    );
    expect(includedIds(core)).toEqual(["system", "t0", "t", "instructions", "question"]);
    expect(core.included.find(({ id }) => id === "t")?.tokens).toBe(small.counter.count("look at this") + 3_000);
    expect(core.budget.exact).toBe(false);
    expect(Math.max(...lengths)).toBeLessThan(1_000);
  });

  test("FP-009: every part is counted once: items, overhead, blocks and zones sum to the recount", async () => {
    const small = await smallPolicy("", { "prompt/system.md": `${filler(2_000, "rule")}\n` });
    const turns = Array.from({ length: 10 }, (_, at) => turn(`t${at}`, filler(500, `word${at}`)));
    const { core, assembly } = await askSmall(withTotal(12_000, small), { turns });
    const overhead = Object.values(core.budget.overhead).reduce((sum, tokens) => sum + tokens, 0);
    expect(core.included.reduce((sum, { tokens }) => sum + tokens, overhead)).toBe(core.budget.used);
    expect(core.budget.blocks.reduce((sum, { used }) => sum + used, 0)).toBe(core.budget.used);
    expect(core.zones.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(core.budget.used);
    expect(recount(assembly.prompt)).toBe(core.budget.used);
  });
});

describe("budgets", () => {
  test("FP-017: forty tool definitions are counted as they are sent, stand in a line of their own and come off first", async () => {
    const tools = Array.from({ length: 40 }, (_, at) => ({
      name: `tool_${at}`,
      description: filler(280, `use${at}`),
      parameters: { type: "object", properties: {} },
    }));
    const small = await smallPolicy("", {
      "policy.yaml":
        'title: Many tools.\ntenants: ["*"]\nmodels: [{ name: gpt-4o-mini, window: 40000, reserve_output: 1000 }]\nbudget: { total: 39000 }\nrouting: { fallback: general }\n',
    });
    const { core, assembly } = await askSmall(small, {
      tools,
      candidates: Array.from({ length: 60 }, (_, at) => doc(`c${at}`, filler(900, `fact${at}`))),
    });
    const line = core.included.find(({ kind }) => kind === "tools");
    expect(line?.tokens).toBeGreaterThan(40 * 280);
    expect(core.budget.used).toBe(recount(assembly.prompt));
    expect(core.budget.used).toBeLessThanOrEqual(39_000);
    // What a provider makes of a definition is not published.
    expect([core.budget.exact, (await askSmall(small, {})).core.budget.exact]).toEqual([false, true]);
    expect(Object.values(reasons(core)).every((reason) => reason === "over_budget")).toBe(true);
    const refused = await askSmall(withTotal(5_000, small), { tools }).catch((error: unknown) => error);
    expect(refused instanceof AppError && refused.code).toBe("pinned_over_budget");
  });

  test("FP-019: room for the answer is set aside: window, reserve and limit are told, and the input is within them", async () => {
    const small = await smallPolicy("", {
      "policy.yaml":
        'title: A window.\ntenants: ["*"]\nmodels: [{ name: case-model, window: 32768, reserve_output: 8192 }]\nbudget: { total: 24576 }\nrouting: { fallback: general }\n',
    });
    const { core, assembly } = await askSmall(small, {
      candidates: Array.from({ length: 40 }, (_, at) => doc(`c${at}`, filler(900, `fact${at}`))),
    });
    expect(core.budget).toMatchObject({ window: 32_768, reserve: 8_192, limit: 24_576 });
    expect(recount(assembly.prompt)).toBe(core.budget.used);
    expect(core.budget.used).toBeLessThanOrEqual(24_576);
    expect(core.budget.used).toBeGreaterThan(23_000);
  });

  test("FP-021: labels and frames are part of what an item costs", async () => {
    const candidates = Array.from({ length: 50 }, (_, at) =>
      doc(`c${at}`, `Word ${at}.`, { label: `${"Long label ".repeat(17)}${at}` }),
    );
    const bare = candidates.reduce((sum, { text }) => sum + plain.counter.count(text), 0);
    const { core, assembly } = await askSmall(withTotal(bare + 60), { candidates });
    expect(core.budget.used).toBe(recount(assembly.prompt));
    expect(core.budget.used).toBeLessThanOrEqual(bare + 60);
    expect(core.included.find(({ kind }) => kind === "document")?.tokens).toBeGreaterThan(34);
  });

  test("FP-023: one item of 60,000 tokens is left out with its reason, and the rest goes in", async () => {
    const { core } = await askSmall(withTotal(8_000), {
      candidates: [doc("huge", filler(60_000), { value: 1 }), doc("small", "Refunds within thirty days.")],
    });
    expect(reasons(core)).toEqual({ huge: "over_budget" });
    expect(includedIds(core)).toContain("small");
    expect(core.findings.map(({ code }) => code)).toContain("larger_than_block");
  });

  test("FP-025: the name of a model is never matched by its beginning", async () => {
    const refused = await askSmall(plain, { model: "case-model-397b" }).catch((error: unknown) => error);
    expect(refused instanceof AppError && refused.code).toBe("unknown_model");
  });

  test("FP-027: unused shares flow to the document of 10,000 tokens, which goes in whole", async () => {
    const small = await smallPolicy("", {
      "policy.yaml":
        'title: Shares.\ntenants: ["*"]\nmodels: [{ name: case-model, window: 32000, reserve_output: 2000 }]\nbudget: { total: 30000, shares: { system: 10, request: 10, evidence: 30, memory: 30, tools: 15, safety: 5 } }\nrouting: { fallback: general }\n',
      "prompt/system.md": `${filler(200, "rule")}\n`,
    });
    const { core } = await askSmall(small, { candidates: [doc("handbook", filler(10_000))] });
    expect(core.included.find(({ id }) => id === "handbook")?.reason).toBe("packed");
    const evidence = core.budget.blocks.find(({ block }) => block === "evidence");
    expect(evidence).toMatchObject({ limit: 9_000, borrowed: (evidence?.used ?? 0) - 9_000 });
    expect(core.findings.map(({ code }) => code)).not.toContain("larger_than_block");
  });
});

const CALL = (id: string, call: string): TurnBody => ({
  id,
  role: "assistant",
  content: null,
  tool_calls: [{ id: call, function: { name: "order_lookup", arguments: "{}" } }],
});
const RESULT = (id: string, call: string, content: string): TurnBody => ({ id, role: "tool", tool_call_id: call, content });

describe("what is cut, and what never is", () => {
  test("FP-029: a call and its result stay or go together at every budget", async () => {
    const turns = [
      turn("t1", filler(30)),
      CALL("t2", "c1"),
      RESULT("t3", "c1", filler(30, "sail")),
      turn("t4", filler(30, "sea"), { role: "assistant" }),
      turn("t5", "And?"),
    ];
    const seen = new Set<string>();
    for (let total = 60; total < 260; total += 3) {
      const { core, assembly } = await askSmall(withTotal(total), { turns });
      const kept = includedIds(core).filter((id) => id.startsWith("t"));
      expect(kept.includes("t2")).toBe(kept.includes("t3"));
      expect(roles(assembly.prompt).filter((role) => role === "tool")).toHaveLength(kept.includes("t3") ? 1 : 0);
      seen.add(kept.join(" "));
    }
    expect([...seen]).toEqual(["t5", "t4 t5", "t2 t3 t4 t5", "t1 t2 t3 t4 t5"]);
  });

  test("FP-031: a result whose call is not there goes, the text beside it stays", async () => {
    const { core, assembly } = await askSmall(plain, {
      turns: [RESULT("t1", "c1", "delivered"), turn("t2", "and also this"), turn("t3", "Fine.", { role: "assistant" })],
    });
    expect(reasons(core)).toEqual({ t1: "group_incomplete" });
    expect(roles(assembly.prompt)).toEqual(["system", "user", "assistant", "user"]);
  });

  test("FP-033: the question is never lost to what is larger than the budget", async () => {
    const { core } = await askSmall(withTotal(100), { candidates: [doc("fact", filler(400))], turns: [turn("t", filler(400))] });
    expect(includedIds(core)).toEqual(["system", "instructions", "question"]);
    expect(reasons(core)).toEqual({ fact: "over_budget", t: "over_budget" });
  });

  test("FP-035: of forty turns the newest ten remain, in order, and the thirty others are named", async () => {
    const small = await smallPolicy("trust_tokens: true\nprompt: { instructions: false }\nbudget: { total: 100 }\n");
    const turns = Array.from({ length: 40 }, (_, at) => turn(`turn ${at + 1}`, `turn ${at + 1}`, { tokens: 10 }));
    const { core } = await askSmall(small, { turns, tokens: { system: 0, question: 0 } });
    expect(core.included.filter(({ kind }) => kind === "turn").map(({ id }) => id)).toEqual(turns.slice(30).map(({ id }) => id));
    expect(core.dropped.map(({ id }) => id)).toEqual(turns.slice(0, 30).map(({ id }) => id));
  });

  test("FP-037: the system text is untouchable, and each loss is told", async () => {
    const small = await smallPolicy("", { "prompt/system.md": "The secret word is marmalade.\n" });
    const candidates = Array.from({ length: 40 }, (_, at) => doc(`c${at}`, filler(1_900, `fact${at}`)));
    const { core, assembly } = await askSmall(withTotal(14_000, small), { candidates });
    expect(textOf(assembly.prompt).startsWith("The secret word is marmalade.")).toBe(true);
    expect(core.dropped.length + core.included.filter(({ kind }) => kind === "document").length).toBe(40);
    expect(core.dropped.length).toBeGreaterThan(30);
  });

  test("FP-039: a refused question leaves nothing behind: the next one is answered as if it had not been", async () => {
    const small = withTotal(8_000);
    const body = { conversation: "c1", turns: [turn("t", "Hello.")] };
    const before = await askSmall(small, body);
    const refused = await askSmall(small, { ...body, candidates: [doc("huge", filler(50_000), { pinned: true })] }).catch(
      (error: unknown) => error,
    );
    expect(refused instanceof AppError && refused.code).toBe("pinned_over_budget");
    expect((await askSmall(small, body)).core).toEqual(before.core);
  });
});

describe("order", () => {
  test("FP-049: ties are broken by id, so that five parallel runs choose the same", async () => {
    const candidates = Array.from({ length: 38 }, (_, at) =>
      doc(`c${(at * 7) % 38}`, `Statement ${String((at * 7) % 38).padStart(2, "0")} of the harbour.`, {
        value: at < 10 ? 0.9 : 0.5,
      }),
    );
    const runs = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        askSmall(withTotal(300), { candidates: at % 2 === 0 ? candidates : [...candidates].reverse() }),
      ),
    );
    for (const { core } of runs) expect(core).toEqual(runs[0]?.core);
    const tied = candidates
      .filter(({ value }) => value === 0.5)
      .map(({ id }) => id)
      .sort();
    const kept = tied.filter((id) => includedIds(runs[0]?.core as never).includes(id));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(tied.slice(0, kept.length));
  });

  test.each(["openai-chat", "text"] as const)(
    "FP-051: system, stable facts, then this question's evidence and conversation, the question last: %s",
    async (format) => {
      const { core } = await askSmall(plain, {
        format,
        turns: [turn("t1", "One."), turn("t2", "Two.", { role: "assistant" }), turn("t3", "Three.")],
        candidates: [
          doc("fresh", "Refunds within thirty days."),
          { id: "stable", kind: "memory", pinned: true, text: "Customer since 2019." },
        ],
      });
      expect(includedIds(core)).toEqual(["system", "stable", "fresh", "t1", "t2", "t3", "instructions", "question"]);
    },
  );
});

describe("access", () => {
  const secret = doc("salaries", "Salaries of the harbour master.", {
    acl: { groups: ["hr"] },
    relevance: 1,
    value: 1,
    label: "Salaries",
  });

  test("FP-053: what the caller may not see is in no payload, no list, no score and no count", async () => {
    const { core, assembly } = await askSmall(plain, {
      question: "Salaries of the harbour master?",
      candidates: [secret, doc("open", "Open.")],
    });
    const without = await askSmall(plain, { question: "Salaries of the harbour master?", candidates: [doc("open", "Open.")] });
    expect(JSON.stringify(core)).toBe(JSON.stringify(without.core));
    expect(textOf(assembly.prompt)).toBe(textOf(without.assembly.prompt));
    expect(includedIds((await askSmall(plain, { candidates: [secret] }, ["hr"])).core)).toContain("salaries");
  });

  test("FP-055: one tenant is not enough: what belongs to another person is denied", async () => {
    const mine = doc("note", "A private note.", { acl: { subjects: ["alex"] } });
    const others = doc("note", "A private note.", { acl: { subjects: ["kim"] } });
    expect(includedIds((await askSmall(plain, { candidates: [mine] })).core)).toContain("note");
    expect(JSON.stringify((await askSmall(plain, { candidates: [others] })).core)).not.toContain('note"');
  });

  test("FP-061: a refusal is not remembered: with the right the next question has it, and without it again the one after has not", async () => {
    const hasSecret = async (groups: readonly string[]) =>
      includedIds((await askSmall(plain, { candidates: [secret] }, groups)).core).includes("salaries");
    expect([await hasSecret([]), await hasSecret(["hr"]), await hasSecret([])]).toEqual([false, true, false]);
  });

  test("FP-197: of fifteen weak items none goes in, each says by how much, and a label of theirs in an answer is told as not sent", async () => {
    const floor = await smallPolicy("filters: { relevance_floor: 0.3 }\n");
    const weak = Array.from({ length: 15 }, (_, at) =>
      doc(`weak${at}`, `Weak text ${at}.`, { relevance: 0.1, label: `Weak ${at}` }),
    );
    const { core, assembly } = await askSmall(floor, { question: "Anything?", candidates: weak });
    expect(core.dropped.map(({ reason, detail }) => [reason, detail])).toEqual(
      weak.map(() => ["low_relevance", expect.objectContaining({ relevance: 0.1, floor: 0.3 })]),
    );
    expect(textOf(assembly.prompt)).not.toContain("Weak");
  });

  test("FP-059: fifty questions at once never hold another person's word", async () => {
    const ask = async (at: number) =>
      textOf(
        (
          await askSmall(plain, {
            candidates: [{ id: "m", kind: "memory", text: `The word of person ${at % 10} is unique${at % 10}x.` }],
          })
        ).assembly.prompt,
      );
    const texts = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(at)));
    for (const [at, text] of texts.entries()) expect(text.match(/unique\dx/g)).toEqual([`unique${at % 10}x`]);
  });

  test.each([{}, { groups: [] }, { subjects: [], groups: [], plans: [] }])(
    "FP-063: an empty list fits nobody: %j",
    async (acl) => {
      const { core } = await askSmall(plain, { candidates: [{ ...secret, acl }] }, ["hr"]);
      expect([...core.included, ...core.dropped].map(({ id }) => id)).not.toContain("salaries");
    },
  );
});

describe("what is current, and what is said twice", () => {
  test("FP-075: of two values of one thing only the later is current, and the earlier is named as replaced by it", async () => {
    const { core } = await askSmall(plain, {
      candidates: [
        { id: "jan", kind: "memory", text: "Diet: vegetarian.", key: "user.diet", published_at: "2026-01-10" },
        { id: "jun", kind: "memory", text: "Diet: omnivore.", key: "user.diet", published_at: "2026-06-10" },
      ],
    });
    expect(core.dropped).toMatchObject([{ id: "jan", reason: "superseded", detail: { by: "jun" } }]);
  });

  test("FP-077: the winner of a conflict keeps its score, only the loser is held back", async () => {
    const small = await smallPolicy("", {
      "topics.yaml": "topics:\n  window: { words: { en: [refund window] }, value: duration, resolve: newest }\n",
    });
    const newer = doc("new", "The refund window is 30 days.", { published_at: "2026-11-01", trust: 0.9, relevance: 0.8 });
    const older = doc("old", "The refund window is 14 days.", { published_at: "2026-10-01", trust: 0.4, relevance: 0.8 });
    const [alone, both] = [await askSmall(small, { candidates: [newer] }), await askSmall(small, { candidates: [newer, older] })];
    expect(reasons(both.core)).toEqual({ old: "lost_conflict" });
    expect(both.core.scoring.find(({ id }) => id === "new")).toEqual(alone.core.scoring[0]);
    expect(both.core.scoring.find(({ id }) => id === "old")?.signals.conflict_risk.value).toBe(1);
    expect(both.core.conflicts).toMatchObject([{ topic: "window", winner: "new", losers: ["old"] }]);
  });

  test("FP-095: many weak passages of one text do not outrank one strong passage", async () => {
    const weak = Array.from({ length: 8 }, (_, at) =>
      doc(`long_${at}`, `Passage ${at}: ${filler(20, `weak${at}`)}`, { relevance: 0.3 }),
    );
    const { core } = await askSmall(withTotal(150), {
      candidates: [...weak, doc("short", `The answer: ${filler(20, "strong")}`, { relevance: 0.9 })],
    });
    expect(includedIds(core)[1]).toBe("short");
  });

  test.each([
    [
      "Delivery of the parcel to the old harbour is planned for the morning of 3 March",
      "Delivery of the parcel to the old harbour is planned for the morning of 13 March",
    ],
    [
      "For every customer of the shop the limit of one single order is 1000 euros at most",
      "For every customer of the shop the limit of one single order is 10000 euros at most",
    ],
    [
      "The return of goods that were opened at home by the buyer is allowed in every shop",
      "The return of goods that were opened at home by the buyer is not allowed in every shop",
    ],
    [
      "If the parcel was opened at home by the buyer on the day of delivery, the fee can be paid back.",
      "If the parcel was opened at home by the buyer on the day of delivery, the fee cannot be paid back.",
    ],
    [
      "The goods that were opened at home by the buyer are taken back in every shop in March.",
      "The goods that were opened at home by the buyer are taken back in every shop in April.",
    ],
    [
      "Die Rückgabe nach Ablauf der Frist von dreißig Tagen geht.",
      "Die Rückgabe nach Ablauf der Frist von dreißig Tagen geht nicht.",
    ],
  ])("FP-097: statements that differ in a number, a date or a denial both stay: %s", async (one, other) => {
    const { core } = await askSmall(await smallPolicy("filters: { near_duplicate: 0.5 }"), {
      candidates: [doc("a", one), doc("b", other)],
    });
    expect(core.dropped).toEqual([]);
  });

  test("FP-099: the same text with another time of fetching or another revision takes one place", async () => {
    const text = "Refunds are possible within thirty days of delivery, for every plan.";
    const { core } = await askSmall(plain, {
      candidates: [
        doc("a", text, { published_at: "2026-11-28" }),
        doc("b", `${text}\r\n`, { published_at: "2026-11-29" }),
        doc("c", text, { key: "refunds", version: 4 }),
        doc("d", text, { key: "refunds", version: 3 }),
      ],
    });
    expect(core.included.filter(({ kind }) => kind === "document")).toHaveLength(1);
    expect(Object.values(reasons(core)).sort()).toEqual(["duplicate", "duplicate", "superseded"]);
  });
});

test("FP-133, FP-137: an empty or failed result of a tool becomes a short line, never an empty block", async () => {
  const { assembly, core } = await askSmall(plain, {
    turns: [turn("t1", "Where is it?"), CALL("t2", "c1"), RESULT("t3", "c1", ""), turn("t4", "Hm.", { role: "assistant" })],
    candidates: [{ id: "r", kind: "tool_result", tool: "site_fetch", text: "<html>403</html>", status: "error" }],
  });
  const messages = chatMessages(assembly.prompt);
  expect(messages.find(({ role }) => role === "tool")?.content).toBe("order lookup failed");
  for (const { role, content } of messages) if (role !== "assistant") expect(String(content).trim()).not.toBe("");
  expect(textOf(assembly.prompt)).toContain("- [r] site fetch failed\n");
  expect(textOf(assembly.prompt)).not.toContain("403");
  expect(core.included.filter(({ reason }) => reason === "replaced").map(({ id }) => id)).toEqual(["t3", "r"]);
});
