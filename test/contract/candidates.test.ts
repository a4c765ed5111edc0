/** The worked request of docs/candidates.md comes to what the page says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Question } from "../../src/http/wire/question.ts";
import { entryId } from "../../src/pipeline/count/entry-id.ts";
import { steppedRun } from "../../src/pipeline/pack/stepped-run.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const PAGE = readFileSync("docs/candidates.md", "utf8");

const block = (head: string): string => {
  const [, text] = PAGE.split(`\n\`\`\`${head}\n`);
  if (text === undefined) throw new Error(`the page has no block ${head}`);
  return text.slice(0, text.indexOf("\n```"));
};

/** Outcome by id; null for what is in no list. */
const told = new Map(
  [...PAGE.matchAll(/^\| ((?:`[a-z0-9_]+`(?:, )?)+) \| (?:`([a-z_]+)`|nothing) \|/gm)].flatMap(([, ids = "", outcome]) =>
    [...ids.matchAll(/`([a-z0-9_]+)`/g)].map(([, id = ""]) => [id, outcome ?? null] as const),
  ),
);

test("every candidate and turn of the worked request ends as its table says", async () => {
  const policy = await smallPolicy(block("yaml policy.yaml"), {
    "topics.yaml": block("yaml topics.yaml"),
    "sources.yaml": block("yaml sources.yaml"),
  });
  const body = Question.parse(JSON.parse(block("json")));
  const { core, assembly } = await askSmall(policy, body);
  const sent = [...(body.candidates ?? []), ...(body.turns ?? [])].map(({ id }) => id);
  const reasons = new Map([...core.included, ...core.dropped].map(({ id, reason }) => [id, reason]));
  expect(Object.fromEntries(sent.map((id) => [id, reasons.get(id) ?? null]))).toEqual(
    Object.fromEntries(sent.map((id) => [id, told.get(id)])),
  );
  expect(core.included.find(({ id }) => id === "returns_v3")?.merged).toEqual(["help_page"]);
  const prompt = JSON.stringify(assembly.prompt);
  expect(prompt).toContain("Order: delivered, delivered on Nov 12, 2026");
  expect(prompt).toContain("The stock could not be looked up.");
  expect(prompt).not.toContain("trace");
});

test("of forty turns of which twenty-two fit, the run begins at the twenty-first", () => {
  const entry = (at: number) =>
    ({
      id: entryId(`t${at}`),
      tells: [`t${at}`],
      block: "memory",
      tier: 3,
      tokens: 1,
      overhead: 0,
      value: 1,
      elsewhere: null,
      short: null,
      opens: [],
      at,
      turns: 1,
    }) as const;
  const run = Array.from({ length: 40 }, (_, index) => entry(39 - index));
  const fits = (newest: readonly { readonly id: string }[]) =>
    ({ taken: new Map(newest.map(({ id }) => [id, "whole"])) }) as never;
  expect(steppedRun(run, fits(run.slice(0, 22)))?.run.at(-1)?.at).toBe(20);
  const longer = [entry(41), entry(40), ...run];
  expect((steppedRun(longer, fits(longer.slice(0, 22)))?.run ?? longer.slice(0, 22)).at(-1)?.at).toBe(20);
  expect(steppedRun(run, fits(run.slice(0, 3)))).toBeNull();
});
