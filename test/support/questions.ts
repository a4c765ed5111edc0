/** Random questions of words that decide something: topics, times, a red flag, a denial, and scripts without spaces. */
import fc from "fast-check";

const WORDS = [
  "train",
  "pain",
  "intervals",
  "sleep",
  "protein",
  "rain",
  "race",
  "today",
  "next week",
  "in three months",
  "chest pain",
  "fainted",
  "not",
  "why",
  "my",
  "?",
  "疼",
  "痛み",
  "💥",
  "🏃",
];

export const randomQuestion: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(" "));
