/** BM25 as it is written down, in plain loops: what the index has to agree with. Words only. */
import type { RankWeights } from "../../src/documents/index-view.ts";
import type { IndexedText } from "../../src/documents/section-index.ts";
import { primaryLanguage } from "../../src/text/primary-language.ts";
import { termReader } from "../../src/text/words/search-terms.ts";

/** By section. A term is a word of one language. */
export function naiveScores(
  texts: readonly IndexedText[],
  counted: readonly boolean[],
  question: string,
  { k1, b, heading }: RankWeights,
): readonly number[] {
  const termsOf = (text: string, language: string): readonly string[] =>
    termReader(language)(text).map(({ terms: { term } }) => `${language} ${term}`);
  const sections = texts.map((text) => {
    const language = primaryLanguage(text.language);
    return { body: termsOf(text.text, language), heading: termsOf(text.heading, language), language };
  });
  const often = (at: number, term: string): number => {
    const { body, heading: head } = sections[at] as (typeof sections)[number];
    return body.filter((one) => one === term).length + heading * head.filter((one) => one === term).length;
  };
  const length = (at: number): number => (sections[at]?.body.length ?? 0) + heading * (sections[at]?.heading.length ?? 0);
  const all = sections.map((_, at) => at).filter((at) => counted[at]);
  const mean = all.reduce((sum, at) => sum + length(at), 0) / all.length || 1;
  const asked = new Set<string>();
  for (const { language } of sections) {
    for (const {
      terms: { term, empty },
    } of termReader(language)(question))
      if (!empty) asked.add(`${language} ${term}`);
  }
  return sections.map((section, at) => {
    let score = 0;
    for (const term of asked) {
      const f = often(at, term);
      if (f === 0) continue;
      const holding = (one: number): boolean => {
        const { body, heading: head } = sections[one] as typeof section;
        return body.includes(term) || head.includes(term);
      };
      const n = all.filter(holding).length;
      const idf = Math.log(1 + (all.length - n + 0.5) / (n + 0.5));
      score += (idf * f * (k1 + 1)) / (f + k1 * (1 - b + (b * length(at)) / mean));
    }
    return score;
  });
}
