/** What is reported about a policy that loads. */
import { describe, expect, test } from "vitest";
import { loadBase, loadEdited, policyOf } from "../../support/load-base.ts";

const findings = async (...edit: Parameters<typeof loadEdited>) => policyOf(await loadEdited(...edit)).findings;

test("the base policy has none", async () => {
  expect(policyOf(await loadBase()).findings).toEqual([]);
});

describe("a plan's limit that all pieces together cannot reach", () => {
  // Measured at four characters a token, mark, label and line end included.
  const SUM = 18 + 7 + 13;
  test.each([
    [0, 0],
    [SUM - 1, 0],
    [SUM, 1],
    [SUM + 1, 1],
  ])("%i tokens: %i findings", async (limit, count) => {
    const found = await findings("policy.yaml", "secondary_tokens: 10", `secondary_tokens: ${limit}`);
    expect(found.filter(({ code }) => code === "plan_never_binds")).toHaveLength(count);
  });

  test("the message names both numbers", async () => {
    expect(await findings("policy.yaml", "secondary_tokens: 10", "secondary_tokens: 1400")).toEqual([
      {
        code: "plan_never_binds",
        message: `Plan "free" allows 1,400 tokens of secondary facts, but all 3 pieces together are ${SUM} (measured on the samples): the limit can never bind.`,
        items: ["free"],
      },
    ]);
  });

  test("declared counts are taken where they are trusted and complete", async () => {
    const files = {
      "pieces.yaml": (await pieces()).replace("    label: Level", "    label: Level\n    tokens: 7").concat("    tokens: 13\n"),
      "policy.yaml": (await policyText()).replace("secondary_tokens: 10", "secondary_tokens: 38").concat("trust_tokens: true\n"),
    };
    const found = policyOf(await loadBase({ files })).findings;
    expect(found.map(({ message }) => message)).toEqual([
      'Plan "free" allows 38 tokens of secondary facts, but all 3 pieces together are 38 (declared): the limit can never bind.',
    ]);
  });
});

const pieces = async (): Promise<string> => policyOf(await loadBase()).files.get("pieces.yaml") ?? "";
const policyText = async (): Promise<string> => policyOf(await loadBase()).files.get("policy.yaml") ?? "";

describe("a declared count against the line on the sample (18 tokens)", () => {
  test.each([
    [13, 1],
    [14, 0],
    [18, 0],
    [22, 0],
    [23, 1],
  ])("%i tokens: %i findings", async (declared, count) => {
    const found = await findings("pieces.yaml", "tokens: 18", `tokens: ${declared}`);
    expect(found.map(({ code }) => code)).toEqual(Array(count).fill("declared_tokens_off"));
  });
});

describe("terms", () => {
  const second = "\n  general:\n    terms:\n      en:\n        1: [Workouts, pace, Long run, today]\n";
  test("a term of two intents names both places", async () => {
    const found = await findings("vocabulary.yaml", "    examples:\n      en: [Should I train today?]\n", second);
    expect(found).toEqual([
      {
        code: "term_in_two_intents",
        message:
          'The term "pace" counts for "training" (policies/base/vocabulary.yaml:9:13) and for "general" (policies/base/vocabulary.yaml:16:23).',
        items: ["pace", "training", "general"],
      },
      {
        code: "term_in_two_intents",
        message:
          'The term "Long run" counts for "training" (policies/base/vocabulary.yaml:8:13) and for "general" (policies/base/vocabulary.yaml:16:29).',
        items: ["Long run", "training", "general"],
      },
    ]);
  });

  test("the same word in two languages is no such term; any is every language", async () => {
    const other = second.replace("en:", "de:").replace("today", "VO2max");
    const found = await findings("vocabulary.yaml", "    examples:\n      en: [Should I train today?]\n", other);
    expect(found.map(({ items }) => items[0])).toEqual(["VO2max"]);
  });
});

test("terms of a language without a file", async () => {
  const found = await findings("vocabulary.yaml", "      any:", "      nb:");
  expect(found).toEqual([
    {
      code: "language_without_file",
      message:
        'There is no language file for "nb", so its terms (the first: policies/base/vocabulary.yaml:11:13) match as written only; languages/nb.yaml beside the policies would be one.',
      items: ["nb"],
    },
  ]);
});

test("an intent without terms that is not the fallback", async () => {
  const found = await findings("policy.yaml", "fallback: general", "fallback: training");
  expect(found.map(({ code, items }) => [code, ...items])).toEqual([["intent_without_terms", "general"]]);
});

test("a piece and a source that nobody needs", async () => {
  const piece = "  spare:\n    source: profile\n    pointer: /city\n    line: City {{ value }}\n    label: City\n";
  expect(
    (await findings("pieces.yaml", "  conditions_today:\n", `${piece}  conditions_today:\n`)).map(({ items }) => items),
  ).toEqual([["spare"]]);
  const source = "  spare:\n    url: http://spare.test/\n    sample: samples/profile.json\n";
  const found = await findings("sources.yaml", "  conditions:\n", `${source}  conditions:\n`);
  expect(found).toEqual([
    { code: "unused_source", message: 'No piece and no parameter needs the source "spare".', items: ["spare"] },
  ]);
});
