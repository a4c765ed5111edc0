import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { checkContext } from "../../../src/policy/check/context.ts";
import { checkSearch } from "../../../src/policy/check/search.ts";
import { problemLine } from "../../../src/policy/problem.ts";
import { expandEnvironment } from "../../../src/policy/read/environment.ts";
import { readPolicy } from "../../../src/policy/read/read-policy.ts";
import { readShape } from "../../../src/policy/read/read-shape.ts";
import { SearchSource } from "../../../src/policy/schema/search-source.ts";
import { parseYaml } from "../../../src/policy/yaml/parse-yaml.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../../support/base-policy.ts";

const File = z.strictObject({ sources: z.record(z.string(), SearchSource) });
type File = z.infer<typeof File>;

const SAMPLE = { hits: [{ id: "a", text: "Thirty days.", score: 2, at: "2026-03-01", acl: { groups: ["staff"] } }] };
const ENTRY = {
  search: {
    url: "http://kb.test/{tenant}/_search",
    body: { size: "{k}", query: { text: "{question}" }, filter: { sport: "{sport}" } },
    hits: "/hits",
    fields: { id: "/id", text: "/text", score: "/score", published_at: "/at", acl: "/acl" },
  },
  access: "acl",
  sample: "samples/kb.json",
};

interface Case {
  readonly search?: object;
  readonly fields?: object;
  readonly entry?: object;
  readonly sample?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The lines told about the entry, without the file's name and place; of a faulty shape the shape's. */
function told({ search = {}, fields = {}, entry = {}, sample = SAMPLE, environment = {} }: Case): readonly string[] {
  const written = { ...ENTRY, ...entry, search: { ...ENTRY.search, fields: { ...ENTRY.search.fields, ...fields }, ...search } };
  const { yaml } = parseYaml(stringify({ sources: { kb: written } }, { lineWidth: 0 }), "sources.yaml");
  if (yaml === null) throw new Error("no YAML");
  const expanded = expandEnvironment(yaml, environment);
  const reading = readShape<File>({ schema: File, expanded, isSecret: () => false });
  const line = (problem: Parameters<typeof problemLine>[0]) => problemLine(problem).replace("sources.yaml:", "");
  const source = reading.value.sources?.["kb"];
  if (source === undefined || reading.problems.length > 0) return reading.problems.map(line);
  const texts = new Map([...basePolicyFiles(), ["samples/kb.json", JSON.stringify(sample)]]);
  const policy = readPolicy({
    name: "base",
    prefix: "",
    texts,
    environment: BASE_ENVIRONMENT,
    known: new Map(),
    accented: new Set(),
  });
  const place = (...path: readonly PropertyKey[]) => ({ reading, path: ["sources", "kb", ...path] });
  return checkSearch(place, source, checkContext(policy, false)).map(line);
}

test("a right entry has nothing to tell", () => {
  expect(told({})).toEqual([]);
});

describe("what is asked", () => {
  test.each<readonly [Case, RegExp]>([
    [{ search: { url: "http://kb.test/{question}" } }, /^4:12 unknown-placeholder: {question} has no place in an address/],
    [{ search: { url: "http://{tenant}.test/" } }, /bad-url: no name in braces may stand in the host/],
    [{ search: { url: "http://kb.test/{tennant}" } }, /unknown-placeholder: {tennant} stands for nothing; did you mean "tenant"/],
    [
      { search: { body: { q: "{wrods}", w: "{words}" } } },
      /^6:12 unknown-placeholder: {wrods} stands for nothing; did you mean "words"/,
    ],
    [{ search: { body: { q: ["{words}", "x{sprot}"] } } }, /^8:13 unknown-placeholder: {sprot} .*did you mean "sport"/],
    [{ search: { query: { q: "{words}", r: "{region}" }, body: { n: 1 } } }, /unknown-placeholder: {region} stands for nothing/],
    [{ search: { body: { q: "({question}) AND t:{tenant}" } } }, /bad-template: beside {question} no other name may stand/],
    [{ search: { body: { size: "{k}" } } }, /^4:7 bad-template: nothing of the question is sent/],
    [{ search: { method: "GET" } }, /not-allowed: a GET has no body/],
    [{ search: { method: "PUT" } }, /not-allowed: /],
    [{ search: { colour: 1 } }, /unknown-key: /],
    [{ entry: { cache: { ttl: "5m" } } }, /unknown-key: /],
    [{ entry: { k: 0 } }, /too-small: /],
    [{ entry: { k: 101 } }, /too-large: /],
    [{ entry: { access: "public" } }, /not-allowed: /],
    [{ search: { body: ["{words}"] } }, /wrong-type: /],
  ])("%j", (wrong, line) => {
    const lines = told(wrong);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });

  test("access must be said", () => {
    const { access, ...rest } = ENTRY;
    expect(access).toBe("acl");
    expect(SearchSource.safeParse(rest).success).toBe(false);
  });

  test("a name that came from the environment is not shown", () => {
    const search = { url: "http://kb.test/x", body: { w: "{words}", q: "${" + "SECRET}" } };
    const lines = told({ search, environment: { SECRET: "x{canary}" } });
    expect(lines).toEqual([expect.stringMatching(/unknown-placeholder: a name in braces \(not shown\)/)]);
  });
});

describe("what is read, held against the sample", () => {
  const hit = SAMPLE.hits[0];
  test.each<readonly [Case, RegExp]>([
    [{ search: { hits: "/hist" } }, /pointer-nowhere: the sample "samples\/kb.json" has nothing at "\/hist"/],
    [{ sample: { hits: { a: 1 } } }, /name-type: .* has no list at "\/hits"/],
    [{ sample: { hits: [] } }, /sample-error: .* has no hits/],
    [{ fields: { text: "/body" } }, /pointer-nowhere: no hit of the sample .* at "\/body"/],
    [{ fields: { label: "/title" } }, /pointer-nowhere: no hit of the sample .* at "\/title"/],
    [{ fields: { acl: { groups: "/groups", plans: "/plans" } } }, /pointer-nowhere: no hit of .* at "\/groups" or "\/plans"/],
    [{ fields: { acl: {} } }, /empty: expected at least one list/],
    [{ fields: { score: "/text" } }, /name-type: hit 1 of .* a number/],
    [{ fields: { published_at: "/text" } }, /name-type: hit 1 of .* a date or a time/],
    [{ fields: { published_at: { pointer: "/at", unit: "s" } } }, /name-type: hit 1 of .* or a number where a unit is given/],
    [{ fields: { published_at: { pointer: "/at", unit: "min" } } }, /not-allowed: /],
    [{ fields: { acl: "/text" } }, /name-type: hit 1 of .* an object with lists of texts/],
    [{ sample: { hits: [hit, hit] } }, /name-type: hit 2 of .* an id that no other hit has/],
    [{ sample: { hits: [hit, 7] } }, /name-type: hit 2 of .* an object or a list/],
    [{ fields: { id: "id" } }, /bad-format: /],
  ])("%j", (wrong, line) => {
    const lines = told(wrong);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });

  test("under access: acl the place of the acl must be known", () => {
    const { acl, ...fields } = ENTRY.search.fields;
    expect(acl).toBe("/acl");
    expect(told({ search: { fields } })).toEqual([expect.stringMatching(/missing-key: with access: acl a hit without an acl/)]);
    expect(told({ search: { fields }, entry: { access: "tenant" } })).toEqual([]);
  });

  test("a field that only some hits have is no fault", () => {
    expect(told({ sample: { hits: [{ id: "b", text: "x" }, hit] } })).toEqual([]);
  });
});

test("the examples of docs/search-services.md have the right shape", () => {
  const page = readFileSync(new URL("../../../docs/search-services.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text]) => Object.entries(parse(text ?? "").sources));
  expect(examples.map(([name]) => name)).toEqual(["kb", "handbook", "kb", "kb"]);
  for (const [, entry] of examples) expect(SearchSource.safeParse(entry).error).toBeUndefined();
});
