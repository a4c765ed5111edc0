/** What the hits of a search service become: access, currency, floor, k, and order where there is no score. */

import { describe, expect, test } from "vitest";
import { relevanceOf } from "../../../src/pipeline/retrieve/found-documents.ts";
import type { Hit } from "../../../src/sources/search/hit.ts";
import { outcomes, recordOf, sentSections, textOf } from "../../support/handbook-policy.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const NO_HIT: Omit<Hit, "id" | "text"> = {
  ...{ score: null, rank: 1, label: null, supersedes: [], language: null, key: null, version: null },
  ...{ publishedAt: null, effectiveFrom: null, effectiveTo: null, topic: null, acl: null },
};
const hit = (id: string, rest: Partial<Hit> = {}): Hit => ({ ...NO_HIT, id, text: `Text of ${id}.`, ...rest });
const ACL = { subjects: [], groups: ["staff"], plans: [] };

async function ask(hits: readonly Hit[], rest = "", groups: readonly string[] = []) {
  const access = rest.includes("access:") ? "" : "access: tenant, ";
  const small = await smallPolicy("", {
    "sources.yaml": `sources:
  kb:
    search:
      url: http://kb.test/find
      body: { q: "{words}" }
      hits: /hits
      fields: { id: /id, text: /text, acl: /acl }
    ${`${access}${rest}`
      .split(", ")
      .filter((line) => line !== "")
      .join("\n    ")}
    sample: samples/kb.json
`,
    "samples/kb.json": '{ "hits": [{ "id": "a", "text": "x", "acl": { "groups": ["staff"] } }] }',
  });
  const documents = async () => ({ status: "hits" as const, hits, skipped: [], raw: "{}" });
  return askSmall({ ...small, documents }, { question: "How long?" }, groups);
}

describe("access comes first", () => {
  const HITS = [hit("hidden", { acl: ACL }), hit("a"), hit("b")];

  test("a hidden hit takes no place, leaves no trace, and is named for the audit alone", async () => {
    const { core, assembly } = await ask(HITS, "k: 1");
    const alone = await ask(HITS.slice(1), "k: 1");
    expect(core).toEqual(alone.core);
    expect(assembly.prompt).toEqual(alone.assembly.prompt);
    expect(assembly.items.denied).toEqual(["kb:hidden"]);
    expect(outcomes(core, "kb")).toEqual({ a: "chosen", b: "outside_k" });
  });

  test.each([
    ["tenant", [], ["a", "b"]],
    ["tenant", ["staff"], ["a", "b", "hidden"]],
    ["acl", [], []],
    ["acl", ["staff"], ["hidden"]],
  ])("access: %s for the groups %j", async (access, groups, seen) => {
    const { core } = await ask(HITS, `access: ${access}`, groups);
    expect([...sentSections(core)].sort()).toEqual(seen);
  });
});

describe("the cut", () => {
  test.each([1, 2, 3, 4])("of three hits k %d takes the first", async (k) => {
    const { core } = await ask([hit("a"), hit("b"), hit("c")], `k: ${k}`);
    expect(Object.values(outcomes(core, "kb"))).toEqual(
      ["chosen", "chosen", "chosen"].map((out, at) => (at < k ? out : "outside_k")),
    );
    expect(recordOf(core, "kb").ranked.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });

  test("the floor is met by the score itself, and one under it takes no place", async () => {
    const hits = [hit("under", { score: 1.99 }), hit("exact", { score: 2 }), hit("over", { score: 2.01 })];
    const { core } = await ask(hits, "k: 1, floor: 2");
    expect(outcomes(core, "kb")).toEqual({ exact: "chosen", over: "outside_k", under: "below_floor" });
    expect(core.dropped.map(({ detail }) => detail)).toEqual([
      { rank: 2, k: 1, bm25: 2.01 },
      { rank: 3, floor: 2, bm25: 1.99 },
    ]);
  });

  test("a hit without a score does not reach a floor; without a floor it counts by its order", async () => {
    const hits = [hit("old", { effectiveTo: "2020-01-01" }), hit("a"), hit("b")];
    expect(outcomes((await ask(hits, "floor: 2")).core, "kb")).toEqual({ a: "below_floor", b: "below_floor", old: "expired" });
    const { core } = await ask(hits, "k: 2");
    const relevance = (id: string) => core.scoring.find((one) => one.id === `kb:${id}`)?.signals.relevance.value;
    expect(outcomes(core, "kb")).toEqual({ a: "chosen", b: "chosen", old: "expired" });
    expect([relevance("a"), relevance("b")]).toEqual([1, 0.8]);
  });

  test.each([
    ["floor: 2", 0.6],
    ["k: 4", 0.3158],
  ])("a score is worth s / (s + floor), or + 6.5 (%s)", async (rest, worth) => {
    const { core } = await ask([hit("a", { score: 3 })], rest);
    expect(core.scoring[0]?.signals.relevance.value).toBeCloseTo(worth, 4);
  });
});

test("an older version is superseded by a hit of the same answer, and takes no place", async () => {
  const hits = [hit("old", { key: "x", version: "1" }), hit("new", { key: "x", version: "2" })];
  const { core } = await ask(hits, "k: 1");
  expect(outcomes(core, "kb")).toEqual({ new: "chosen", old: "superseded" });
  expect(core.dropped[0]?.detail).toEqual({ by: "kb:new" });
});

test("no hits: nothing was found", async () => {
  const { core, assembly } = await ask([]);
  expect(recordOf(core, "kb")).toMatchObject({ status: "none_found", sections: 0, digest: null });
  expect(textOf(assembly.prompt)).toContain("No section of the documents answers this question.");
});

test.each([
  [-7, null, 0],
  [0, 0, 0],
  [-2, 1, 0],
  [6.5, null, 0.5],
  [6.5, -3, 0.5],
  [3, 3, 0.5],
])("a score of %d under a floor of %s is a relevance of %d", (score, floor, relevance) => {
  expect(relevanceOf(score, null, floor)).toBe(relevance);
});
