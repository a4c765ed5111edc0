/** What the built service reads in place of the sources is the same as what the sources give. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLanguageFolder } from "../../src/policy/load-languages.ts";
import { ENCODINGS, packedEncoding } from "../../src/tokens/encodings.ts";
import { unpackRanks } from "../../src/tokens/rank-file.ts";

test("languages.json holds the language files, with their exact texts", async () => {
  const built = JSON.parse(readFileSync("dist/text/languages.json", "utf8")) as unknown;
  expect(built).toEqual(await readLanguageFolder(new URL("../../src/text/languages/", import.meta.url)));
});

test.each(ENCODINGS)("the ranks of %s are those of the package, byte by byte", async (encoding) => {
  const built = readFileSync(`dist/tokens/${encoding}.ranks`);
  expect(built.equals(await packedEncoding(encoding))).toBe(true);
  expect(unpackRanks(built)?.data.starts.length).toBeGreaterThan(100_000);
});
