/** The support policy's documents cut with a plain expression, apart from the code that cuts them, and the labelled questions. */
import { readFileSync } from "node:fs";
import { slug } from "github-slugger";
import { z } from "zod";
import { splitWords } from "../../src/text/words/words.ts";

const POLICY = new URL("../../policies/support/", import.meta.url);
const RECORDED = new URL("answers/handbook.answers.jsonl", import.meta.url);

export interface PlainSection {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** Headings that have a text of their own. No code block of these documents has a line that begins like a heading. */
export function sectionsOf(file: string): readonly PlainSection[] {
  const written = readFileSync(new URL(`documents/${file}`, POLICY), "utf8");
  return written.split(/^(?=#{1,6} )/m).flatMap((piece) => {
    const match = /^#{1,6} ([^\n]*)\n(.*)$/s.exec(piece);
    const [, heading = "", text = ""] = match ?? [];
    return text.trim() === "" ? [] : [{ id: `${file}#${slug(heading)}`, heading, text: text.trim() }];
  });
}

const Question = z.strictObject({
  id: z.string(),
  question: z.string(),
  lang: z.literal("en"),
  answer_sections: z.array(z.string()),
  tags: z.array(z.string()).min(1),
});
export type Question = z.infer<typeof Question>;

const Answer = z.strictObject({
  id: z.string(),
  answer: z.string(),
  cited_sections: z.array(z.string()),
  right: z.boolean(),
});

const linesOf = (url: URL): readonly unknown[] =>
  readFileSync(url, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Behind the first line, which says what the set is. */
export const handbookQuestions = (): readonly Question[] =>
  z.array(Question).parse(linesOf(new URL("handbook.questions.jsonl", POLICY)).slice(1));

/** Written by hand for tests of accuracy beside coverage: nothing that a model said. */
export const handbookAnswers = (): readonly z.infer<typeof Answer>[] => z.array(Answer).parse(linesOf(RECORDED));

/** In order, folded. */
export const wordsIn = (text: string): readonly string[] => splitWords(text).map(({ folded }) => folded);

/** Folded words of more than three letters or digits; shorter ones stand everywhere. */
export const longWords = (text: string): ReadonlySet<string> => new Set(wordsIn(text).filter((word) => word.length > 3));
