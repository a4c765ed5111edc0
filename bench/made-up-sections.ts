/** Sections and questions for the benchmark of retrieval: the same in each run, with words as frequent as words are. */
import type { IndexedText } from "../src/documents/section-index.ts";

export type Text = IndexedText;
export interface Asked {
  readonly question: string;
  /** Places of the sections that answer it. */
  readonly answers: readonly number[];
}

const WORDS = 30_000;
const SECTION_WORDS = 130;
const SYLLABLES = ["ta", "re", "mo", "sin", "vel", "cor", "pan", "li", "du", "gor", "es", "fi", "ha", "nu", "ber", "tio"];
/** Most words stand as they are. */
const ENDINGS = [...Array.from({ length: 28 }, () => ""), "s", "s", "ed", "ing"];

/** English by its endings: a question has six words, two of them frequent, the others of one section in another form. */
export function madeUpSet(
  sections: number,
  questions: number,
): { readonly texts: readonly Text[]; readonly questions: readonly Asked[] } {
  const random = randomOf(7);
  const words = Array.from({ length: WORDS }, (_, rank) => madeUpWord(rank));
  const frequent = (): string => words[Math.floor(WORDS ** random()) - 1] as string;
  const inflected = (word: string): string => word + ENDINGS[Math.floor(random() * ENDINGS.length)];
  const drawn = Array.from({ length: sections }, () => Array.from({ length: SECTION_WORDS }, frequent));
  const texts = drawn.map((text) => ({
    heading: text.slice(0, 3).join(" "),
    text: text.map(inflected).join(" "),
    language: "en",
  }));
  const asked = Array.from({ length: questions }, () => {
    const at = Math.floor(random() * sections);
    const own = Array.from({ length: 4 }, () => inflected(drawn[at]?.[Math.floor(random() * SECTION_WORDS)] as string));
    return { question: [frequent(), ...own, frequent()].join(" "), answers: [at] };
  });
  return { texts, questions: asked };
}

/** Frequent words are short. */
function madeUpWord(rank: number): string {
  let word = "";
  for (let left = rank + 1; left > 0; left = Math.floor(left / SYLLABLES.length)) word += SYLLABLES[left % SYLLABLES.length];
  return word;
}

/** A linear congruence, from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
