/** How far a question may be in a language, by the words that bind its sentence. Pure. */
import { functionWordLanguages, languagesOfWord } from "./function-words.ts";
import { splitWords } from "./words.ts";

/** Half of the most: languages that are akin share many of these words, and a question may be in two. */
const AKIN = 0.5;

/** Whether a question can well be in a language; true of each where nothing tells, and of one without a list of such words. */
export function questionLanguages(question: string): (language: string) => boolean {
  const counts = new Map<string, number>();
  let most = 0;
  for (const { folded } of splitWords(question)) {
    for (const language of languagesOfWord(folded)) {
      const count = (counts.get(language) ?? 0) + 1;
      counts.set(language, count);
      most = Math.max(most, count);
    }
  }
  return (language) => !functionWordLanguages.has(language) || (counts.get(language) ?? 0) >= most * AKIN;
}
