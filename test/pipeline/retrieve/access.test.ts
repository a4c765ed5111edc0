/** Who may see which document: tested before anything is counted, and leaving no trace. */
import { describe, expect, test } from "vitest";
import { handbookPolicy, recordOf, sentSections, withHead } from "../../support/handbook-policy.ts";
import { askSmall } from "../../support/small-policy.ts";

const QUESTION = "How long is the refund window?";
const PLANS = "plans: { paid: { secondary_tokens: 900 }, free: { secondary_tokens: 50 } }\n";
const text = (name: string): string => `# ${name}\n\nThe refund window of ${name.toLowerCase()}.\n`;

const ACLS: Readonly<Record<string, Readonly<Record<string, readonly string[]>> | null>> = {
  open: null,
  nobody: {},
  empty_lists: { subjects: [], groups: [], plans: [] },
  alex: { subjects: ["alex"] },
  kim: { subjects: ["kim"] },
  staff: { groups: ["staff"] },
  paid: { plans: ["paid"] },
  kim_or_staff: { subjects: ["kim"], groups: ["staff"] },
};
const DOCUMENTS = Object.fromEntries(
  Object.entries(ACLS).map(([name, acl]) => [`${name}.md`, acl === null ? text(name) : withHead({ acl }, text(name))]),
);

const namesSeen = async (access: string, body: Parameters<typeof askSmall>[1], groups: readonly string[] = []) => {
  const small = await handbookPolicy(DOCUMENTS, { source: `access: ${access}, k: 20`, yaml: PLANS });
  const { core } = await askSmall(small, { question: QUESTION, ...body }, groups);
  expect(recordOf(core).sections).toBe(sentSections(core).length);
  return [...sentSections(core)].map((id) => id.replace(/\.md#.*$/, "")).sort();
};

describe.each([
  ["tenant", ["open"]],
  ["acl", []],
])("access: %s", (access, open) => {
  test.each([
    ["a subject that is named", { subject: "alex" }, [], ["alex"]],
    ["a subject that is not", { subject: "sam" }, [], []],
    ["a group that is named", { subject: "sam" }, ["staff"], ["kim_or_staff", "staff"]],
    ["a plan that is named", { subject: "sam", plan: "paid" }, [], ["paid"]],
    ["a plan that is not", { subject: "sam", plan: "free" }, [], []],
    ["one entry of several that fits", { subject: "kim" }, [], ["kim", "kim_or_staff"]],
  ])("%s", async (_title, body, groups, seen) => {
    expect(await namesSeen(access, body, groups)).toEqual([...open, ...seen].sort());
  });
});

describe("a hidden document", () => {
  const OPEN = {
    "a.md": withHead({ key: "refunds", version: "1" }, text("Open")),
    "b.md": "# Other\n\nA long list of windows.\n",
  };
  const acl = { groups: ["staff"] };
  /** Each would change something if it counted. */
  const HIDDEN: Readonly<Record<string, string>> = {
    "0.md": withHead({ acl }, `# Refund window\n\n${"How long is the refund window? ".repeat(30)}\n`),
    "copy.md": withHead({ acl }, text("Open")),
    "newer.md": withHead({ acl, key: "refunds", version: "2" }, text("Newer")),
    "link.md": withHead({ acl, supersedes: ["a.md", "b.md"] }, "# Link\n\nNothing.\n"),
    "same-title.md": withHead({ acl, title: "Open" }, "# Open\n\nThe refund window.\n"),
    "zh.md": withHead({ acl, language: "zh" }, "# 退款\n\nThe refund window 退款。\n"),
    "fi.md": withHead({ acl, language: "fi" }, "# Ikkuna\n\nThe refund windows ikkunat.\n"),
    "old.md": withHead({ acl, effective_to: "2020-01-01" }, text("Old")),
  };

  test.each([["sections"], ["fit"]])("changes no byte of the core and the prompt (select: %s)", async (select) => {
    const source = `k: 3, floor: 0.01, select: ${select}`;
    const bytes = async (documents: Readonly<Record<string, string>>) => {
      const { core, assembly } = await askSmall(await handbookPolicy(documents, { source }), { question: QUESTION });
      return { core, prompt: assembly.prompt };
    };
    const alone = await bytes(OPEN);
    for (const [path, hidden] of Object.entries(HIDDEN)) expect(await bytes({ ...OPEN, [path]: hidden }), path).toEqual(alone);
    expect(await bytes({ ...OPEN, ...HIDDEN })).toEqual(alone);
  });

  test("is named for the audit alone, and only where it would have been chosen", async () => {
    const small = await handbookPolicy({ ...OPEN, ...HIDDEN, "faint.md": withHead({ acl }, "# Faint\n\nNo such word.\n") });
    const { core, assembly, decisions } = await askSmall(small, { question: QUESTION });
    expect(assembly.items.denied).toContain("handbook:0.md#refund-window");
    expect(assembly.items.denied).not.toContain("handbook:faint.md#faint");
    expect(assembly.items.denied).toEqual([...assembly.items.denied].sort());
    const told = JSON.stringify([core, decisions]);
    for (const path of Object.keys(HIDDEN)) expect(told).not.toContain(path);
  });

  test("is there for those whom it names", async () => {
    const small = await handbookPolicy({ ...OPEN, ...HIDDEN }, { source: "k: 20" });
    const { core } = await askSmall(small, { question: QUESTION }, ["staff"]);
    expect(sentSections(core)).toContain("0.md#refund-window");
    expect(sentSections(core)).toContain("newer.md#newer");
    expect(sentSections(core)).not.toContain("a.md#open");
  });

  test("a folder that holds nothing for the caller looks like an empty one", async () => {
    const hidden = await askSmall(await handbookPolicy(HIDDEN), { question: QUESTION });
    const empty = await askSmall(await handbookPolicy({}), { question: QUESTION });
    expect(hidden.core).toEqual(empty.core);
    expect(hidden.assembly.prompt).toEqual(empty.assembly.prompt);
  });
});
