/** The words, values and qualifiers of topics.yaml, each with its place. Pure. */
import { ANY } from "../../text/any-language.ts";
import type { ListedValue, TopicWord } from "../../text/values/topics.ts";
import type { TopicsFile } from "../schema/topics-file.ts";
import type { Path } from "../yaml/locate.ts";

type TopicYaml = TopicsFile["topics"][string];
type ListYaml = NonNullable<TopicYaml["qualifier"]>;

export interface PlacedWord extends TopicWord {
  /** Below the topic. */
  readonly path: Path;
  readonly where: "key" | "value";
}

export interface PlacedValue {
  readonly name: string;
  readonly words: readonly PlacedWord[];
}

/** The words that tell of a topic. */
export const topicWords = ({ words = {} }: TopicYaml): readonly PlacedWord[] => wordsBelow(words, ["words"]);

/** The values of a list. None where the value is of a kind. */
export const listedValues = ({ value }: TopicYaml): readonly PlacedValue[] =>
  typeof value === "string" ? [] : listBelow(value, "value");

/** What the values may be of. */
export const topicQualifiers = ({ qualifier = [] }: TopicYaml): readonly PlacedValue[] => listBelow(qualifier, "qualifier");

/** A name is one of its words in every language. */
function listBelow(list: ListYaml, key: "value" | "qualifier"): readonly PlacedValue[] {
  if (Array.isArray(list)) {
    return list.map((text, index) => ({
      name: text,
      words: [{ text, language: ANY, path: [key, index], where: "value" }],
    }));
  }
  return Object.entries(list).map(([name, words]) => ({
    name,
    words: [{ text: name, language: ANY, path: [key, name], where: "key" }, ...wordsBelow(words, [key, name])],
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
