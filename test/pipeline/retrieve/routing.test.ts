/** Which sources of documents a question asks, by the table of intents and the scopes; and what is said of those that fail. */
import { describe, expect, test } from "vitest";
import type { DocumentsResult } from "../../../src/documents/documents-result.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { handbookPolicy, sentSections, textOf } from "../../support/handbook-policy.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../../support/small-policy.ts";

const DOCUMENTS = { "a.md": "# A\n\nThe refund, the parcel, the coin today.\n" };
const VOCABULARY =
  "intents:\n  money:\n    terms: { en: { 2: [refund, coin] } }\n  goods:\n    terms: { en: { 2: [parcel, coin], 0.5: [box] } }\n";
const table = (of: Readonly<Record<string, string>>): string =>
  `intents:\n${["general", "money", "goods"].map((name) => `  ${name}: { max_words: 100, ${of[name] ?? ""} }\n`).join("")}`;
const PRIMARY = 'primary: ["documents:handbook"]';
const SECONDARY = 'secondary: ["documents:handbook"]';
const EXCLUDE = 'exclude: ["documents:handbook"]';

const policyOf = (of: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) =>
  handbookPolicy(DOCUMENTS, { files: { "intents.yaml": table(of), "vocabulary.yaml": VOCABULARY, ...files } });
const ask = async (of: Readonly<Record<string, string>>, question: string, files: Readonly<Record<string, string>> = {}) => {
  const { core, assembly } = await askSmall(await policyOf(of, files), { question });
  const withheld = core.withheld.find(({ id }) => id === "documents:handbook");
  return { sent: sentSections(core), roles: assembly.choice.documents, withheld: withheld?.reason ?? null, core, assembly };
};

describe("the table of intents", () => {
  test.each([
    ["primary", { money: PRIMARY }, "primary"],
    ["secondary", { money: SECONDARY }, "secondary"],
    ["named by no intent: open to every question", {}, "secondary"],
  ])("%s: asked", async (_title, of, role) => {
    const { sent, roles, withheld } = await ask(of, "A refund?");
    expect(sent).toEqual(["a.md#a"]);
    expect(roles).toEqual([{ source: "handbook", role }]);
    expect(withheld).toBeNull();
  });

  test.each([
    ["excluded", { money: EXCLUDE }, "excluded"],
    ["named by another intent only", { goods: PRIMARY }, "not_listed"],
  ])("%s: not asked, nothing retrieved, and no demand", async (_title, of, reason) => {
    const { sent, roles, withheld, core, assembly } = await ask(of, "A refund?");
    expect([sent, roles, withheld, core.retrieval]).toEqual([[], [], reason, []]);
    expect(textOf(assembly.prompt)).not.toContain("Name the number");
    expect(textOf(assembly.prompt)).not.toContain("No section of the documents");
  });

  test.each([
    ["one excludes, the other has it primary", { money: EXCLUDE, goods: PRIMARY }, "primary", null],
    ["one excludes, the other has it secondary", { money: SECONDARY, goods: EXCLUDE }, "secondary", null],
    ["one excludes, none lists it", { money: EXCLUDE }, null, "not_listed"],
    ["both exclude it", { money: EXCLUDE, goods: EXCLUDE }, null, "excluded"],
  ])("two contenders: %s", async (_title, of, role, reason) => {
    const { roles, withheld } = await ask(of, "One coin?");
    expect(roles).toEqual(role === null ? [] : [{ source: "handbook", role }]);
    expect(withheld).toBe(reason);
  });

  test("under a weak signal an excluded source is softened: asked as the last secondary", async () => {
    const { roles } = await ask({ goods: EXCLUDE }, "A box?");
    expect(roles).toEqual([{ source: "handbook", role: "secondary" }]);
  });

  test("a policy of documents alone needs no intents.yaml", async () => {
    const small = await smallPolicy("", {
      "policy.yaml": 'title: Documents.\ntenants: ["*"]\nmodels: [{ name: case-model, window: 16000, reserve_output: 2000 }]\n',
      "sources.yaml": "sources:\n  handbook: { folder: documents, access: tenant }\n",
      "intents.yaml": null,
      "documents/a.md": DOCUMENTS["a.md"],
    });
    const { core, assembly } = await askSmall(small, { question: "A refund?" });
    expect(sentSections(core)).toEqual(["a.md#a"]);
    expect(assembly.choice.documents).toEqual([{ source: "handbook", role: "primary" }]);
  });
});

describe("scopes", () => {
  const scopes = (modifier: string) => ({
    "scopes.yaml": `scopes:\n  today:\n    horizon: day\n    modifiers: [{ ${modifier}: "documents:handbook", reason: "So." }]\n`,
  });
  test.each([
    ["promote", SECONDARY, "primary"],
    ["demote", PRIMARY, "secondary"],
    ["drop", PRIMARY, null],
    ["drop", SECONDARY, null],
  ])("%s of what is %s: %s", async (modifier, written, role) => {
    const { roles, withheld } = await ask({ money: written }, "A refund today?", scopes(modifier));
    expect(roles).toEqual(role === null ? [] : [{ source: "handbook", role }]);
    expect(withheld).toBe(role === null ? "scope_dropped" : null);
  });
});

describe("a source that does not answer", () => {
  const failing = (small: SmallPolicy, result: DocumentsResult): SmallPolicy => ({ ...small, documents: async () => result });
  const failed = async (of: Readonly<Record<string, string>>, body: Partial<QuestionBody> = {}) =>
    askSmall(failing(await policyOf(of), { status: "failed", cause: "timeout", httpStatus: 504 }), {
      question: "A refund?",
      ...body,
    });

  test("primary: missing with its cause, one line in the prompt without it, degraded, low confidence, no demand", async () => {
    const { core, assembly } = await failed({ money: PRIMARY });
    expect(core.missing).toEqual([
      {
        ...{ id: "documents:handbook", label: "handbook", role: "primary", source: "handbook" },
        ...{ reason: "unreachable", cause: "timeout", http_status: 504 },
      },
    ]);
    const text = textOf(assembly.prompt);
    expect(text).toMatch(/^- .*handbook.*$/m);
    expect(text).not.toContain("timeout");
    expect(text).not.toContain("No section of the documents");
    expect(text).not.toContain("Name the number");
    expect(core).toMatchObject({ degraded: true, confidence: { level: "low", coverage: 0, reasons: ["primary_missing"] } });
    expect(core.retrieval).toEqual([
      expect.objectContaining({ status: "failed", cause: "timeout", sections: 0, ranked: [], digest: null }),
    ]);
    expect(core.findings.map(({ code }) => code)).not.toContain("nothing_found");
  });

  test("secondary: missing, but no line, not degraded", async () => {
    const { core, assembly } = await failed({ money: SECONDARY });
    expect(core.missing).toMatchObject([{ id: "documents:handbook", role: "secondary" }]);
    expect(textOf(assembly.prompt)).not.toContain("handbook");
    expect(core).toMatchObject({ degraded: false, confidence: { level: "high", reasons: ["secondary_missing"] } });
  });
});
