/** `winnow eval routing` on questions whose verdicts were worked out by hand. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EvalOptions, evalRouting } from "../../src/cli/eval-routing.ts";
import { judge, type LabelledQuestion, listen, type Verdict } from "../../src/measure/routing-figures.ts";
import { loadCoaching } from "../support/coaching.ts";
import { COACHING_QUESTIONS, runVerb } from "./run-verb.ts";

const evaluate = (more: Partial<EvalOptions> = {}) =>
  runVerb<EvalOptions>(evalRouting, { json: false, grid: false, all: false, ...more });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-eval-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const BOTH = "Should I train through this pain?";
const FOOD = "What is a good breakfast?";

describe("a verdict", async () => {
  const { policy, snapshot } = await loadCoaching();
  test.each<[Verdict, LabelledQuestion["outcome"], readonly string[], string]>([
    ["right", "single", ["nutrition"], FOOD],
    ["right", "single", ["nutrition", "training"], FOOD],
    ["half", "single", ["training", "nutrition"], FOOD],
    ["kept", "single", ["injury"], BOTH],
    ["missed", "single", ["conditions"], BOTH],
    ["missed", "single", ["nutrition"], "Does kombucha count?"],
    ["wrong", "single", ["training"], FOOD],
    ["right", "tie", ["injury", "training"], BOTH],
    ["half", "tie", ["training", "nutrition"], FOOD],
    ["kept", "tie", ["training", "recovery"], BOTH],
    ["missed", "tie", ["recovery", "training"], BOTH],
    ["wrong", "tie", ["training", "recovery"], FOOD],
    ["right", "inconclusive", [], "Who painted the ceiling of that chapel?"],
    ["kept", "inconclusive", [], BOTH],
    ["wrong", "inconclusive", [], FOOD],
  ])("is %s for a %s question about %j that is read as: %s", (verdict, outcome, intents, question) => {
    const listened = listen({ question, lang: "en", intents, outcome }, policy, snapshot.languages);
    expect(judge(listened, policy).verdict).toBe(verdict);
  });
});

test.each([
  ["Can I move the intervals from Tuesday to Friday?", "week"],
  ["Is there a session on Wednesday?", "week"],
  ["What do I run today?", "today"],
])("the scope of %j is %s: a day is never asked about by its name on itself", async (question, scope) => {
  const { policy, snapshot } = await loadCoaching();
  const asked: LabelledQuestion = { question, lang: "en", intents: ["training"], outcome: "single" };
  expect(listen(asked, policy, snapshot.languages).scope).toBe(scope);
});

describe("winnow eval routing --json", () => {
  test("prints the counts of the contract on one line, and nothing else", async () => {
    const { code, printed, complaints } = await evaluate({ json: true });
    expect({ code, complaints, lines: printed.length }).toEqual({ code: 0, complaints: [], lines: 1 });
    const figures = JSON.parse(printed[0] ?? "");
    expect(Object.keys(figures)).toEqual(["total", "by_language", "by_tag", "scope", "referral"]);
    expect(figures.total).toEqual({ n: 23, right: 14, half: 2, kept: 2, missed: 2, wrong: 3 });
    expect(Object.keys(figures.by_language)).toEqual(["de", "en", "es", "fr", "zh"]);
    expect(figures.by_language.en).toEqual({ n: 18, right: 9, half: 2, kept: 2, missed: 2, wrong: 3 });
    expect(figures.by_language.de).toEqual({ n: 2, right: 2, half: 0, kept: 0, missed: 0, wrong: 0 });
    expect(figures.by_tag.tie).toEqual({ n: 5, right: 2, half: 1, kept: 1, missed: 0, wrong: 1 });
    expect(figures.by_tag["off-domain"]).toEqual({ n: 3, right: 2, half: 0, kept: 0, missed: 0, wrong: 1 });
    expect(figures.scope).toEqual({ n: 23, right: 23 });
    expect(figures.referral).toEqual({ true: 1, found: 1, flagged: 1, flagged_right: 1 });
  });

  test("with --grid adds the counts of 24 pairs of threshold and margin, that of the policy among them", async () => {
    const figures = JSON.parse((await evaluate({ json: true, grid: true })).printed[0] ?? "");
    const pairs = figures.grid.map((row: Record<string, number>) => [row["threshold"], row["margin"]]);
    expect(pairs).toHaveLength(24);
    expect([pairs[0], pairs[1], pairs[4], pairs[23]]).toEqual([
      [0.5, 0.5],
      [0.5, 1],
      [1, 0.5],
      [3, 2],
    ]);
    expect(figures.grid[5]).toEqual({ threshold: 1, margin: 1, ...figures.total });
    // Decided are some rightly and 15, 21 by half; those of other topics are right undecided.
    expect(figures.grid[23]).toEqual({ threshold: 3, margin: 2, n: 23, right: 9, half: 2, kept: 9, missed: 3, wrong: 0 });
  });
});

describe("winnow eval routing", () => {
  test("prints percent by language and tag, scope, referral, and the wrong and missed questions with line and scores", async () => {
    const { code, printed } = await evaluate();
    expect(code).toBe(0);
    expect(printed.find((line) => line.startsWith("total"))?.split(/\s+/)).toEqual([
      "total",
      "23",
      "60.9%",
      "8.7%",
      "8.7%",
      "8.7%",
      "13.0%",
    ]);
    expect(printed).toContain("scope     23 of 23 right (100.0%)");
    expect(printed).toContain("referral  1 of 1 found (100.0%); 1 of 1 flagged rightly (100.0%)");
    const failures = printed.slice(printed.indexOf("wrong and missed") + 1);
    expect(failures.map((line) => line.slice(0, line.indexOf('"')))).toEqual([
      `${COACHING_QUESTIONS}:14 wrong `,
      `${COACHING_QUESTIONS}:16 wrong `,
      `${COACHING_QUESTIONS}:19 wrong `,
      `${COACHING_QUESTIONS}:7 missed `,
      `${COACHING_QUESTIONS}:17 missed `,
    ]);
    expect(failures[1]).toContain('"Is breakfast important?": expected training, got nutrition (nutrition 2');
  });

  const FAULTS = [
    {
      question: "What is a good breakfast?",
      lang: "en",
      intents: ["nutrition"],
      outcome: "single",
      scope: "today",
      referral: true,
    },
    { question: "I have chest pain", lang: "en", intents: ["injury"], outcome: "single", scope: "none" },
    { question: "Should I train through this pain?", lang: "en", intents: ["injury"], outcome: "single", scope: "none" },
  ];
  const NOT_FOUND =
    /:1 right "What is a good breakfast\?": expected nutrition, got nutrition \(.*\); scope: expected today, got none; expected a referral, got none$/;

  test("lists referrals that were not found, and those that nothing called for with the words that raised them", async () => {
    const file = join(folder, "faults.jsonl");
    writeFileSync(file, FAULTS.map((one) => JSON.stringify(one)).join("\n"));
    const { printed } = await evaluate({ questions: file });
    const listed = printed.slice(printed.findIndex((line) => line.startsWith("referral  ")) + 1);
    expect(listed).toEqual([
      "",
      "referral not found",
      expect.stringMatching(NOT_FOUND),
      "",
      "flagged without a call for it",
      expect.stringMatching(/:2 right "I have chest pain": .*; expected no referral, got one by "chest pain"/),
    ]);
  });

  test("with --all lists every question that is not as labelled, under each of its faults", async () => {
    const file = join(folder, "faults.jsonl");
    const many = Array.from({ length: 31 }, () => FAULTS[0]);
    writeFileSync(file, [...many, ...FAULTS].map((one) => JSON.stringify(one)).join("\n"));
    expect((await evaluate({ questions: file })).printed).toContain("and 2 more; --all shows them");
    const { printed } = await evaluate({ questions: file, all: true });
    const under = (title: string): readonly string[] => {
      const rest = printed.slice(printed.indexOf(title) + 1);
      return rest.includes("") ? rest.slice(0, rest.indexOf("")) : rest;
    };
    expect(under("referral not found")).toHaveLength(32);
    expect(under("half and kept")).toEqual([expect.stringContaining(":34 kept ")]);
    expect(under("another scope")).toHaveLength(32);
  });

  test("with --grid marks the settings of the policy", async () => {
    const { printed } = await evaluate({ grid: true });
    const marked = printed.filter((line) => line.endsWith("*"));
    expect(marked).toHaveLength(1);
    expect(marked[0]?.trim().split(/\s+/).slice(0, 3)).toEqual(["1.0", "1.0", "60.9%"]);
  });

  test("takes the only policy that has all intents of the questions", async () => {
    const { code, printed } = await evaluate({ policy: null });
    expect(code).toBe(0);
    expect(printed[0]).toContain("routing of coaching");
  });

  test("without a policy, tells the faults of the file as the policy has them that it fits best", async () => {
    const file = join(folder, "faulty.jsonl");
    writeFileSync(file, '{"question":"Is it too hot?","lang":"en","intents":["condtions"],"outcome":"single"}\n{"question":3}\n');
    const { code, complaints } = await evaluate({ policy: null, questions: file });
    expect(code).toBe(2);
    expect(complaints[0]).toMatch(/faulty\.jsonl:1 .*got "condtions"; did you mean "conditions"/);
    expect(complaints.some((line) => line.includes("faulty.jsonl:2 question"))).toBe(true);
    expect(complaints.at(-1)).toBe(
      "--policy: expected the name of a policy, got none; the policies: coaching, support; coaching fits best",
    );
  });

  test("wants a policy that there is, and the name of one where there are several", async () => {
    for (const name of ["first", "second"]) {
      cpSync("policies/coaching", join(folder, name), { recursive: true });
      rmSync(join(folder, name, "vocabulary"), { recursive: true });
    }
    const unnamed = await evaluate({ directory: folder, policy: null });
    expect([unnamed.code, unnamed.printed]).toEqual([2, []]);
    expect(unnamed.complaints).toEqual(["--policy: expected the name of a policy, got none; the policies: first, second"]);
    const unknown = await evaluate({ policy: "billing" });
    expect(unknown.complaints).toEqual(['--policy: expected a policy, got "billing"; the policies: coaching, support']);
  });

  test.each([
    ["none.jsonl", "nothing of that name; correct the path, which begins in the folder you are in"],
    ["", "a folder; name the file in it"],
    ["full.jsonl/x", "a path through something that is no folder; correct the path"],
  ])("ends with 2 and one sentence, before it reads a policy, where the file is %j", async (name, got) => {
    writeFileSync(join(folder, "full.jsonl"), "x");
    const questions = join(folder, name);
    const { code, printed, complaints } = await evaluate({ questions, directory: "no-folder" });
    expect([code, printed]).toEqual([2, []]);
    expect(complaints).toEqual([`--questions ${questions}: expected a file of labelled questions, got ${got}`]);
  });

  test("ends with 2 where the policies have problems", async () => {
    const { code, complaints } = await evaluate({ directory: folder });
    expect(code).toBe(2);
    expect(complaints.length).toBeGreaterThan(0);
  });
});
