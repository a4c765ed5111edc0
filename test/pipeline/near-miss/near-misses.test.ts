/** What a near miss says of room: at which limit, in which form, and who goes for it. */
import { describe, expect, test } from "vitest";
import { missesOf, nearMisses } from "../../../src/pipeline/near-miss/near-misses.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { type Random, randomOf } from "../../support/random-request.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../../support/small-policy.ts";
import { wantsOf } from "../../support/wants.ts";

const plain = await smallPolicy("");
const shortening = await smallPolicy("compress: { kinds: [document] }\n");
const sharing = await smallPolicy(
  "budget: { shares: { system: 20, request: 15, evidence: 45, memory: 10, tools: 5, safety: 5 }, borrow: false }\ncompress: { kinds: [document] }\n",
);
const surface = await smallPolicy("", {
  "topics.yaml": "topics:\n  window: { words: { en: [window] }, value: duration, resolve: surface }\n",
});

const withTotal = (small: SmallPolicy, budgetTotal: number): SmallPolicy => ({
  ...small,
  policy: { ...small.policy, budgetTotal },
});

async function missed(small: SmallPolicy, total: number, body: Partial<QuestionBody>) {
  const { assembly, core } = await askSmall(withTotal(small, total), body);
  return { core, misses: missesOf(assembly), told: nearMisses(assembly) };
}

const formsOf = async (small: SmallPolicy, total: number, body: Partial<QuestionBody>) => {
  const { core } = await askSmall(withTotal(small, total), body);
  return Object.fromEntries(core.included.map(({ id, reason }) => [id, reason]));
};

const long = (id: string, value: number) => ({
  ...{ id, kind: "document" as const, value },
  text: "The harbour has a museum of sails. The boats leave at nine. The bakery opens at six. A ferry goes to the island on Sundays.",
});

const SENTENCES = [
  ...["harbour has a museum of sails.", "boats leave at nine.", "bakery opens at six in the morning."],
  ...["refund of tickets takes three weeks.", "ferry goes to the island on Sundays.", "lighthouse is closed in winter."],
] as const;
const WHOSE = ["old", "new", "big", "far"] as const;

const sentences = (random: Random, at: number) => ({
  ...{ id: `d${at}`, kind: "document" as const, value: (1 + random.below(10)) / 10 },
  text: SENTENCES.slice(random.below(3), 3 + random.below(4))
    .map((rest) => `The ${WHOSE[at]} ${rest}`)
    .join(" "),
});

describe("where an item may be shortened", () => {
  test("the limit named is one at which its sentences begin to fit, not one for all of it", async () => {
    const body = { candidates: [long("guide", 0.5)] };
    const { misses } = await missed(shortening, 60, body);
    const [total] = misses.flatMap((miss) => miss.total ?? []);
    expect(misses).toMatchObject([{ id: "guide", reason: "over_budget" }]);
    expect(await formsOf(shortening, total ?? 0, body)).toMatchObject({ guide: "compressed" });
    expect((await formsOf(shortening, (total ?? 0) - 1, body))["guide"]).toBeUndefined();
  });

  test("what was shortened and stays in, shortened, is not said to go", { timeout: 60_000 }, async () => {
    let [kept, gone] = [0, 0];
    for (let seed = 0; seed < 400; seed += 1) {
      const random = randomOf(seed);
      const small = random.pick([shortening, sharing]);
      const total = 75 + random.below(120);
      const candidates = Array.from({ length: 2 + random.below(3) }, (_, at) => sentences(random, at));
      const before = await formsOf(small, total, { candidates });
      const { misses } = await missed(small, total, { candidates });
      for (const miss of misses) {
        const { displaces, total: enough } = miss;
        const lent = { ...small, policy: { ...small.policy, borrow: small.policy.borrow || wantsOf(miss).borrow } };
        const after = await formsOf(lent, enough ?? total, { candidates });
        expect(displaces, `${seed}: ${JSON.stringify(miss)}`).toEqual(Object.keys(before).filter((id) => !(id in after)));
        kept += Object.keys(before).filter((id) => before[id] === "compressed" && after[id] === "compressed").length;
        gone += displaces.length;
      }
    }
    expect(Math.min(kept, gone)).toBeGreaterThan(2);
  });
});

describe("who goes is named one by one", () => {
  const big = { id: "big", kind: "document" as const, value: 1, text: "harbour ".repeat(60) };

  test("each turn of a call and its results", async () => {
    const turns = [
      {
        id: "call",
        role: "assistant" as const,
        content: null,
        value: 0.1,
        tool_calls: [{ id: "c", function: { name: "shop", arguments: "{}" } }],
      },
      { id: "result", role: "tool" as const, tool_call_id: "c", content: "Open until nine.", value: 0.1 },
    ];
    const { core, misses } = await missed(plain, 100, { candidates: [big], turns });
    expect(core.included.filter(({ kind }) => kind === "turn").map(({ id }) => id)).toEqual(["call", "result"]);
    expect(misses).toMatchObject([{ id: "big", displaces: ["call", "result"] }]);
  });

  test("each of what the policy wants side by side", async () => {
    const candidates = [
      big,
      { id: "one", kind: "memory" as const, value: 0.1, text: "The window is 14 days." },
      { id: "other", kind: "memory" as const, value: 0.1, text: "The window is 30 days." },
    ];
    const { core, misses } = await missed(surface, 110, { candidates });
    expect(core.included.filter(({ kind }) => kind === "memory").map(({ id }) => id)).toEqual(["one", "other"]);
    expect(misses).toMatchObject([{ id: "big", displaces: ["one", "other"] }]);
  });
});

test("a limit beyond the model's window is not said to do", async () => {
  const [miss] = (
    await missed(plain, 4_000, { candidates: [{ id: "archive", kind: "document", text: "harbour ".repeat(15_000) }] })
  ).told;
  expect(miss).toMatchObject({ id: "archive", change: "budget_tokens", total: null });
  expect(miss?.message).toBe("It takes a limit of 15064 tokens instead of 4000, and the model's window leaves 14000.");
});
