/** `winnow sweep` on a set whose figures were worked out by hand, and on the shipped handbook. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SweepOptions, sweepRetrieval } from "../../src/cli/sweep.ts";
import { HANDBOOK_ANSWERS, HANDBOOK_SET, question, runRetrieval, runWritten, section } from "./run-retrieval.ts";
import { xmlFaults } from "./xml-faults.ts";

const HEAD = {
  set: "shop",
  corpus: [
    section("refund", "Refund within thirty days"),
    section("parcel", "A parcel takes nine days"),
    section("lunch", "Lunch"),
  ],
};
const QUESTIONS = [
  question("first", "refund", ["refund"]),
  question("both", "days", ["refund", "parcel"]),
  question("never", "Umtausch", ["refund"]),
  question("nothing", "zebra", []),
  question("misled", "lunch", []),
];
const LISTS = { ks: [1, 2, 9], floors: [0, 1_000], svg: null, html: null };

const sweep = async (lines: readonly unknown[], more: Partial<SweepOptions> = {}, answers?: readonly unknown[]) => {
  const files = { lines, ...(answers === undefined ? {} : { answers }) };
  return runWritten(sweepRetrieval, files, { ...LISTS, ...more });
};
const reportOf = async (...args: Parameters<typeof sweep>) => JSON.parse((await sweep(...args)).printed[0] ?? "");

describe("the figures", () => {
  test("are counts and shares for each k with each floor", async () => {
    const report = await reportOf([HEAD, ...QUESTIONS]);
    expect(report).toMatchObject({ set: "shop", sections: 3, n: 5, unanswerable: 2, settings: { k: 4, floor: null } });
    expect(report.by_k.map(({ k, covered }: { k: number; covered: number }) => [k, covered])).toEqual([
      [1, 1],
      [2, 2],
      [9, 2],
    ]);
    expect(report.grid).toHaveLength(6);
    expect(report.grid[0]).toMatchObject({
      ...{
        k: 1,
        floor: 0,
        covered: 1,
        coverage: 1 / 3,
        escalated: 2,
        escalated_share: 0.4,
        misses: 2,
        caught: 1,
        caught_share: 0.5,
      },
      ...{ needless: 0, cut_off: 0, unanswerable_escalated: 1 },
    });
    expect(report.grid[2]).toMatchObject({ k: 2, floor: 0, covered: 2, misses: 1, caught: 1, caught_share: 1 });
  });

  test("under a floor that nothing reaches every question is escalated, and nothing is sent", async () => {
    const { grid } = await reportOf([HEAD, ...QUESTIONS]);
    expect(grid[1]).toMatchObject({
      ...{ k: 1, floor: 1_000, covered: 0, escalated: 5, misses: 2, caught: 2, needless: 1, needless_share: 0.2 },
      ...{ unanswerable_escalated: 2, tokens: { mean: 0, p95: 0 } },
    });
  });

  test("a floor keeps out what scores less, and takes in what scores as much", async () => {
    const lines = [HEAD, question("q", "refund days", ["refund", "parcel"])];
    const score = async (floor: number) => (await reportOf(lines, { ks: [2], floors: [floor] })).grid[0];
    let [low, high] = [0, 1_000];
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if ((await score(middle)).covered === 1) low = middle;
      else high = middle;
    }
    expect(await score(low)).toMatchObject({ covered: 1, cut_off: 0 });
    expect(await score(high)).toMatchObject({ covered: 0, cut_off: 1, escalated: 0 });
  });

  test("a k beyond the sections is as good as all of them", async () => {
    const { grid } = await reportOf([HEAD, ...QUESTIONS], { ks: [3, 999_999], floors: [0] });
    expect({ ...grid[1], k: 3 }).toEqual(grid[0]);
  });

  test("without lists are those of the usual k and floors, all sections, and the source", async () => {
    const { printed } = await runRetrieval(sweepRetrieval, { ks: null, floors: null, svg: null, html: null });
    const report = JSON.parse(printed[0] ?? "");
    expect(report.by_k.map(({ k }: { k: number }) => k)).toEqual([1, 2, 4, 8, report.sections]);
    expect(report.grid.slice(0, 5).map(({ floor }: { floor: number }) => floor)).toEqual([0, 2, 4, 6.5, 9]);
  });

  test("without a question that has an answer have no coverage, and no miss to catch", async () => {
    const { grid, by_k } = await reportOf([HEAD, ...QUESTIONS.slice(3)]);
    expect(by_k[0]).toEqual({ k: 1, covered: 0, coverage: null, accuracy: null });
    expect(grid[0]).toMatchObject({ coverage: null, misses: 0, caught_share: null, escalated: 1, unanswerable_escalated: 1 });
    const table = await sweep([HEAD, ...QUESTIONS.slice(3)], { json: false });
    expect(table.printed[4]).toBe("1        0  -");
  });
});

describe("recorded answers", () => {
  const answer = (id: string, k: number | undefined, more: object = {}) => ({ id, k, right: true, ...more });

  test("stand beside the coverage of the same questions at the k that they were given with", async () => {
    const answers = [answer("first", 1), answer("both", 1), answer("both", 2, { right: false }), answer("nothing", 2)];
    const { by_k } = await reportOf([HEAD, ...QUESTIONS], {}, answers);
    expect(by_k.map((row: { accuracy: object }) => row.accuracy)).toMatchObject([
      { n: 2, right: 2, accuracy: 1, coverage: 0.5, at_or_above: true, unanswerable: { n: 0 } },
      { n: 1, right: 0, accuracy: 0, coverage: 1, at_or_above: false, unanswerable: { n: 1, right: 1 } },
      { n: 0, accuracy: null, coverage: null, at_or_above: false },
    ]);
  });

  test("that do not say their k count for each, and what they cite is looked for among what was sent", async () => {
    const cited = answer("both", undefined, { cited_sections: ["refund", "parcel", "pricelist"] });
    const { by_k } = await reportOf([HEAD, ...QUESTIONS], {}, [cited]);
    expect(by_k[0].accuracy.cited_not_sent[0].sections).toHaveLength(2);
    expect(by_k[1].accuracy.cited_not_sent).toEqual([{ id: "both", sections: ["pricelist"] }]);
  });

  test("are refused with their lines: no such question, two for one k, a k of 0", async () => {
    const answers = [answer("firts", 1), answer("both", 2), answer("both", 2), answer("both", 0)];
    const { code, complaints } = await sweep([HEAD, ...QUESTIONS], {}, answers);
    expect([code, complaints.map((line) => line.slice(0, 20))]).toEqual([
      2,
      ["answers.jsonl:1 id: ", "answers.jsonl:3 id: ", "answers.jsonl:4 k: e"],
    ]);
  });
});

test("the table of the support handbook is the recorded one", async () => {
  const lists = { ks: [1, 2, 4, 8, 38], floors: [0, 2, 4, 6.5, 9], svg: null, html: null };
  const { code, printed, complaints } = await runRetrieval(sweepRetrieval, { ...lists, json: false, answers: HANDBOOK_ANSWERS });
  expect([code, complaints]).toEqual([0, []]);
  await expect(`${printed.join("\n")}\n`).toMatchFileSnapshot("golden/support-handbook.sweep.txt");
});

describe("a chart", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "winnow-sweep-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const drawn = async (lines: readonly unknown[], more: Partial<SweepOptions> = {}, answers?: readonly unknown[]) => {
    const files = { svg: join(folder, "sweep.svg"), html: join(folder, "sweep.html") };
    const ran = await sweep(lines, { ...files, ...more }, answers);
    expect([ran.code, ran.complaints]).toEqual([0, []]);
    return { svg: readFileSync(files.svg, "utf8"), html: readFileSync(files.html, "utf8") };
  };

  test("is well formed and of itself alone, whatever the set is called", async () => {
    const head = { ...HEAD, set: '<script>"&\u0007\ud800' };
    const { svg, html } = await drawn([head, ...QUESTIONS], {}, [{ id: "first", right: true }]);
    expect(xmlFaults(svg)).toEqual([]);
    for (const text of [svg, html]) expect(text).not.toMatch(/<script|<image|<link|@import|url\(|\b(href|src|on\w+)=/i);
    expect(html).toContain(svg.trimEnd());
    expect(svg.match(/http[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
  });

  test("labels its axes and tells its lines apart without colour", async () => {
    const { svg } = await drawn([HEAD, ...QUESTIONS], {}, [{ id: "first", right: true }]);
    for (const words of ["k, the most sections sent", "floor, the score under which nothing is sent", "100 %"])
      expect(svg).toContain(`>${words}</text>`);
    const colours = new Set(svg.match(/#[0-9a-f]{3,6}/g));
    expect([...colours].sort()).toEqual(["#000", "#ccc", "#fff"]);
    expect(new Set(svg.match(/stroke-dasharray="[^"]*"/g)).size).toBe(2);
  });

  test("of one k, one floor and no answerable question holds no number that is none", async () => {
    const { svg } = await drawn([HEAD, QUESTIONS[3]], { ks: [1], floors: [0] });
    expect(xmlFaults(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|Infinity|null|undefined/);
  });

  test("that cannot be written is told after the figures", async () => {
    const { code, printed, complaints } = await sweep([HEAD, ...QUESTIONS], { svg: join(folder, "none", "a.svg") });
    expect([code, printed.length]).toEqual([2, 1]);
    expect(complaints[0]).toMatch(/^--svg .*a\.svg: expected a place for a file, got nothing of that name/);
  });
});

test("a long run says how far it got, and takes the bar away", async () => {
  const told: string[] = [];
  const many = Array.from({ length: 300 }, (_, at) => question(`q${at}`, "refund", ["refund"]));
  await sweep([HEAD, ...many], { progress: (text) => told.push(text) });
  expect(told).toHaveLength(20);
  expect(told[0]).toBe("\r[#-------------------] 15 of 300 questions");
  expect(told.at(-1)).toBe("\r\u001B[K");
  const short: string[] = [];
  await sweep([HEAD, ...many.slice(1)], { progress: (text) => short.push(text) });
  expect(short).toEqual([]);
});

test("a set that cannot be used is refused as by eval retrieval", async () => {
  const { code, printed, complaints } = await runRetrieval(sweepRetrieval, { ...LISTS, set: `${HANDBOOK_SET}.none` });
  expect([code, printed]).toEqual([2, []]);
  expect(complaints[0]).toMatch(/^--set .* expected a file of sections and labelled questions, got nothing of that name/);
});
