/** Whatever stands in the files: problems with places inside the file, or a snapshot; never an exception, never a long wait. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadPolicies } from "../../src/policy/load.ts";
import { memorySource } from "../../src/policy/read/policy-source.ts";
import { parseYaml } from "../../src/policy/yaml/parse-yaml.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../support/base-policy.ts";
import { cpuWatch } from "../support/cpu-watch.ts";
import { loadBase, problemsOf, QUARTERS } from "../support/load-base.ts";

const FILES = [...basePolicyFiles()];
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ": ",
  "- ",
  "\n",
  "  ",
  "\t",
  "'",
  '"',
  "&a ",
  "*a",
  "!x ",
  "!!omap ",
  "!!set ",
  "!!merge ",
  "!!binary ",
  "<<: ",
  "|",
  ">",
  "%",
  "#",
  "? ",
  "---\n",
  "...",
];
const WORDS = [
  "__proto__",
  "constructor",
  "null",
  "~",
  "no",
  "1.10",
  "007",
  ".inf",
  "1e999",
  "{{ x }}",
  "{% x %}",
  `${"$"}{A}`,
  "\u0000",
  "\r",
  "\uFEFF",
  "\uD800",
  "\u202E",
];

interface Change {
  readonly kind: "insert" | "delete" | "repeat" | "swap";
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("insert", "insert", "delete", "repeat", "swap"),
  at: fc.nat(2_000),
  length: fc.integer({ min: 1, max: 40 }),
  text: fc.oneof(fc.constantFrom(...PIECES, ...WORDS), fc.string({ unit: "binary", maxLength: 8 })),
});

function mutate(text: string, { kind, at, length, text: inserted }: Change): string {
  const from = text.length === 0 ? 0 : at % text.length;
  const [before, middle, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  if (kind === "insert") return before + inserted + middle + after;
  if (kind === "delete") return before + after;
  return kind === "repeat" ? before + middle + middle + after : after + middle + before;
}

test("any damage to any file gives problems inside that file's text, or a snapshot", async () => {
  const damage = fc.tuple(fc.constantFrom(...FILES), fc.array(change, { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(damage, async ([[path, text], changes]) => {
      const damaged = changes.reduce(mutate, text);
      const loaded = await loadBase({ files: { [path]: damaged } });
      if ("snapshot" in loaded) return;
      expect(loaded.problems.length).toBeGreaterThan(0);
      for (const problem of loaded.problems) {
        expect(problem.message).not.toMatch(/[\n\r]|undefined|\[object/);
        const lines = (
          problem.file === `policies/base/${path}` ? damaged : (basePolicyFiles().get(problem.file.slice(14)) ?? "")
        ).split("\n");
        expect(problem.line).toBeLessThanOrEqual(lines.length);
        expect(problem.column).toBeLessThanOrEqual((lines[problem.line - 1]?.length ?? 0) + 2);
      }
    }),
    { numRuns: 400 },
  );
});

describe("what is made to hurt", () => {
  const bomb = (levels: number): string =>
    Array.from(
      { length: levels },
      (_, i) =>
        `l${i}: &l${i} [${Array(9)
          .fill(i === 0 ? "x" : `*l${i - 1}`)
          .join(", ")}]`,
    ).join("\n");
  test.each([
    ["nine levels of aliases", bomb(9), "alias"],
    ["100,000 brackets", `a: ${"[".repeat(100_000)}`, "too-deep"],
    ["100,000 closed brackets", `a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`, "too-deep"],
    ["130,000 dashes", "- ".repeat(130_000), "too-deep"],
    ["80,000 question marks", "? ".repeat(80_000), "too-deep"],
    ["700 levels of indentation", Array.from({ length: 700 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), "too-deep"],
    ["more than 256 KiB", "a: b\n".repeat(60_000), "file-too-large"],
    ["256 KiB of 4-byte characters", "🏃".repeat(66_000), "file-too-large"],
  ])("%s", (_title, text, code) => {
    const took = cpuWatch();
    const { problems } = parseYaml(text, "x.yaml");
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(took()).toBeLessThan(4_000);
  });

  test("20,000 different keys, and a duplicate among them", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join("");
    const took = cpuWatch();
    expect(parseYaml(keys, "x.yaml").problems).toEqual([]);
    const { problems } = parseYaml(`${keys}k7: 1\n`, "x.yaml");
    expect(problems).toMatchObject([{ line: 20_001, column: 1, code: "duplicate-key" }]);
    expect(took()).toBeLessThan(10_000);
  });
});

describe("the size limit", () => {
  const padded = (bytes: number): string => `a: b\n${"#".repeat(bytes - 6)}\n`;
  test.each([
    [262_143, []],
    [262_144, []],
    [262_145, ["file-too-large"]],
  ])("%i bytes", (bytes, codes) => {
    expect(parseYaml(padded(bytes), "x.yaml").problems.map(({ code }) => code)).toEqual(codes);
  });

  test("whoever passes it is told where words can go on", () => {
    const message =
      "the file has 262145 bytes, at most 262144 are read; move words to vocabulary/<language>.yaml, or split the policy";
    expect(parseYaml(padded(262_145), "x.yaml").problems).toEqual([
      { file: "x.yaml", line: 1, column: 1, code: "file-too-large", message },
    ]);
  });
});

test("any files that are unreadable, missing or something else altogether: problems, never an exception", async () => {
  const stand = fc.constantFrom<(string | null | undefined)[]>(
    null,
    undefined,
    "",
    "a: 1",
    "[]",
    "x",
    "{}",
    "null",
    "intents: {}\npieces: {}\nsources: {}",
    "sources: { profile: }\npieces: { a: null }",
  );
  const changes = fc.uniqueArray(fc.tuple(fc.constantFrom(...FILES.map(([path]) => path)), stand), {
    minLength: 1,
    selector: ([path]) => path,
  });
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const texts = new Map<string, string | null>(FILES);
      for (const [path, text] of changed) {
        if (text === undefined) texts.delete(path);
        else texts.set(path, text);
      }
      const directory = memorySource(new Map([["base", texts]]));
      const options = { environment: BASE_ENVIRONMENT, production: false, counter: QUARTERS };
      const loaded = await loadPolicies({ directory, ...options });
      const unread = changed.filter(([, text]) => text === null).map(([path]) => `policies/base/${path}:1:1 unreadable-file`);
      const got = problemsOf(loaded).map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
      expect(got).toEqual(expect.arrayContaining(unread));
    }),
    { numRuns: 300 },
  );
});
