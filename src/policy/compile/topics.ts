/** Turns topics.yaml into what recognises topics and their values in texts. Pure, but for a memo of the last ones. */
import { LRUCache } from "lru-cache";
import type { LanguageRules } from "../../text/lexicon/inflection.ts";
import { compileTopics, type Topics } from "../../text/values/topics.ts";
import { listedValues, plainValues, plainWord, topicQualifiers, topicWords } from "../check/topic-words.ts";
import type { TopicsFile } from "../schema/topics-file.ts";

// A policy tried out with other files has the same topics; by the languages' rules first, for there may be others beside it.
const compiled = new WeakMap<ReadonlyMap<string, LanguageRules>, LRUCache<string, Topics>>();
const MOST_COMPILED = 20;

/** Without the file, no topics. */
export function topicsOf(file: TopicsFile | null, rules: ReadonlyMap<string, LanguageRules>, language: string): Topics {
  const memo = compiled.get(rules) ?? new LRUCache<string, Topics>({ max: MOST_COMPILED });
  compiled.set(rules, memo);
  const key = JSON.stringify([language, file]);
  const before = memo.get(key);
  if (before !== undefined) return before;
  const all = Object.entries(file?.topics ?? {}).map(([name, topic]) => ({
    name,
    words: topicWords(topic).map(plainWord),
    value: typeof topic.value === "string" ? topic.value : plainValues(listedValues(topic)),
    qualifiers: plainValues(topicQualifiers(topic)),
    resolve: topic.resolve,
  }));
  const topics = compileTopics(all, rules, language);
  memo.set(key, topics);
  return topics;
}
