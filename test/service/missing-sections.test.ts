/** Rules that name sections which no document has. */
import { expect, test } from "vitest";
import { missingSections } from "../../src/service/missing-sections.ts";
import { handbookPolicy } from "../support/handbook-policy.ts";

async function told(sections: string, documents: Readonly<Record<string, string>>) {
  const source = `send_to: [{ when: { intent: general }, sections: [${sections}], reason: "Because." }]`;
  const small = await handbookPolicy(documents, { source });
  const [rules, result] = [small.policy.documents.get("handbook"), await small.documents("handbook")];
  if (rules?.kind !== "folder" || result.status !== "corpus") throw new Error("no folder");
  return missingSections(rules, result.corpus);
}

const DOCUMENTS = { "a.md": "# Fees\n\nText.\n\n## Refunds\n\nText.\n" };

test("sections and whole documents that are there say nothing", async () => {
  expect(await told("a.md, a.md#fees, a.md#refunds", DOCUMENTS)).toEqual([]);
});

test("a renamed heading is told with the place of its rule and what may be meant", async () => {
  expect(await told("a.md#refund, b.md", DOCUMENTS)).toEqual([
    expect.objectContaining({
      file: "policies/small/sources.yaml",
      line: 2,
      code: "unknown-section",
      message: 'no document has the section "a.md#refund"; did you mean "a.md#refunds"?',
    }),
    expect.objectContaining({ code: "unknown-section", message: expect.stringContaining('no document has the section "b.md"') }),
  ]);
});

test("of a document that could not be read it says that", async () => {
  const [problem] = await told("b.md#x", { ...DOCUMENTS, "b.md": "---\ncolour: red\n---\n# X\n\nText.\n" });
  expect(problem?.message).toBe('no document has the section "b.md#x"; its document could not be read');
});
