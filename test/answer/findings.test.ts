/** What an answer gives reason to say: cut, too long, refused, off in its tokens, of another model, citing nothing. */
import { describe, expect, test } from "vitest";
import { codesOf, coreWith, judge } from "./judge-fixture.ts";

const messageOf = (code: string, ...given: Parameters<typeof judge>): string | undefined =>
  judge(...given).findings.find((one) => one.code === code)?.message;
const ALL = "[Injury readiness] [Mobility baseline]";

describe("primaries", () => {
  test("that an answer cites nowhere are named, where it cites others", () => {
    expect(judge("[Injury readiness]").findings).toEqual([
      {
        code: "primary_uncited",
        message: "The question stands on Mobility baseline, and the answer cites it nowhere.",
        items: ["baseline_mobility"],
      },
    ]);
    expect(codesOf(judge(ALL))).toEqual([]);
  });

  test("of an answer that cites nothing at all are one finding with the rest", () => {
    expect(codesOf(judge("Rest."))).toEqual(["nothing_cited"]);
  });

  test.each(["tool_calls", "tool_use", "refusal"])("are not missed where the answer ended with %s", (finish_reason) => {
    const codes = codesOf(judge({ text: "Let me look.", finish_reason }));
    expect(codes.filter((code) => code === "primary_uncited" || code === "nothing_cited")).toEqual([]);
  });

  test.each(["length", "stop", undefined])("are not missed where nothing was said before it ended with %s", (finish_reason) => {
    for (const text of ["", " \n", "..."]) expect(codesOf(judge({ text, finish_reason }))).not.toContain("nothing_cited");
    expect(codesOf(judge({ text: "Rest.", finish_reason }))).toContain("nothing_cited");
  });
});

describe("an answer that was cut", () => {
  test.each([
    "length",
    "max_tokens",
    "max_output_tokens",
    "incomplete",
    "MAX_TOKENS",
    "FinishReason.MAX_TOKENS",
    "FINISH_REASON_LENGTH",
    "model_context_window_exceeded",
  ])("is told by %s", (reason) => {
    expect(codesOf(judge({ text: ALL, finish_reason: reason }))).toEqual(["answer_cut"]);
  });

  test("says that the reserve is too small, with the numbers", () => {
    const usage = { input_tokens: 300, output_tokens: 2_000, output_tokens_details: { reasoning_tokens: 1_500 } };
    expect(messageOf("answer_cut", { text: ALL, finish_reason: "length", usage })).toBe(
      "The answer was cut at its limit after 2000 tokens (1500 of them reasoning), and 2000 are reserved: reserve_output is too small.",
    );
  });

  test("before its reserve was used up had a smaller limit from elsewhere", () => {
    const usage = { input_tokens: 300, output_tokens: 1_999 };
    expect(messageOf("answer_cut", { text: ALL, finish_reason: "length", usage })).toBe(
      "The answer was cut at its limit after 1999 tokens, before the 2000 that are reserved were used up: the call had a smaller limit of its own.",
    );
  });

  test.each(["stop", "STOP", "end_turn", "completed", "stop_sequence", "weird", undefined])("is not told by %s", (reason) => {
    expect(codesOf(judge({ text: ALL, finish_reason: reason }))).toEqual([]);
  });
});

describe("length", () => {
  const words = (count: number): string => `${ALL} ${"word ".repeat(count)}`;
  test("is counted without citations and targets of links, and at the limit nothing is said", () => {
    expect(judge(words(20)).words).toEqual({ count: 20, allowed: 20 });
    expect(codesOf(judge(words(20)))).toEqual([]);
    expect(judge(`${words(19)}[word](https://a.example/b/c)`).words.count).toBe(20);
  });

  test("one over the limit is a finding with both numbers", () => {
    expect(messageOf("answer_too_long", words(21))).toBe("The answer has 21 words, and the instructions allow 20.");
  });
});

describe("tokens", () => {
  const withUsage = (input: number, core = coreWith()) => judge({ text: ALL, usage: { input_tokens: input } }, core);

  test("of an exact count may be off by 2 % or 16, whichever is more", () => {
    expect(withUsage(300).tokens).toEqual({
      ...{ counted: 300, exact: true, from: 284, to: 316, measured: 300, ratio: 1, cached_share: null },
    });
    expect([283, 284, 316, 317].map((input) => codesOf(withUsage(input)))).toEqual([["tokens_off"], [], [], ["tokens_off"]]);
    const { budget } = coreWith();
    const large = coreWith(undefined, { budget: { ...budget, used: 10_000 } });
    expect([withUsage(10_200, large), withUsage(10_201, large)].map(codesOf)).toEqual([[], ["tokens_off"]]);
  });

  test("of an estimate may be as low as the count before its margin", () => {
    const { budget, versions } = coreWith();
    const core = coreWith(undefined, {
      budget: { ...budget, used: 1_350, exact: false },
      versions: { ...versions, tokenizer: "o200k_base*1.35" },
    });
    expect(withUsage(1_000, core).tokens).toMatchObject({ from: 900, to: 1_485, ratio: 0.741 });
    expect([899, 900, 1_485, 1_486].map((input) => codesOf(withUsage(input, core)))).toEqual([
      ["tokens_off"],
      [],
      [],
      ["tokens_off"],
    ]);
  });

  test("that are off are told with both numbers and the margin", () => {
    expect(withUsage(450).findings[0]?.message).toBe(
      "The provider measured 450 input tokens where 300 were counted (ratio 1.5); 284 to 316 would be within the margin.",
    );
  });

  test("from a cache are a share of all input", () => {
    const usage = { input_tokens: 100, cache_read_input_tokens: 150, cache_creation_input_tokens: 50, output_tokens: 5 };
    expect(judge({ text: ALL, usage }).tokens).toMatchObject({ measured: 300, cached_share: 0.5 });
  });
});

test.each([
  ["gpt-4o-mini", []],
  ["gpt-4o-mini-2024-07-18", []],
  ["openai/gpt-4o-mini", []],
  ["claude-opus-5", ["other_model"]],
  ["gpt-4o", ["other_model"]],
  ["gpt-4o-mini-audio", ["other_model"]],
])("an answer of %s to a prompt for gpt-4o-mini", (model, codes) => {
  expect(codesOf(judge({ text: ALL, model }))).toEqual(codes);
});

test("a refusal is told", () => {
  expect(codesOf(judge({ text: "", finish_reason: "content_filter" }))).toEqual(["answer_refused"]);
  expect(codesOf(judge({ text: "", finish_reason: "content-filter" }))).toEqual(["answer_refused"]);
});

describe("a block that says that the model refused", () => {
  const refusal = { type: "refusal", refusal: "I can't help with that." };
  const message = { type: "message", role: "assistant", status: "completed", content: [refusal] };

  test.each([
    ["in a message of the Responses, with `completed`", [message], "completed"],
    ["in a message that a filter stopped", [message], "incomplete"],
    ["by itself, as the parts of a chat message", [refusal], "stop"],
    ["without a reason", [{ type: "reasoning", summary: [] }, message], undefined],
  ])("%s: is a refusal, and nothing is missed", (_, content, finish_reason) => {
    const judged = judge({ content, finish_reason });
    expect([judged.finish, codesOf(judged)]).toEqual([{ reason: finish_reason ?? null, kind: "refused" }, ["answer_refused"]]);
  });

  test("is looked for beside a text too, and no text that says so is one", () => {
    expect(judge({ text: ALL, content: [message], finish_reason: "completed" }).finish.kind).toBe("refused");
    const said = { type: "message", content: [{ type: "output_text", text: "refusal" }] };
    expect(judge({ content: [said], finish_reason: "completed" }).finish.kind).toBe("complete");
  });
});

test("the same answer to the same manifest gives the same record, whatever came between", () => {
  const first = judge(ALL);
  judge("Something else [4.2]");
  expect(judge(ALL)).toEqual(first);
});
