/** Checks topics.yaml: words that can match, no word that could mean two things. Pure. */
import { ANY } from "../../text/any-language.ts";
import { keyOf, readTerm } from "../../text/lexicon/term-syntax.ts";
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { TopicsFile } from "../schema/topics-file.ts";
import type { Path } from "../yaml/locate.ts";
import { type CheckContext, lineOf, type Place, problemAt } from "./context.ts";
import { termFault } from "./terms.ts";
import { listedValues, type PlacedValue, type PlacedWord, topicQualifiers, topicWords } from "./topic-words.ts";

type Reading = FileReading<TopicsFile>;
type TopicYaml = TopicsFile["topics"][string];

export function checkTopics({ reading }: CheckContext): readonly Problem[] {
  const file: Reading = reading.files.topics;
  const topics = Object.entries(file.value.topics ?? {}) as readonly (readonly [string, TopicYaml])[];
  const keyOfWord: KeyOfWord = ({ text, language }) => keyOf(text, readTerm(text), reading.accented.has(language));
  return [...topics.flatMap((topic) => checkTopic(file, topic, keyOfWord)), ...wordsOfTwoTopics(file, topics, keyOfWord)];
}

/** Equal for words that match the same. */
type KeyOfWord = (word: PlacedWord) => string;

function checkTopic(reading: Reading, [name, topic]: readonly [string, TopicYaml], keyOfWord: KeyOfWord): readonly Problem[] {
  const path = ["topics", name];
  const place = ({ path: below, where }: Pick<PlacedWord, "path" | "where">): Place => ({
    reading,
    path: [...path, ...below],
    where,
  });
  const words = topicWords(topic);
  const values = listedValues(topic);
  const qualifiers = topicQualifiers(topic);
  const listedWords = [...values, ...qualifiers].flatMap((one) => one.words);
  return [
    ...(topic.words === undefined && typeof topic.value === "string"
      ? [
          problemAt(
            { reading, path, where: "key" },
            "missing-key",
            `words are missing: nothing tells which ${topic.value} is meant`,
          ),
        ]
      : []),
    ...[...words, ...listedWords].flatMap((word) => faultOf(place(word), word.text)),
    ...repeated(
      words.map((word) => ({ id: `${word.language} ${keyOfWord(word)}`, word, group: null })),
      place,
    ),
    ...[values, qualifiers].flatMap((list) =>
      repeated(
        list.flatMap((one) => keyedWords(one, keyOfWord)),
        place,
      ),
    ),
    ...qualifiersThatTell({ qualifiers, telling: [...words, ...values.flatMap((one) => one.words)], keyOfWord }, place),
  ];
}

const keyedWords = ({ name, words }: PlacedValue, keyOfWord: KeyOfWord): readonly Keyed[] =>
  words.map((word) => ({ id: keyOfWord(word), word, group: name }));

interface Telling {
  readonly qualifiers: readonly PlacedValue[];
  readonly telling: readonly PlacedWord[];
  readonly keyOfWord: KeyOfWord;
}

/** A word of the topic or one of its values stands wherever it is spoken of, so it tells nothing apart. */
function qualifiersThatTell({ qualifiers, telling, keyOfWord }: Telling, place: (word: PlacedWord) => Place): readonly Problem[] {
  const isOf = (one: PlacedWord, other: PlacedWord): boolean =>
    keyOfWord(one) === keyOfWord(other) && (one.language === other.language || one.language === ANY || other.language === ANY);
  return qualifiers.flatMap(({ words }) =>
    words.flatMap((word) => {
      const other = telling.find((one) => isOf(one, word));
      if (other === undefined) return [];
      const { reading, path } = place(other);
      const message = `"${word.text}" is ${other.path[0] === "words" ? "a word" : "a value"} of the topic (line ${lineOf(reading, path)}), so it cannot say what a value is of; use a longer name`;
      return [problemAt(place(word), "duplicate-term", message)];
    }),
  );
}

function faultOf(place: Place, text: string): readonly Problem[] {
  const spellings = readTerm(text);
  return typeof spellings === "string" ? [problemAt(place, "empty-term", termFault(text, spellings))] : [];
}

interface Keyed {
  readonly id: string;
  readonly word: PlacedWord;
  /** The value or qualifier that it is a word of. One may have a word in several languages. */
  readonly group: string | null;
}

function repeated(all: readonly Keyed[], place: (word: PlacedWord) => Place): readonly Problem[] {
  const earlier = new Map<string, Keyed>();
  return all.flatMap((one) => {
    const before = earlier.get(one.id);
    if (before === undefined) {
      earlier.set(one.id, one);
      return [];
    }
    if (one.group !== null && one.group === before.group && one.word.path.length > 2) return [];
    const { reading, path } = place(before.word);
    const message = `"${one.word.text}" stands in line ${lineOf(reading, path)} already; keep one of them`;
    return [problemAt(place(one.word), "duplicate-term", message)];
  });
}

/** A word may tell of two topics only where their values tell them apart. */
function wordsOfTwoTopics(
  reading: Reading,
  topics: readonly (readonly [string, TopicYaml])[],
  keyOfWord: KeyOfWord,
): readonly Problem[] {
  const earlier = new Map<string, { readonly name: string; readonly topic: TopicYaml; readonly path: Path }[]>();
  return topics.flatMap(([name, topic]) =>
    topicWords(topic).flatMap((word) => {
      const { text, language, path: below, where } = word;
      const id = `${language} ${keyOfWord(word)}`;
      const others = earlier.get(id) ?? [];
      const path = ["topics", name, ...below];
      earlier.set(id, [...others, { name, topic, path }]);
      const other = others.find((one) => one.name !== name && sharesValues(one.topic, topic, keyOfWord));
      if (other === undefined) return [];
      const message = `"${text}" tells of "${other.name}" too (line ${lineOf(reading, other.path)}), which has the same values: no text could be told apart`;
      return [problemAt({ reading, path, where }, "duplicate-term", message)];
    }),
  );
}

function sharesValues(one: TopicYaml, other: TopicYaml, keyOfWord: KeyOfWord): boolean {
  if (typeof one.value === "string" || typeof other.value === "string") return one.value === other.value;
  const own = new Set(listedValues(one).flatMap(({ words }) => words.map(keyOfWord)));
  return listedValues(other).some(({ words }) => words.some((word) => own.has(keyOfWord(word))));
}
