/** Faults of other projects in how a conversation is cut and sent, in every format; numbers as in field-problems.test.ts. */
import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { FORMATS, type Format } from "../../../src/policy/schema/policy-file.ts";
import type { TurnBody } from "../../../src/service/items-body.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { sentTexts } from "../../support/sent.ts";
import { askSmall, type SmallAnswer, smallPolicy } from "../../support/small-policy.ts";

const plain = await smallPolicy("");

/** Null for a refusal. The answer itself is checked by the validator of its format before it gets here. */
async function ask(format: Format, total: number, body: Partial<QuestionBody>): Promise<SmallAnswer | null> {
  try {
    return await askSmall({ ...plain, policy: { ...plain.policy, budgetTotal: total } }, { ...body, format });
  } catch (error) {
    if (error instanceof AppError && error.code === "pinned_over_budget") return null;
    throw error;
  }
}

const TURNS: readonly TurnBody[] = [
  { id: "t1", role: "user", content: "Where is my order?" },
  { id: "t2", role: "assistant", content: null, tool_calls: [{ id: "c1", function: { name: "order_lookup", arguments: "{}" } }] },
  { id: "t3", role: "tool", tool_call_id: "c1", content: "It was delivered on Monday." },
  { id: "t4", role: "assistant", content: "On Monday." },
  { id: "t5", role: "user", content: "Are you sure about that?" },
];
const TOOLS = [{ name: "order_lookup", parameters: {} }];

describe.each(FORMATS)("%s", (format) => {
  test("FP-029, FP-031: no trim leaves a tool's result without its call, and every state between none and all is reached", async () => {
    const seen = new Set<string>();
    for (let total = 40; total <= 700; total += format === "anthropic-messages" || total < 200 ? 3 : 100) {
      const answer = await ask(format, total, { turns: TURNS, tools: TOOLS });
      const turns = answer?.core.included.filter(({ kind }) => kind === "turn").map(({ id }) => id) ?? [];
      expect(turns.includes("t2")).toBe(turns.includes("t3"));
      seen.add(turns.join(" "));
    }
    expect([...seen].sort()).toEqual(["", "t1 t2 t3 t4 t5", "t2 t3 t4 t5", "t4 t5", "t5"].sort());
  });

  test("FP-033: what is larger than the budget is left out, never the question", async () => {
    const candidates = [{ id: "d", kind: "document", text: "harbour ".repeat(400) } as const];
    const answer = await ask(format, 100, { candidates });
    expect(answer?.core.dropped.map(({ id }) => id)).toEqual(["d"]);
    expect(sentTexts(answer?.assembly.prompt as never).at(-1)).toContain("Question: Can I still get a refund?\n");
  });

  test("a question larger than the window is refused with the arithmetic, never sent as nothing", async () => {
    const question = "harbour ".repeat(900).trim();
    await expect(
      askSmall({ ...plain, policy: { ...plain.policy, budgetTotal: 500 } }, { question, format, turns: TURNS, tools: TOOLS }),
    ).rejects.toMatchObject({
      code: "pinned_over_budget",
      details: { extra: { limit: 500, largest: expect.arrayContaining([{ id: "question", tokens: expect.any(Number) }]) } },
    });
    expect(JSON.stringify((await ask(format, 1_700, { question }))?.assembly.prompt)).not.toContain("undefined");
  });

  test("FP-189: every text of the policy is sent, in its order and once", async () => {
    const small = await smallPolicy("", { "safety.yaml": "rules:\n  - Never promise a refund.\n" });
    const { assembly } = await askSmall(small, { format, turns: TURNS });
    const all = sentTexts(assembly.prompt).join("");
    expect(all.split("Answer from what is given.\n")).toHaveLength(2);
    expect(all.split("- Never promise a refund.\n")).toHaveLength(2);
    expect(all.indexOf("Answer from")).toBeLessThan(all.indexOf("Never promise"));
    expect(all.indexOf("Never promise")).toBeLessThan(all.indexOf("Where is my order?"));
  });
});
