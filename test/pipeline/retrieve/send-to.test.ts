/** Rules that send a question straight to sections: when they hold, what stands beside them, what they cannot do. */
import { describe, expect, test } from "vitest";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { handbookPolicy, outcomes, recordOf, sentSections, withHead } from "../../support/handbook-policy.ts";
import { askSmall, reasons } from "../../support/small-policy.ts";

const TEXT = `# Handbook

## Refunds

The refund window is 30 days.

## Annual plans

Annual customers write to billing.

## Batteries

Flat cells go back to the shop.
`;
const ANNUAL = "handbook.md#annual-plans";
const REFUNDS = "handbook.md#refunds";
const YAML = `plans: { annual: { secondary_tokens: 900 }, monthly: { secondary_tokens: 900 } }
attributes: { region: { type: text, values: [eu, us] }, seats: { type: number }, trial: { type: boolean } }
`;
const FILES = {
  "intents.yaml": "intents:\n  general: { max_words: 250 }\n  money: { max_words: 100 }\n  goods: { max_words: 100 }\n",
  "vocabulary.yaml":
    "intents:\n  money:\n    terms: { en: { 2: [refund, coin] } }\n  goods:\n    terms: { en: { 2: [parcel, coin] } }\n",
  "scopes.yaml": "scopes:\n  today:\n    horizon: day\n    modifiers: []\n  months:\n    horizon: months\n    modifiers: []\n",
};

const rule = (when: string, sections: string, reason = "Because."): string =>
  `{ when: ${when}, sections: [${sections}], reason: "${reason}" }`;

const ask = async (rules: readonly string[], body: Partial<QuestionBody> = {}, source = "k: 1") => {
  const options = { source: `${source}, send_to: [${rules.join(", ")}]`, yaml: YAML, files: FILES };
  return askSmall(await handbookPolicy({ "handbook.md": TEXT }, options), {
    question: "How long is the refund window?",
    ...body,
  });
};

const isSent = async (when: string, body: Partial<QuestionBody>): Promise<boolean> =>
  sentSections((await ask([rule(when, ANNUAL)], body)).core).includes(ANNUAL);

describe("when a rule holds", () => {
  test.each<readonly [string, Partial<QuestionBody>, boolean]>([
    ["{ plan: annual }", { plan: "annual" }, true],
    ["{ plan: annual }", { plan: "monthly" }, false],
    ["{ plan: annual }", {}, false],
    ["{ attributes: { region: eu } }", { attributes: { region: "eu" } }, true],
    ["{ attributes: { region: eu } }", { attributes: { region: "us" } }, false],
    ["{ attributes: { region: eu } }", {}, false],
    ["{ attributes: { seats: 3 } }", { attributes: { seats: 3 } }, true],
    ["{ attributes: { seats: 3 } }", { attributes: { seats: 4 } }, false],
    ["{ attributes: { trial: false } }", { attributes: { trial: false } }, true],
    ["{ attributes: { trial: false } }", {}, false],
    ["{ attributes: { region: eu, seats: 3 } }", { attributes: { region: "eu", seats: 3 } }, true],
    ["{ attributes: { region: eu, seats: 3 } }", { attributes: { region: "eu" } }, false],
    ["{ intent: money }", {}, true],
    ["{ intent: goods }", {}, false],
    ["{ intent: money }", { intent: "goods" }, false],
    ["{ intent: goods }", { intent: "goods" }, true],
    ["{ intent: money }", { question: "One coin?" }, true],
    ["{ intent: goods }", { question: "One coin?" }, true],
    ["{ intent: general }", { question: "Nothing known?" }, true],
    ["{ scope: today }", { question: "Can I have a refund today?" }, true],
    ["{ scope: today }", { question: "Can I have a refund in three months?" }, false],
    ["{ scope: months }", { question: "A refund today, or in three months?" }, true],
    ["{ scope: today }", {}, false],
    ["{ plan: annual, intent: money, attributes: { region: eu } }", { plan: "annual", attributes: { region: "eu" } }, true],
    ["{ plan: annual, intent: money, attributes: { region: eu } }", { plan: "annual" }, false],
    ["{ plan: annual, intent: goods }", { plan: "annual" }, false],
  ])("%s, asked with %j: %s", async (when, body, holds) => {
    expect(await isSent(when, body)).toBe(holds);
  });
});

describe("what a rule sends", () => {
  test("goes in whatever it scores, with value 1 and the reason of the first rule that names it", async () => {
    const { core } = await ask([rule("{ plan: annual }", ANNUAL, "First."), rule("{ intent: money }", ANNUAL, "Second.")], {
      plan: "annual",
    });
    expect(recordOf(core).ranked[0]).toEqual({
      ...{ id: `handbook:${ANNUAL}`, rank: null, score: null, similarity: null, terms: [] },
      ...{ outcome: "chosen", by: "rule", reason: "First." },
    });
    expect(core.scoring.find(({ id }) => id === `handbook:${ANNUAL}`)).toMatchObject({
      value: 1,
      signals: { relevance: { value: 1 } },
    });
  });

  test.each([1, 2, 3])("stands beside the sections that ranking chooses, and takes none of their places (k %d)", async (k) => {
    const sections = `${ANNUAL}, handbook.md#batteries`;
    const { core } = await ask([rule("{ intent: money }", sections)], {}, `k: ${k}`);
    expect([...sentSections(core)].sort()).toEqual([ANNUAL, "handbook.md#batteries", REFUNDS].sort());
    expect(reasons(core)).toEqual({});
  });

  test("is there once where ranking finds it too, with its rank and score", async () => {
    const { core } = await ask([rule("{ intent: money }", REFUNDS)]);
    expect(sentSections(core)).toEqual([REFUNDS]);
    expect(recordOf(core).ranked).toEqual([expect.objectContaining({ rank: 1, by: "rule", reason: "Because." })]);
    expect(recordOf(core).ranked[0]?.score).toBeGreaterThan(0);
    expect(recordOf(core).ranked[0]?.terms.length).toBeGreaterThan(0);
  });

  test("goes in though it is under the floor", async () => {
    const { core } = await ask([rule("{ intent: money }", REFUNDS)], {}, "floor: 100");
    expect(outcomes(core)).toEqual({ [REFUNDS]: "chosen" });
  });

  test("may be a whole document", async () => {
    const { core } = await ask([rule("{ intent: money }", "handbook.md")]);
    expect([...sentSections(core)].sort()).toEqual([ANNUAL, "handbook.md#batteries", REFUNDS].sort());
  });

  test("is every part of a section that was cut", async () => {
    const paragraph = (at: number): string => `Paragraph ${at} says ${"something quite long ".repeat(8)}.`;
    const long = `# Long\n\n${[1, 2, 3].map(paragraph).join("\n\n")}\n`;
    const source = `longest: 250, send_to: [${rule("{ intent: general }", "long.md#long")}]`;
    const { core } = await askSmall(await handbookPolicy({ "long.md": long }, { source }), { question: "?" });
    expect(sentSections(core)).toEqual(["long.md#long", "long.md#long~2", "long.md#long~3"]);
  });

  test("more sections than k all go in", async () => {
    const many = Object.fromEntries([..."abcdef"].map((name) => [`${name}.md`, `# ${name}\n\nText of ${name}.\n`]));
    const names = Object.keys(many).join(", ");
    const small = await handbookPolicy(many, { source: `k: 2, send_to: [${rule("{ intent: general }", names)}]` });
    expect(sentSections((await askSmall(small, { question: "?" })).core)).toHaveLength(6);
  });

  test("a k that a near miss names would do, also beside a rule", async () => {
    const question = "refund annual flat";
    const rules = [rule("{ intent: money }", "handbook.md#batteries")];
    const { core } = await ask(rules, { question });
    const missed = core.dropped.find(({ reason }) => reason === "outside_k");
    const k = Number(missed?.detail["rank"]);
    expect(k).toBeGreaterThan(1);
    const raised = await ask(rules, { question }, `k: ${k}`);
    expect(raised.core.included.map(({ id }) => id)).toContain(missed?.id);
    const under = await ask(rules, { question }, `k: ${k - 1}`);
    expect(under.core.included.map(({ id }) => id)).not.toContain(missed?.id);
  });
});

describe("access and currency come before rules", () => {
  const RULE = rule("{ intent: general }", "special.md");
  const special = (head: Readonly<Record<string, unknown>>) =>
    handbookPolicy(
      { "open.md": "# Open\n\nWords.\n", "special.md": withHead(head, "# Special\n\nOther.\n") },
      { source: `send_to: [${RULE}]` },
    );

  test("a hidden section is not sent, and is named for the audit alone", async () => {
    const { core, assembly } = await askSmall(await special({ acl: { groups: ["staff"] } }), { question: "?" });
    expect(sentSections(core)).toEqual([]);
    expect(assembly.items.denied).toEqual(["handbook:special.md#special"]);
    expect(JSON.stringify(core)).not.toContain("special");
    const staff = await askSmall(await special({ acl: { groups: ["staff"] } }), { question: "?" }, ["staff"]);
    expect(sentSections(staff.core)).toEqual(["special.md#special"]);
  });

  test("an outdated section is not sent, and the record says by which rule it would have been", async () => {
    const { core } = await askSmall(await special({ effective_to: "2020-01-01" }), { question: "?" });
    expect(sentSections(core)).toEqual([]);
    expect(recordOf(core).ranked).toEqual([
      expect.objectContaining({ outcome: "expired", by: "rule", reason: "Because.", rank: null, score: null }),
    ]);
    expect(reasons(core)).toEqual({ "handbook:special.md#special": "expired" });
  });
});
