/** Which versions of documents answer: by key and version, by link, by date, beside what the request brings. */
import { describe, expect, test } from "vitest";
import type { CandidateBody } from "../../../src/service/items-body.ts";
import { handbookPolicy, outcomes, recordOf, sentSections, withHead } from "../../support/handbook-policy.ts";
import { askSmall, reasons } from "../../support/small-policy.ts";

const QUESTION = "How long is the refund window?";
/** The old one says the words of the question more often. */
const OLD = "# Old\n\nThe refund window, how long is the refund window: 14 days.\n";
const NEW = "# New\n\nThe refund window is 30 days.\n";

const ask = async (documents: Readonly<Record<string, string>>, body: Parameters<typeof askSmall>[1] = {}) =>
  askSmall(await handbookPolicy(documents), { question: QUESTION, ...body });

const detailOf = ({ core }: Awaited<ReturnType<typeof ask>>, id: string) =>
  core.dropped.find((one) => one.id === `handbook:${id}`)?.detail;

describe("what replaces a document is gone before anything is ranked, and told with what replaces it", () => {
  const replaced = { "old.md#old": "superseded", "new.md#new": "chosen" };

  test("the higher version of a key, though the lower one has more of the words", async () => {
    const answer = await ask({
      "old.md": withHead({ key: "refunds", version: "1.9" }, OLD),
      "new.md": withHead({ key: "refunds", version: "1.10" }, NEW),
    });
    expect(outcomes(answer.core)).toEqual(replaced);
    expect(detailOf(answer, "old.md#old")).toEqual({ by: "handbook:new.md" });
    const old = recordOf(answer.core).ranked.find(({ id }) => id.endsWith("#old"));
    expect(old).toMatchObject({ rank: null, by: "words", reason: null });
    expect(old?.score).toBeGreaterThan(recordOf(answer.core).ranked[0]?.score ?? 0);
    expect(recordOf(answer.core).sections).toBe(1);
    expect(sentSections(answer.core)).toEqual(["new.md#new"]);
  });

  test.each([
    ["a path", "old.md"],
    ["key@version", "refunds@1"],
  ])("a link by %s", async (_title, link) => {
    const answer = await ask({
      "old.md": withHead({ key: "refunds", version: "1" }, OLD),
      "new.md": withHead({ supersedes: [link] }, NEW),
    });
    expect(outcomes(answer.core)).toEqual(replaced);
    expect(detailOf(answer, "old.md#old")).toEqual({ by: "handbook:new.md" });
  });

  test("a chain: what is two versions back names the version in force", async () => {
    const answer = await ask({
      "a.md": withHead({}, OLD),
      "b.md": withHead({ supersedes: "a.md" }, OLD),
      "c.md": withHead({ supersedes: "b.md" }, NEW),
    });
    expect(detailOf(answer, "a.md#old")).toEqual({ by: "handbook:c.md" });
    expect(detailOf(answer, "b.md#old")).toEqual({ by: "handbook:c.md" });
  });

  test("two sections of one version replace neither each other nor themselves", async () => {
    const two = "# Refunds\n\nThe refund window is long.\n\n## More\n\nHow long the window of a refund is.\n";
    const { core } = await ask({ "new.md": withHead({ key: "refunds", version: "2" }, two) });
    expect(outcomes(core)).toEqual({ "new.md#refunds": "chosen", "new.md#more": "chosen" });
  });

  test("an outdated section changes no score of those in force", async () => {
    const scores = async (documents: Readonly<Record<string, string>>) =>
      recordOf((await ask(documents)).core)
        .ranked.filter(({ outcome }) => outcome === "chosen")
        .map(({ id, score, terms }) => ({ id, score, terms }));
    const fresh = { "new.md": withHead({ key: "refunds", version: "2" }, NEW), "other.md": "# Other\n\nA long list.\n" };
    expect(await scores({ ...fresh, "old.md": withHead({ key: "refunds", version: "1" }, OLD) })).toEqual(await scores(fresh));
  });

  test("an outdated section that would not have been chosen is in no list", async () => {
    const many = Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [`${name}.md`, `# ${name}\n\nThe refund window, how long it is: ${name}.\n`]),
    );
    const faint = "# Faint\n\nAt the end of a text of many other words about parcels and their ways stands one refund.\n";
    const { core } = await ask({ ...many, "old.md": withHead({ effective_to: "2020-01-01" }, faint) });
    expect(outcomes(core)["old.md#faint"]).toBeUndefined();
  });
});

describe("dates", () => {
  const DATED = {
    "spring.md": withHead({ effective_from: "2026-03-01", effective_to: "2026-06-01" }, "# Spring\n\nThe refund window.\n"),
    "summer.md": withHead({ effective_from: "2026-06-01" }, "# Summer\n\nThe refund window.\n"),
  };
  test.each([
    ["2026-02-28T23:59:59Z", "not_yet_effective", "not_yet_effective"],
    ["2026-03-01", "chosen", "not_yet_effective"],
    ["2026-05-31T23:59:59.999Z", "chosen", "not_yet_effective"],
    ["2026-06-01", "expired", "chosen"],
    ["2030-01-01", "expired", "chosen"],
  ])("as of %s: spring is %s, summer is %s", async (as_of, spring, summer) => {
    const answer = await ask(DATED, { as_of });
    expect(outcomes(answer.core)).toEqual({ "spring.md#spring": spring, "summer.md#summer": summer });
    if (spring === "expired") expect(detailOf(answer, "spring.md#spring")).toEqual({ at: "2026-06-01T00:00:00.000Z" });
    if (summer === "not_yet_effective") expect(detailOf(answer, "summer.md#summer")).toEqual({ at: "2026-06-01T00:00:00.000Z" });
  });

  test.each([
    ["Pacific/Auckland", "expired", "chosen"],
    ["America/Los_Angeles", "chosen", "not_yet_effective"],
  ])("a date begins at midnight where the person is: %s", async (time_zone, spring, summer) => {
    const { core } = await ask(DATED, { as_of: "2026-05-31T18:00:00Z", time_zone });
    expect(outcomes(core)).toEqual({ "spring.md#spring": spring, "summer.md#summer": summer });
  });

  test("an amendment that is in the folder before it holds replaces nothing until then", async () => {
    const documents = {
      "old.md": withHead({ key: "refunds", version: "1" }, OLD),
      "new.md": withHead({ key: "refunds", version: "2", effective_from: "2027-01-01" }, NEW),
    };
    expect(outcomes((await ask(documents)).core)).toEqual({ "old.md#old": "chosen", "new.md#new": "not_yet_effective" });
    expect(outcomes((await ask(documents, { as_of: "2027-01-01" })).core)).toEqual({
      "old.md#old": "superseded",
      "new.md#new": "chosen",
    });
  });

  test("where every version is outdated the prompt says that nothing was found", async () => {
    const { core } = await ask({ "old.md": withHead({ effective_to: "2020-01-01" }, OLD) });
    expect(recordOf(core)).toMatchObject({ status: "none_found", sections: 0 });
    expect(reasons(core)).toEqual({ "handbook:old.md#old": "expired" });
  });
});

describe("beside what the request brings", () => {
  const candidate = (rest: Partial<CandidateBody>): CandidateBody => ({
    id: "mine",
    kind: "document",
    text: "Your refund window: ask by letter.",
    relevance: 0.9,
    ...rest,
  });

  test("a candidate of an older version gives way to a document of which no section was found", async () => {
    const documents = { "new.md": withHead({ key: "letters", version: "2" }, "# Letters\n\nWritten by hand.\n") };
    const { core } = await ask(documents, { candidates: [candidate({ key: "letters", version: "1" })] });
    expect(recordOf(core).ranked).toEqual([]);
    expect(core.dropped).toEqual([
      expect.objectContaining({ id: "mine", reason: "superseded", detail: { by: "handbook:new.md" } }),
    ]);
  });

  test("a section gives way to a candidate of a newer version", async () => {
    const documents = { "old.md": withHead({ key: "refunds", version: "1" }, NEW) };
    const { core } = await ask(documents, { candidates: [candidate({ key: "refunds", version: "2" })] });
    expect(reasons(core)).toEqual({ "handbook:old.md#new": "superseded" });
    expect(core.dropped[0]?.detail).toEqual({ by: "mine" });
    expect(sentSections(core)).toEqual(["mine"]);
  });

  test("a candidate of the same version stands beside the section", async () => {
    const documents = { "new.md": withHead({ key: "refunds", version: "2" }, NEW) };
    const { core } = await ask(documents, { candidates: [candidate({ key: "refunds", version: "2" })] });
    expect([...sentSections(core)].sort()).toEqual(["mine", "new.md#new"]);
  });

  test("a document that the caller may not see replaces nothing of the caller's", async () => {
    const documents = {
      "new.md": withHead({ key: "letters", version: "2", acl: { groups: ["staff"] } }, "# Letters\n\nWritten by hand.\n"),
    };
    const { core } = await ask(documents, { candidates: [candidate({ key: "letters", version: "1" })] });
    expect(sentSections(core)).toEqual(["mine"]);
  });

  test("a document that is not in force yet replaces nothing", async () => {
    const documents = {
      "new.md": withHead({ key: "letters", version: "2", effective_from: "2030-01-01" }, "# Letters\n\nWritten by hand.\n"),
    };
    const { core } = await ask(documents, { candidates: [candidate({ key: "letters", version: "1" })] });
    expect(sentSections(core)).toEqual(["mine"]);
  });

  test.each(["handbook:", "handbook:x", "handbook:new.md#new"])("no candidate may be called %s", async (id) => {
    await expect(ask({ "new.md": NEW }, { candidates: [candidate({ id })] })).rejects.toMatchObject({
      code: "duplicate_candidate_id",
      message: expect.stringContaining("/candidates/0/id: the id stands already at the sections of a source of documents"),
    });
  });

  test.each(["handbook", "handbooks:x", "other:handbook:x", "Handbook:x"])("%s is a name like any other", async (id) => {
    const { core } = await ask({ "new.md": NEW }, { candidates: [candidate({ id })] });
    expect(core.included.map((one) => one.id)).toContain(id);
  });
});
