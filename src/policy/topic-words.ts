/** The words and values of topics.yaml, each with its place. Pure. */
import type { ListedValue, TopicWord } from "../text/values/topics.ts";
import type { TopicsFile } from "./schema/topics-file.ts";
import type { Path } from "./yaml-locate.ts";

type TopicYaml = TopicsFile["topics"][string];

export interface PlacedWord extends TopicWord {
  /** Below the topic. */
  readonly path: Path;
  readonly where: "key" | "value";
}

export interface PlacedValue {
  readonly name: string;
  readonly words: readonly PlacedWord[];
}

const EVERY_LANGUAGE = "any";

/** The words that tell of a topic. */
export const topicWords = ({ words = {} }: TopicYaml): readonly PlacedWord[] => wordsBelow(words, ["words"]);

/** The values of a list; a value's name is one of its words in every language. None where the value is of a kind. */
export function listedValues({ value }: TopicYaml): readonly PlacedValue[] {
  if (typeof value === "string") return [];
  if (Array.isArray(value)) {
    return value.map((text, index) => ({
      name: text,
      words: [{ text, language: EVERY_LANGUAGE, path: ["value", index], where: "value" }],
    }));
  }
  return Object.entries(value).map(([name, words]) => ({
    name,
    words: [{ text: name, language: EVERY_LANGUAGE, path: ["value", name], where: "key" }, ...wordsBelow(words, ["value", name])],
  }));
}

const wordsBelow = (words: Readonly<Record<string, readonly string[]>>, path: Path): readonly PlacedWord[] =>
  Object.entries(words).flatMap(([language, texts]) =>
    texts.map((text, index) => ({ text, language, path: [...path, language, index], where: "value" as const })),
  );

/** Without their places. */
export const plainValues = (values: readonly PlacedValue[]): readonly ListedValue[] =>
  values.map(({ name, words }) => ({ name, words: words.map(plainWord) }));

export const plainWord = ({ language, text }: TopicWord): TopicWord => ({ language, text });
