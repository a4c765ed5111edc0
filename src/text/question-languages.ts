/** How far a question may be in a language, by the words that bind its sentence. Pure. */
import { functionWordLanguages, isFunctionWord } from "./function-words.ts";
import { splitWords } from "./words.ts";

/** Half of the most: languages that are akin share many of these words, and a question may be in two. */
const AKIN = 0.5;

/** Whether a question can well be in a language; true of each where nothing tells, and of one without a list of such words. */
export function questionLanguages(question: string): (language: string) => boolean {
  const words = splitWords(question).map(({ folded }) => folded);
  const counts = new Map(
    functionWordLanguages.map((language) => [language, words.filter((word) => isFunctionWord(word, language)).length]),
  );
  const most = Math.max(...counts.values());
  return (language) => {
    const count = counts.get(language);
    return count === undefined || count >= most * AKIN;
  };
}
