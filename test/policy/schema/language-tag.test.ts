import { expect, test } from "vitest";
import { languageTagFault } from "../../../src/policy/schema/language-tag.ts";

test.each(["en", "pt-BR", "zh-Hant", "nb", "no", "se", "kr", "tl", "fil", "nhn", "any", "en-a-bb-a-cc"])("%s is one", (tag) => {
  expect(languageTagFault(tag)).toBeNull();
});

test.each([
  ["cz", '"cz" is not a language; it is a country, did you mean cs?'],
  ["jp", '"jp" is not a language; it is a country, did you mean ja?'],
  ["gr-GR", '"gr" is not a language; it is a country, did you mean el?'],
  ["xx", '"xx" is not a language; expected a BCP 47 tag such as en or pt-BR'],
  ["eng", '"eng" is written en (BCP 47)'],
  ["deu-AT", '"deu" is written de (BCP 47)'],
  ["iw", '"iw" is written he (BCP 47)'],
])("%s is none", (tag, fault) => {
  expect(languageTagFault(tag)).toBe(fault);
});
