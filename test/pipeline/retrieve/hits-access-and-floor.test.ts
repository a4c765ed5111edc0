/** Which hits of a search service are used: whom their acl names, and what the floor says of them. */
import { expect, test } from "vitest";
import { retrieveHits } from "../../../src/pipeline/retrieve/from-hits.ts";
import type { SearchRules } from "../../../src/policy/rules/documents.ts";
import type { Access } from "../../../src/policy/schema/document-source.ts";
import type { Hit } from "../../../src/sources/search/hit.ts";

const BARE = {
  ...{ label: null, key: null, version: null, supersedes: [], publishedAt: null, effectiveFrom: null, effectiveTo: null },
  ...{ topic: null, language: null, acl: null, score: null },
};
const hit = (id: string, more: Partial<Hit>): Hit => ({ ...BARE, id, text: `Text of ${id}.`, rank: 1, ...more });
const acl = (...groups: readonly string[]) => ({ subjects: [], groups, plans: [] });

function outcomes(hits: readonly Hit[], { access, floor }: { readonly access: Access; readonly floor: number | null }) {
  const rules = { kind: "search", name: "kb", access, k: 4, floor, trust: 0.5, sample: "" } as const;
  const { record, denied } = retrieveHits({
    // Of the rules only these are read.
    rules: rules as unknown as SearchRules,
    result: { status: "hits", hits, skipped: [], raw: null },
    viewer: { subject: "alex", groups: ["staff"], plan: null },
    ...{ zone: "UTC", asOfMs: 0, style: "numbered" },
  });
  return { ranked: record.ranked.map(({ id, outcome }) => `${id} ${outcome}`), denied };
}

test("under a floor a hit at it is used, one below it and one without a score are not", () => {
  const hits = [hit("at", { score: 2 }), hit("below", { score: 1.999 }), hit("none", {})];
  expect(outcomes(hits, { access: "tenant", floor: 2 }).ranked).toEqual([
    "kb:at chosen",
    "kb:below below_floor",
    "kb:none below_floor",
  ]);
});

test("without a floor a hit without a score is used", () => {
  expect(outcomes([hit("none", {})], { access: "tenant", floor: null }).ranked).toEqual(["kb:none chosen"]);
});

test("an acl counts under both rules of access; a hit without one is everybody's or nobody's", () => {
  const hits = [
    hit("free", {}),
    hit("ours", { acl: acl("staff") }),
    hit("theirs", { acl: acl("sales") }),
    hit("empty", { acl: acl() }),
  ];
  expect(outcomes(hits, { access: "tenant", floor: null })).toEqual({
    ranked: ["kb:free chosen", "kb:ours chosen"],
    denied: ["kb:theirs", "kb:empty"],
  });
  expect(outcomes(hits, { access: "acl", floor: null })).toEqual({
    ranked: ["kb:ours chosen"],
    denied: ["kb:free", "kb:theirs", "kb:empty"],
  });
});
