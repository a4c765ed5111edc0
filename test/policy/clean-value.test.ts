/** What can hide a text is found; what writes a language is not. */
import { describe, expect, test } from "vitest";
import { cleanText, cleanValue, hidesText } from "../../src/policy/clean-value.ts";

describe("hidesText", () => {
  test.each([
    ["tags that spell a sentence", "ok \u{E0049}\u{E0067}\u{E006E}"],
    ["a tag alone", "ok\u{E0001}"],
    ["an override of direction", "\u202Eevil\u202C"],
    ["an embedding", "\u202Aevil"],
    ["an isolate", "\u2067evil\u2069"],
    ["an invisible operator", "a\u2063b"],
    ["an annotation", "\uFFF9hidden\uFFFBshown"],
    ["bits of zero width", "a\u200B\u200C\u200Bb"],
    ["bytes as variation selectors", "a\u{E0101}\u{E0102}\u{E0103}"],
    ["an escape of a terminal", "\u001B[8mhidden"],
    ["a NUL", "a\u0000b"],
  ])("%s", (_, text) => {
    expect(hidesText(text)).toBe(true);
    expect(hidesText(cleanText(text))).toBe(false);
  });

  test.each([
    ["plain text with tabs and ends of lines", "a\tb\r\nc"],
    ["a soft hyphen of a web page", "Donau\u00ADdampf"],
    ["a direction mark in Hebrew", "\u200Fשלום"],
    ["a joiner of Persian", "می\u200Cخواهم"],
    ["a zero width space of Khmer", "ខ្ញុំ\u200Bចង់"],
    ["an emoji of several", "👩🏽\u200D⚕\uFE0F"],
    ["a flag that is spelt with tags", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
    ["an ideograph in its variant", "葛\u{E0100}"],
    ["a byte order mark", "\uFEFFtext"],
  ])("not %s", (_, text) => expect(hidesText(text)).toBe(false));

  test("tags that only begin like a flag are told", () => {
    expect(hidesText("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}")).toBe(true);
    expect(hidesText("x\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E007F}")).toBe(true);
  });
});

test("joiners stay where scripts and emoji need them", () => {
  expect(cleanValue("می\u200Cخواهم 👩🏽\u200D⚕\uFE0F")).toBe("می\u200Cخواهم 👩🏽\u200D⚕\uFE0F");
  expect(cleanValue("\u200Cplain\u200D ")).toBe("plain ");
});
