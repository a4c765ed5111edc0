/** What the built service reads in place of the sources is the same as what the sources give. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readLanguageFolder } from "../../src/policy/load-languages.ts";
import { parseYaml } from "../../src/policy/parse-yaml.ts";
import { folderSource, type PolicySource } from "../../src/policy/policy-source.ts";
import { ENCODINGS, packedEncoding } from "../../src/tokens/encodings.ts";
import { unpackRanks } from "../../src/tokens/rank-file.ts";

const aheadOf = async (directory: string): Promise<Awaited<ReturnType<PolicySource["read"]>>> => {
  const built = resolve("dist/policy/read-ahead.js");
  const { readAhead } = (await import(/* @vite-ignore */ built)) as { readAhead(directory: string): PolicySource };
  return readAhead(directory).read();
};

test("languages.json holds the language files, with their exact texts", async () => {
  const built = JSON.parse(readFileSync("dist/text/languages.json", "utf8")) as unknown;
  expect(built).toEqual(await readLanguageFolder(new URL("../../src/text/languages/", import.meta.url)));
});

test.each(ENCODINGS)("the ranks of %s are those of the package, byte by byte", async (encoding) => {
  const built = readFileSync(`dist/tokens/${encoding}.ranks`);
  expect(built.equals(await packedEncoding(encoding))).toBe(true);
  expect(unpackRanks(built)?.data.starts.length).toBeGreaterThan(100_000);
});

test("the thread reads what the folder holds, and the values of its YAML files", async () => {
  const { parsed, ...reading } = await aheadOf("policies");
  expect(reading).toEqual(await folderSource("policies").read());
  const texts = [...(reading.policies.get("coaching") ?? [])].filter(([path]) => path.endsWith(".yaml"));
  expect(texts.length).toBeGreaterThan(30);
  expect(parsed?.get("coaching")).toEqual(new Map(texts.map(([path, text]) => [path, parseYaml(text ?? "", path).yaml?.value])));
});

test("the thread leaves files with problems to be read where problems are told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-ahead-"));
  mkdirSync(join(folder, "one"));
  writeFileSync(join(folder, "one", "good.yaml"), "a: 1\n");
  writeFileSync(join(folder, "one", "twice.yaml"), "a: 1\na: 2\n");
  writeFileSync(join(folder, "one", "broken.yaml"), "a: [\n");
  const { parsed } = await aheadOf(folder);
  expect(parsed?.get("one")).toEqual(new Map([["good.yaml", { a: 1 }]]));
  rmSync(folder, { recursive: true });
});
