/** What is said twice: what its copies are good for counts, and what waited for another goes in when that falls. */
import { describe, expect, test } from "vitest";
import type { CandidateBody } from "../../../src/service/items-body.ts";
import { askSmall, includedIds, reasons, smallPolicy } from "../../support/small-policy.ts";

const topics = (resolve: string) => ({
  "topics.yaml": `topics:
  window: { words: { en: [window] }, value: duration, resolve: ${resolve} }
  status: { words: { en: [account status] }, value: [active, canceled pending], resolve: ${resolve} }
`,
});

const doc = (id: string, text: string, rest: Partial<CandidateBody> = {}): CandidateBody => ({
  ...{ id, kind: "document", text },
  ...rest,
});

describe("a copy is dropped, and what it is good for is not", () => {
  test("newest: the text is as new as the newest copy of it", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("newest")), {
      candidates: [
        doc("a", "The window is 14 days.", { relevance: 0.9, published_at: "2023-01-01" }),
        doc("b", "The window is 14 days.", { relevance: 0.8, published_at: "2026-06-01" }),
        doc("new", "The window is 30 days.", { relevance: 0.9, published_at: "2026-01-01" }),
      ],
    });
    expect(reasons(core)).toEqual({ b: "duplicate", new: "lost_conflict" });
  });

  test("trust: the text is as trusted as the best copy of it", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("trust")), {
      candidates: [
        doc("a", "The window is 14 days.", { relevance: 0.9, trust: 0.2 }),
        doc("b", "The window is 14 days.", { relevance: 0.8, trust: 1 }),
        doc("other", "The window is 30 days.", { relevance: 0.9, trust: 0.5 }),
      ],
    });
    expect(reasons(core)).toEqual({ b: "duplicate", other: "lost_conflict" });
  });

  test("tool_over_text: a text that a tool says too is a tool's", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("tool_over_text")), {
      candidates: [
        doc("a", "Account status: active", { relevance: 0.9 }),
        { id: "tool", kind: "tool_result", tool: "lookup", status: "ok", text: "Account status: active", relevance: 0.8 },
        doc("old", "Account status: canceled pending", { relevance: 0.9 }),
      ],
    });
    expect(reasons(core)).toEqual({ tool: "duplicate", old: "lost_conflict" });
  });

  test("claims that a copy was given are claims of the text", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("newest")), {
      candidates: [
        doc("a", "Two weeks it is.", { relevance: 0.9, published_at: "2023-01-01" }),
        doc("b", "Two weeks it is.", { relevance: 0.8, published_at: "2023-01-01", claims: { window: "14 days" } }),
        doc("new", "The window is 30 days.", { published_at: "2026-01-01" }),
      ],
    });
    expect(reasons(core)).toEqual({ a: "lost_conflict", b: "duplicate" });
  });

  test("a newer text inside an older one vouches for it", async () => {
    const inner = "The window is 14 days for all that the shop at the harbour sells.";
    const { core } = await askSmall(await smallPolicy("", topics("newest")), {
      candidates: [
        doc("inner", inner, { published_at: "2026-06-01" }),
        doc("outer", `${inner} The shop is open on Sundays.\n\nIt has a door to the quay and one to the street.`, {
          published_at: "2023-01-01",
        }),
        doc("new", "The window is 30 days.", { published_at: "2026-01-01" }),
      ],
    });
    expect(reasons(core)).toEqual({ inner: "contained", new: "lost_conflict" });
  });
});

describe("a near duplicate goes in where the text that says more does not", () => {
  const sentences = Array.from(
    { length: 24 },
    (_, at) => `The shop in street ${at + 1} opens at nine and its manager answers questions about lamps.`,
  );
  const said = sentences.join(" ");
  const active: CandidateBody = { id: "tool", kind: "tool_result", tool: "lookup", status: "ok", text: "Account status: active" };

  test("it is the near duplicate of a text that goes in", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("tool_over_text")), {
      candidates: [doc("more", `${said} They are closed on holidays.`, { value: 0.9 }), doc("less", said, { value: 0.5 })],
    });
    expect(core.dropped).toMatchObject([{ id: "less", reason: "near_duplicate", stage: "filter", detail: { of: "more" } }]);
    expect(Number(core.dropped[0]?.detail["similarity"])).toBeGreaterThan(0.9);
  });

  test("it is tried where that loses a conflict", async () => {
    const { core } = await askSmall(await smallPolicy("", topics("tool_over_text")), {
      candidates: [
        doc("more", `${said} Account status: canceled pending.`, { value: 0.9 }),
        doc("less", said, { value: 0.5 }),
        active,
      ],
    });
    expect(reasons(core)).toEqual({ more: "lost_conflict" });
    expect(includedIds(core)).toContain("less");
  });

  test("it is tried where that is larger than the room", async () => {
    const { core } = await askSmall(await smallPolicy("budget: { total: 600 }\ntrust_tokens: true"), {
      candidates: [
        doc("more", `${said} They are closed on holidays.`, { value: 0.9, tokens: 900 }),
        doc("less", said, { value: 0.5, tokens: 400 }),
      ],
    });
    expect(reasons(core)).toEqual({ more: "over_budget" });
    expect(includedIds(core)).toContain("less");
  });
});
