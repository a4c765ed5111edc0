/** What the built service reads in place of the sources is the same as what the sources give. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLanguageFolder } from "../../src/policy/languages/load-languages.ts";
import { knownValuesOf } from "../../src/policy/yaml/known-values.ts";
import { ENCODINGS, packedEncoding } from "../../src/tokens/encodings.ts";
import { unpackRanks } from "../../src/tokens/rank-file.ts";

test("languages.json holds the language files, with their exact texts", async () => {
  const built = JSON.parse(readFileSync("dist/policy/languages/languages.json", "utf8")) as unknown;
  expect(built).toEqual(await readLanguageFolder(new URL("../../src/text/languages/", import.meta.url)));
});

test("known-values.json holds what every YAML file of the policies that ship says", () => {
  const texts = yamlFilesOf("policies").map((path) => readFileSync(path, "utf8"));
  const built = JSON.parse(readFileSync("dist/policy/yaml/known-values.json", "utf8")) as Readonly<Record<string, unknown>>;
  expect(built).toEqual(Object.fromEntries(knownValuesOf(texts)));
  expect(Object.keys(built)).toHaveLength(texts.length);
});

test.each(ENCODINGS)("the ranks of %s are those of the package, byte by byte", async (encoding) => {
  const built = readFileSync(`dist/tokens/${encoding}.ranks`);
  expect(built.equals(await packedEncoding(encoding))).toBe(true);
  expect(unpackRanks(built)?.data.starts.length).toBeGreaterThan(100_000);
});

test("the joined code looks for its data where the build puts them", () => {
  const code = readFileSync("dist/bundle/run.js", "utf8");
  const addresses = [...code.matchAll(/new URL\("([^"]+)", new URL\("([^"]+)", import\.meta\.url\)\)/g)];
  const found = addresses.map(
    ([, data = "", module = ""]) => new URL(data, new URL(module, "file:///app/dist/bundle/run.js")).pathname,
  );
  expect(found.sort()).toEqual([
    "/app/dist/policy/languages/languages.json",
    "/app/dist/policy/yaml/known-values.json",
    "/app/dist/text/languages/",
    "/app/package.json",
  ]);
  expect(code).toContain('.ranks`, new URL("../tokens/encodings.js", import.meta.url))');
});

const yamlFilesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => `${folder}/${path}`);
