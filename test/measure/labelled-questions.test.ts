/** Reading labelled questions: every fault with its line, what was expected and what was got. */
import { expect, test } from "vitest";
import { readQuestions } from "../../src/measure/labelled-questions.ts";

const GOOD = { question: "Is it far?", lang: "en", intents: ["training"], outcome: "single" };
const lineOf = (more: object = {}): string => JSON.stringify({ ...GOOD, ...more });
const read = (text: string | Uint8Array) =>
  readQuestions("q.jsonl", typeof text === "string" ? new TextEncoder().encode(text) : text, ["training", "injury"]);

test("questions keep their lines over blank ones, a byte order mark, line ends of Windows and members that are not ours", () => {
  expect(read(`\uFEFF${lineOf({ id: "x" })}\r\n\r\n${lineOf({ tags: ["a"], scope: "week", referral: true })}`)).toEqual({
    questions: [
      { ...GOOD, line: 1 },
      { ...GOOD, tags: ["a"], scope: "week", referral: true, line: 3 },
    ],
  });
});

test.each([
  [{ question: " " }, "question: expected text that is not blank"],
  [{ question: 7 }, "question: expected text, got the number 7"],
  [{ lang: "english please" }, 'lang: "english please" does not fit: a language is a BCP 47 tag such as en or pt-BR'],
  [{ lang: undefined }, "lang: expected text, got nothing"],
  [{ outcome: "singel" }, 'outcome: expected one of single, tie, inconclusive, got the text "singel"; did you mean "single"?'],
  [{ scope: "year" }, 'scope: expected one of today, week, months, none, got the text "year"'],
  [{ referral: "yes" }, 'referral: expected true or false, got the text "yes"'],
  [{ tags: "tie" }, 'tags: expected a list, got the text "tie"'],
  [{ intents: [] }, "intents: expected at least one intent for single, got 0"],
  [{ outcome: "tie" }, "intents: expected at least two intents for tie, got 1"],
  [{ outcome: "inconclusive" }, "intents: expected no intents for inconclusive, got 1"],
  [{ outcome: "tie", intents: ["injury", "injury"] }, "intents: expected each intent once, got one twice"],
  [{ intents: ["trainin"] }, 'intents.0: expected an intent of the policy, got "trainin"; did you mean "training"?'],
])("a line with %j is told with its line", (more, fault) => {
  const { faults } = read(`${lineOf()}\n${lineOf(more)}\n`) as { faults: readonly string[] };
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`q.jsonl:2 ${fault}`);
});

test("every fault of every line is told at once, in the order of the file", () => {
  const { faults } = read(`[]\n{"question": \n${lineOf()}\n${lineOf({ lang: 1, outcome: 2 })}`) as { faults: readonly string[] };
  expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["q.jsonl:1", "q.jsonl:2", "q.jsonl:4", "q.jsonl:4"]);
  expect(faults[0]).toBe("q.jsonl:1 expected a JSON object, got an empty list");
  expect(faults[1]).toMatch(/^q\.jsonl:2 expected a JSON object, got text that is no JSON: .*; it stands on one line, whole$/);
});

test("a member that is given twice is a fault, for nobody knows which was meant", () => {
  const fault = "q.jsonl:2 outcome: expected one value, got several, at characters 1 and 21";
  expect(read(`${lineOf()}\n{"outcome":"routed", "outcome":"routed"}`)).toEqual({ faults: [fault] });
});

test("a file without a question, or of other bytes than UTF-8, is a fault of the file", () => {
  const expected = (got: string) => `q.jsonl: expected a question a line, got ${got}; docs/measuring.md says what a line holds`;
  expect(read("")).toEqual({ faults: [expected("an empty file")] });
  expect(read("\n\n")).toEqual({ faults: [expected("blank lines only")] });
  expect(read(Uint8Array.of(0xff, 0xfe))).toEqual({ faults: ["q.jsonl: expected UTF-8, got other bytes"] });
});
