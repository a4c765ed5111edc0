/** `select: fit`: whole documents where they fit their block, to the token, and the best sections where they do not. */
import { describe, expect, test } from "vitest";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { handbookPolicy, outcomes, recordOf, sentSections, textOf, withHead, withTotal } from "../../support/handbook-policy.ts";
import { askSmall, type SmallPolicy } from "../../support/small-policy.ts";

const words = (name: string, count: number): string => Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
const REFUNDS = `# Refunds\n\nThe refund window is 30 days.\n\n## Where\n\n${words("desk", 20)}.\n\n## Who\n\n${words("person", 20)}.\n`;
const PARCELS = `# Parcels\n\nNo refund for delay.\n\n## Ways\n\n${words("road", 60)}.\n`;
const DOCUMENTS = { "parcels.md": PARCELS, "refunds.md": REFUNDS };
const ALL = ["parcels.md#parcels", "parcels.md#ways", "refunds.md#refunds", "refunds.md#where", "refunds.md#who"];
const QUESTION = "How long is the refund window?";

const ask = (small: SmallPolicy, body: Partial<QuestionBody> = {}) => askSmall(small, { question: QUESTION, ...body });
const fitting = (yaml = "", documents: Readonly<Record<string, string>> = DOCUMENTS) =>
  handbookPolicy(documents, { source: "select: fit, k: 1", yaml });

const LAYOUTS: readonly (readonly [string, string, Partial<QuestionBody>])[] = [
  ["numbered, chat", "", {}],
  ["plain text", "", { format: "text" }],
  ["bracketed", "prompt: { documents: { style: bracketed } }\n", {}],
  ["restated", "prompt: { documents: { restate: true } }\n", {}],
  ["beside a pinned candidate", "", { candidates: [{ id: "own", kind: "document", text: "Mine.", pinned: true }] }],
];

describe.each(LAYOUTS)("%s", (_title, yaml, body) => {
  test("with exactly the room that everything takes, everything goes in; with a token less, ranking decides", async () => {
    const small = await fitting(yaml);
    const { core } = await ask(small, body);
    expect([...sentSections(core)].filter((id) => id !== "own").sort()).toEqual(ALL);
    const exact = await ask(withTotal(small, core.budget.used), body);
    expect(exact.core.included).toEqual(core.included);
    expect(exact.core.budget.used).toBe(core.budget.used);
    const less = await ask(withTotal(small, core.budget.used - 1), body);
    expect(recordOf(less.core).ranked.map(({ by }) => by)).toContain("whole");
    expect([...sentSections(less.core)].filter((id) => id !== "own").sort()).toEqual(ALL.slice(2));
    expect(less.core.dropped.map(({ reason }) => reason)).toEqual(["outside_k"]);
  });
});

describe("how much goes in", () => {
  test("everything: each section is there by its whole document, with value 1, ranked or not", async () => {
    const { core } = await ask(await fitting());
    const { ranked, status } = recordOf(core);
    expect(status).toBe("found");
    expect(ranked.map(({ by, outcome }) => `${by} ${outcome}`)).toEqual(ALL.map(() => "whole chosen"));
    expect(core.scoring.map(({ value }) => value)).toEqual(ALL.map(() => 1));
    expect(core.dropped).toEqual([]);
  });

  test("nothing is ranked out of it: also a question without a word in common gets everything", async () => {
    const { core } = await ask(await fitting(), { question: "Xylophone?" });
    expect([...sentSections(core)].sort()).toEqual(ALL);
    expect(core.findings.map(({ code }) => code)).not.toContain("nothing_found");
  });

  test("one document of two: that of the best section, whole; the other by rank", async () => {
    const small = await fitting();
    const { core } = await ask(withTotal(small, (await ask(small)).core.budget.used - 10));
    expect(outcomes(core)).toEqual({
      "refunds.md#refunds": "chosen",
      "refunds.md#where": "chosen",
      "refunds.md#who": "chosen",
      "parcels.md#parcels": "outside_k",
    });
  });

  test("none: then as without fit", async () => {
    const tight = async (source: string) => {
      const small = await handbookPolicy(DOCUMENTS, { source });
      return (await ask(withTotal(small, 160))).core;
    };
    const core = await tight("select: fit, k: 1");
    expect(outcomes(core)).toEqual({ "refunds.md#refunds": "chosen", "parcels.md#parcels": "outside_k" });
    expect(recordOf(core).ranked).toEqual(recordOf(await tight("k: 1")).ranked);
  });

  test("what does not fit beside the best is passed over, and a later one may still be sent whole", async () => {
    const small = await handbookPolicy(
      {
        "a.md": `# A\n\nrefund window long.\n\n## More\n\n${words("a", 400)}.\n`,
        "b.md": `# B\n\nA refund.\n\n## More\n\n${words("b", 10)}.\n`,
      },
      { source: "select: fit, k: 2" },
    );
    const { core } = await ask(withTotal(small, 350));
    expect([...sentSections(core)].sort()).toEqual(["a.md#a", "b.md#b", "b.md#more"]);
  });

  test("an outdated or hidden document needs no room and is not sent", async () => {
    const small = await fitting("", {
      ...DOCUMENTS,
      "old.md": withHead({ effective_to: "2020-01-01" }, `# Old\n\n${words("old", 2_000)}.\n`),
      "hidden.md": withHead({ acl: {} }, `# Hidden\n\n${words("hidden", 2_000)}.\n`),
    });
    const { core } = await ask(withTotal(small, 700));
    expect([...sentSections(core)].sort()).toEqual(ALL);
  });
});

describe("with shares", () => {
  const SHARES = "budget: { shares: { system: 20, request: 20, evidence: 40, memory: 10, tools: 5, safety: 5 } }\n";

  test("the block is evidence's share: exactly so much is enough, a token less is not", async () => {
    const { core } = await ask(await fitting());
    const evidence = core.budget.blocks.find(({ block }) => block === "evidence")?.used as number;
    const small = await fitting(SHARES);
    // 40 %, rounded down: the smallest total whose share is the evidence.
    const total = Math.ceil(evidence / 0.4);
    const exact = await ask(withTotal(small, total));
    expect(exact.core.budget.blocks.find(({ block }) => block === "evidence")?.limit).toBe(evidence);
    expect([...sentSections(exact.core)].sort()).toEqual(ALL);
    const less = await ask(withTotal(small, total - 1));
    expect(less.core.budget.blocks.find(({ block }) => block === "evidence")?.limit).toBe(evidence - 1);
    expect([...sentSections(less.core)].sort()).toEqual(ALL.slice(2));
  });
});

describe("how a whole document stands", () => {
  test.each(["edges", "score", "source"])("in its own order, without other documents between (order: %s)", async (order) => {
    const { core, assembly } = await ask(await fitting(`prompt: { documents: { order: ${order} } }\n`));
    const sent = sentSections(core);
    for (const path of ["parcels.md", "refunds.md"]) {
      const places = sent.flatMap((id, at) => (id.startsWith(path) ? [at] : []));
      expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
      expect(sent.filter((id) => id.startsWith(path))).toEqual(ALL.filter((id) => id.startsWith(path)));
    }
    expect(textOf(assembly.prompt)).toContain(words("road", 60));
  });

  test("two sources are measured together: the second has the room that the first left", async () => {
    const files = {
      "sources.yaml": `sources:
  handbook: { folder: documents/one, access: tenant, select: fit }
  other: { folder: documents/two, access: tenant, select: fit, k: 1 }
`,
    };
    const small = await handbookPolicy({ "one/refunds.md": REFUNDS, "two/parcels.md": PARCELS }, { files });
    const { core } = await ask(small);
    expect(sentSections(core)).toHaveLength(5);
    const less = await ask(withTotal(small, core.budget.used - 1));
    expect([...sentSections(less.core)].sort()).toEqual([
      "parcels.md#parcels",
      "refunds.md#refunds",
      "refunds.md#where",
      "refunds.md#who",
    ]);
    expect(recordOf(less.core, "other").ranked).toEqual([expect.objectContaining({ by: "words", outcome: "chosen" })]);
  });
});
