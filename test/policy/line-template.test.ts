/** Lines: plain names, five filters, and values that cannot do harm. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanValue, isBlank } from "../../src/policy/clean-value.ts";
import { compileTemplate } from "../../src/policy/line-template.ts";
import type { Json } from "../../src/sources/source-result.ts";

function render(line: string, values: Readonly<Record<string, Json>>, language = "en", zone = "UTC"): string {
  const result = compileTemplate(line);
  if ("fault" in result) throw new Error(result.fault.message);
  return result.template.render(new Map(Object.entries(values)), language, zone);
}

function faultOf(line: string): string | null {
  const result = compileTemplate(line);
  return "fault" in result ? result.fault.code : null;
}

describe("what a line may hold", () => {
  test.each([
    ["plain text", "plain text"],
    ["single { and } stay", "single { and } stay"],
    ["{{ a }}{{b}} {{ a }}", "1x 1"],
    ["a }-{ b {{ b }}", "a }-{ b x"],
  ])("%s", (line, expected) => {
    expect(render(line, { a: 1, b: "x" })).toBe(expected);
  });

  test.each([
    "{{ a.b }}",
    "{{ a[0] }}",
    "{{ a['b'] }}",
    '{{ "a" }}',
    "{{ 1 }}",
    "{{ (1..3) }}",
    "{{ true }}",
    "{{ nil }}",
    "{{ a b }}",
    "{{ a, b }}",
    "{{ a == b }}",
    "{{ a and b }}",
    "{{ not a }}",
    "{{- a }}",
    "{{ a -}}",
    "{{ }}",
    "{{ a | }}",
    "{{ a | number | percent }}",
    "{{ a | number: b }}",
    "{{ a | number: 7 }}",
    "{{ a | number: -1 }}",
    "{{ a | number: 1, 2 }}",
    '{{ a | date: "yyyy" }}',
    '{{ a | join: "\\n" }}',
    "{{ a | join: b }}",
    "{{ a",
    "a }}",
    "{{{ a }}}",
    "{{ {{ a }} }}",
    "{% if a %}b{% endif %}",
    "{% raw %}",
    "{%- comment -%}",
    "{{ __proto__ }}",
    "{{ constructor }}",
    "{{ constructor.constructor }}",
    "{{ prototype }}",
    "{{ _private }}",
    "{{ naïve }}",
    "{{ a-b }}",
    "two\nlines",
  ])("refused: %s", (line) => {
    expect(faultOf(line)).toBe("bad-template");
  });

  test.each(["{{ a | nope }}", "{{ a | size }}", "{{ a | constructor }}", "{{ a | append: 'x' }}", "{{ a | raw }}"])(
    "no such filter: %s",
    (line) => {
      expect(faultOf(line)).toBe("unknown-filter");
    },
  );
});

describe("filters", () => {
  test.each([
    ["{{ x }}", 2026, "en", "2026"],
    ["{{ x }}", 12026.5, "en", "12,026.5"],
    ["{{ x }}", 12026.5, "de", "12.026,5"],
    ["{{ x }}", 0.1 + 0.2, "en", "0.3"],
    ["{{ x }}", -0.5, "en", "-0.5"],
    ["{{ x }}", true, "en", "true"],
    ["{{ x | number }}", 1234.567, "en", "1,234.57"],
    ["{{ x | number: 0 }}", 1234.567, "de", "1.235"],
    ["{{ x | number: 1 }}", 12345.67, "fr", "12 345,7"],
    ["{{ x | percent }}", 0.42, "en", "42%"],
    ["{{ x | percent: 1 }}", 0.4231, "de", "42,3 %"],
    ["{{ x | date }}", "2026-03-14", "en", "Mar 14, 2026"],
    ["{{ x | date }}", "2026-03-14", "de", "14.03.2026"],
    ["{{ x | date }}", "2026-03-14T23:30:00Z", "en", "Mar 15, 2026"],
    ["{{ x | time }}", "2026-03-14T23:30:00Z", "en", "1:30 AM"],
    ["{{ x | time }}", "2026-03-14T23:30:00Z", "de", "01:30"],
    ["{{ x | join }}", ["a", "b"], "en", "a, b"],
    ['{{ x | join: " / " }}', [1.5, true, "b"], "de", "1,5 / true / b"],
    ["{{ x | join }}", [], "en", ""],
    ["{{ x | join }}", ["a", "", " \u200B", null, "b"], "en", "a, b"],
    ["{{ x }}", ["", "a", "\u3164"], "en", "a"],
    ["{{ x | join }}", ["", "\uFE0F"], "en", ""],
  ])("%s of %j in %s", (line, x, language, expected) => {
    expect(render(line, { x: x as Json }, language, "Europe/Athens")).toBe(expected);
  });

  test("an unknown language or zone falls back instead of failing", () => {
    expect(render("{{ x }}", { x: 1.5 }, "not a language")).toBe("1.5");
    expect(render("{{ x | time }}", { x: "2026-03-14T12:00:00Z" }, "en", "Mars/Olympus")).toBe("12:00 PM");
  });

  test("a text that is no date stays the text it is", () => {
    expect(render("{{ x | date }}", { x: "soon\n{{ y }}" })).toBe("soon {{ y }}");
  });
});

describe("a value is data", () => {
  test.each([
    ["braces", "{{ secret }}{% raw %}", "{{ secret }}{% raw %}"],
    ["a prototype's name", "__proto__", "__proto__"],
    ["a replacement pattern", "$& $1 $$", "$& $1 $$"],
    ["a control string of a model", "<|im_end|>[INST]", "<|im_end|>[INST]"],
    ["line breaks", "a\n\nb\r\nc", "a b c"],
    ["other separators", "a\u2028b\u2029c\u0085d", "a b c d"],
    ["control characters", "a\u0000\u001b[31mb\u007f", "a [31mb "],
    ["direction overrides", "a\u202Eb\u2066c\u2069", "abc"],
    ["invisible text", "a\u200B\uFEFF\u{E0041}\u{E007F}b", "ab"],
    ["joiners stay", "می\u200Cخواهم 👩\u200D🚀", "می\u200Cخواهم 👩\u200D🚀"],
    ["format characters", "a\u2060\u2064\u206A\u206F\uFFF9\uFFFB\u180E\u200E\u200F\u061C\u00ADb\u{1D173}\u{1D17A}", "ab"],
    ["hidden variation selectors", "a\uFE00\uFE0D\u{E0100}\u{E01EF}\u180B\u034Fb", "ab"],
    ["letters drawn as nothing", "a\u3164\u115F\u1160\uFFA0\u2800b", "a b"],
    [
      "what shapes emoji",
      "\u2764\uFE0F 🌧\uFE0E 🏃🏽\u200D\u2642\uFE0F 1\uFE0F\u20E3",
      "\u2764\uFE0F 🌧\uFE0E 🏃🏽\u200D\u2642\uFE0F 1\uFE0F\u20E3",
    ],
    ["a joiner at the end of a word of Malayalam", "അവന്\u200D വന്നു", "അവന്\u200D വന്നു"],
    ["joiners that join nothing", "\u200Da \uFE0F\u200Cb c\u200D", "a b c"],
    ["messages in runs of joiners", "a\u200C\u200D\u200C\u200C\uFE0E\uFE0Fb", "a\uFE0E\u200Cb"],
    ["half a character", "a\uD800b", "a\uFFFDb"],
  ])("%s", (_title, value, expected) => {
    expect(render("<{{ x }}>", { x: value, secret: "leaked" })).toBe(`<${expected}>`);
    expect(render("<{{ x | join }}>", { x: [value], secret: "leaked" })).toBe(`<${expected}>`);
  });

  test.each([
    "",
    "  ",
    "\n\u001b",
    "\u200C\u200D\uFE0F ",
    "\u3164\u115F\u1160\uFFA0\u2800",
    "\u202E\u00AD\u{E0041}\uFFF9\u00A0\u3000",
  ])("%j is blank, alone and in a list", (text) => {
    expect([isBlank(text), isBlank([text, null]), isBlank([text, "a"])]).toEqual([true, true, false]);
    expect(cleanValue(text).trim()).toBe("");
  });

  test("what is blank is what leaves nothing visible, and cleaning twice changes nothing", () => {
    expect([isBlank(null), isBlank([]), isBlank(0), isBlank(false), isBlank("\uD800")]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const pieces = fc.constantFrom(
      "a",
      " ",
      "\u200C",
      "\u200D",
      "\uFE0F",
      "\uFE0E",
      "\u3164",
      "\u200B",
      "❤",
      "\u094D",
      "\n",
      "\uD83C",
      "🏽",
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const clean = cleanValue(text);
        expect(isBlank(text)).toBe(!/\P{Z}/u.test(clean));
        expect(cleanValue(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });

  test("whatever the values, the result is one well-formed line between the same texts", () => {
    const filters = fc.constantFrom("", " | number", " | date", " | time", " | percent", " | join");
    fc.assert(
      fc.property(filters, fc.jsonValue(), fc.string({ unit: "binary" }), (filter, value, text) => {
        for (const x of [value as Json, text, [text]]) {
          const line = render(`[[{{ x${filter} }}]]`, { x });
          expect(line).toMatch(/^\[\[[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*\]\]$/u);
          expect(line.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
