import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linesOf, loadBase, policyOf } from "../support/load-base.ts";
import { claimed } from "../support/topics.ts";

const page = readFileSync(new URL("../../docs/conflicts.md", import.meta.url), "utf8");
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

test("the example of docs/conflicts.md loads, and reads the texts that the page speaks of", async () => {
  const { topics } = policyOf(await loadBase({ files: { "topics.yaml": EXAMPLE } }));
  expect(topics.all.map(({ name, resolve }) => `${name} ${resolve}`)).toEqual([
    "refund_window newest",
    "account_status tool_over_text",
    "units request_over_profile",
    "price newest",
  ]);
  expect(claimed("Die Rückgabefrist beträgt 14 Tage. Kontostatus: gekündigt.", topics)).toEqual([
    "refund_window: duration 0 1209600 <14 Tage>",
    "account_status: listed canceled <gekündigt>",
  ]);
  expect(claimed("Please use metric.", topics)).toEqual(["units: listed metric <metric>"]);
  expect(claimed("Prices: the annual plan costs $99, the paid plan $9.99 plus tax.", topics)).toEqual([
    "price of annual plan: money 99 USD  <$99>",
    "price of paid plan: money 9.99 USD  <$9.99>",
  ]);
});

test("a policy without topics.yaml has no topics", async () => {
  expect(policyOf(await loadBase()).topics.all).toEqual([]);
});

test("what is wrong is said with the place of what it collides with", async () => {
  const text = EXAMPLE.replace(
    "resolve: request_over_profile",
    "resolve: request_over_profile\n  zone: { words: { xx: [zone] }, value: number, resolve: newest }",
  ).replace("metric, imperial", "metric, Metric");
  expect(linesOf(await loadBase({ files: { "topics.yaml": text } }))).toEqual([
    'policies/base/topics.yaml:15:21 duplicate-term: "Metric" stands in line 15 already; keep one of them',
    expect.stringMatching(/^policies\/base\/topics.yaml:17:20 unknown-language: "xx" is not a language; /),
  ]);
});
