/** Words that look like a term and are not it: what the engine makes of them today. */
import { describe, expect, test } from "vitest";
import { compileLanguages, loadLanguages, readLanguage } from "../../src/policy/languages/load-languages.ts";
import type { Languages } from "../../src/text/lexicon/known-languages.ts";
import { scoresOf } from "../support/words.ts";

const { texts } = await loadLanguages();

/** Each language by itself, so that a single word is in no other one. */
const alone = new Map<string, Languages>();
for (const [file, text] of texts) {
  const { language } = readLanguage(file, text);
  if (language !== null) alone.set(language.language, compileLanguages([language]));
}

const howOf = (language: string, term: string, word: string) =>
  scoresOf(word, { it: { [term]: 1 } }, alone.get(language) as Languages, language)[0]?.matches[0]?.how ?? null;

const KNOWN_FAILURES = [
  { language: "de", term: "Plan", word: "Planet", how: "inflected", remedy: "=Plan" },
  { language: "de", term: "Bein", word: "beinahe", how: "compound", remedy: "=Bein" },
  { language: "tr", term: "diz", word: "dizi", how: "inflected", remedy: "=diz" },
  { language: "sv", term: "mål", word: "måla", how: "inflected", remedy: "=mål" },
  { language: "en", term: "tire", word: "tired", how: "inflected", remedy: "=tire" },
  { language: "en", term: "heart", word: "hearth", how: "fuzzy", remedy: "=heart" },
] as const;

describe("a look-alike that is kept apart", () => {
  test.each([
    ["es", "dolor", "dólar"],
    ["ru", "боль", "больше"],
    ["en", "train", "trainer"],
    ["en", "train", "strain"],
    ["en", "strain", "train"],
    ["en", "pain", "paint"],
    ["en", "run", "rung"],
    ["en", "rest", "restaurant"],
    ["en", "race", "racist"],
    ["en", "break", "bread"],
    ["en", "muscle", "mussel"],
    ["en", "sore", "sort"],
    ["en", "chest", "chess"],
    ["de", "Lauf", "Ablauf"],
    ["nl", "slaap", "slap"],
    ["it", "corsa", "corso"],
    ["pl", "ból", "bolid"],
  ])("in %s: %s is not %s", (language, term, word) => {
    expect(howOf(language, term, word)).toBeNull();
    expect(howOf(language, term, term)).toBe("exact");
  });
});

describe("a look-alike that is taken for the term", () => {
  test.each(KNOWN_FAILURES)("in $language: $term is found in $word, $how; $remedy is not", (failure) => {
    const { language, term, word, how, remedy } = failure;
    expect(howOf(language, term, word)).toBe(how);
    expect(howOf(language, remedy, word)).toBeNull();
    expect(howOf(language, remedy, term)).toBe("exact");
  });
});

describe("accents do not tell words apart, and no sign of a term does", () => {
  test.each([
    ["vi", "bão", "bao"],
    ["vi", "đau", "dau"],
    ["fr", "pêche", "péché"],
    ["de", "schön", "schon"],
    ["sv", "mål", "mal"],
    ["es", "año", "ano"],
  ])("in %s: %s is %s", (language, term, word) => {
    expect(howOf(language, term, word)).toBe("exact");
    expect(howOf(language, `=${term}`, word)).toBe("exact");
  });

  test.each([
    ["đau", "dầu"],
    ["tê", "tế"],
    ["chạy", "cháy"],
    ["chạy", "chảy"],
  ])("but in Vietnamese %s is not %s, where both are written with accents", (term, word) => {
    expect(howOf("vi", term, word)).toBeNull();
    expect(howOf("vi", `=${term}`, word)).toBeNull();
    expect(howOf("vi", term, term)).toBe("exact");
  });

  test.each([
    ["ru", "мой", "мои"],
    ["hi", "गा", "गी"],
    ["ja", "カム", "ガム"],
    ["th", "เขา", "เข่า"],
  ])("but in %s %s is not %s, whose mark makes another letter", (language, term, word) => {
    expect(howOf(language, term, word)).toBeNull();
  });
});
