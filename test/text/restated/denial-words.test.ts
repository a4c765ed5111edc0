/** Which words of language files count in words of a text, and in which languages. */
import { expect, test } from "vitest";
import { compileLanguages, readLanguage } from "../../../src/policy/languages/load-languages.ts";
import type { LanguageYaml } from "../../../src/policy/schema/language-file.ts";
import { denialWords, saidOf } from "../../../src/text/restated/denial-words.ts";
import { denies, denyingWords } from "../../../src/text/restated/denied-clause.ts";
import { restatementOf } from "../../../src/text/restated/restated.ts";

type File = readonly [language: string, yaml: string];

function wordsOf(...files: readonly File[]) {
  const read = files.map(([name, yaml]) => readLanguage(`languages/${name}.yaml`, `language: ${name}\n${yaml}`));
  expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  return denialWords(compileLanguages(read.map(({ language }) => language as LanguageYaml)).rules);
}

const NB = [
  "negation: { plain: [ikke, Álls ekki], after: [slett] }",
  "statement: { joins: [og] }",
  "common: [=jeg, i, Bor]",
  "restated: { lets_stand: [glem], beside_denial: [lenger], others: [foreldre], selves: [jeg] }",
].join("\n");
const SV = "negation: { plain: [glass] }\ncommon: [jag, i]";

test("a language file says what denies, wherever its language is shown or none is", () => {
  const denials = wordsOf(["nb", NB], ["sv", SV]);
  const deniesKyiv = (text: string, around = "") =>
    denies(
      saidOf(text.split(" "), denials, () => around.split(" ")),
      (word) => word === "kyiv",
    );
  expect(deniesKyiv("jeg bor ikke i kyiv")).toBe(true);
  expect(deniesKyiv("jeg bor ikke her og i kyiv")).toBe(false);
  expect(deniesKyiv("jeg bor i kyiv slett")).toBe(true);
  expect(deniesKyiv("ikke glem kyiv")).toBe(false);
  expect(deniesKyiv("jeg bor alls ekki i kyiv")).toBe(true);
  expect(deniesKyiv("jeg bor med glass i kyiv")).toBe(false);
  expect(deniesKyiv("glass kyiv")).toBe(true);
  expect(deniesKyiv("glass kyiv", "jeg bor her")).toBe(false);
  expect(deniesKyiv("glass kyiv", "jag")).toBe(true);
});

test("what comes with a denial is told beside it and nowhere else", () => {
  const denials = wordsOf(["nb", NB]);
  expect(denyingWords(saidOf("bor ikke lenger i kyiv".split(" "), denials))).toEqual(new Set(["ikke", "lenger"]));
  expect(denyingWords(saidOf("bor lenger i kyiv".split(" "), denials))).toEqual(new Set());
});

test("of whom a clause tells is said by the file too", () => {
  const says = (text: string, ...files: readonly File[]) => restatementOf("Bor i Kyiv.", null, wordsOf(...files))(text);
  expect(says("Mine foreldre bor i Kyiv.", ["nb", NB])).toBe(false);
  expect(says("Foreldre vet jeg bor i Kyiv.", ["nb", NB])).toBe(true);
  expect(says("Mine foreldre bor i Kyiv.", ["sv", SV])).toBe(true);
});
