/** Topics for tests, written as in topics.yaml, compiled with the language files that ship with the service. */
import { topicsOf } from "../../src/policy/compile/topics.ts";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { TopicsFile } from "../../src/policy/schema/topics-file.ts";
import { readClaims, statedClaims } from "../../src/text/values/claims.ts";
import type { Topics } from "../../src/text/values/topics.ts";
import { VALUE_KINDS, type ValueKind, valueKey } from "../../src/text/values/value.ts";

const { languages } = await loadLanguages();

export const topicsFrom = (topics: Readonly<Record<string, object>>, language = "en"): Topics =>
  topicsOf(TopicsFile.parse({ topics }), languages.rules, language);

/** The topics of the second seed, for a team that supports in English and German. */
export const SUPPORT: Topics = topicsFrom({
  refund_window: {
    words: { en: ["refund window", "refund period"], de: ["Rückgabefrist"] },
    value: "duration",
    resolve: "newest",
  },
  account_status: {
    words: { en: ["account status", "status"], de: ["Kontostatus"] },
    value: ["active", "canceled", "canceled pending"],
    resolve: "tool_over_text",
  },
  units: { words: { en: ["units", "use"] }, value: ["metric", "imperial"], resolve: "request_over_profile" },
  price_basic: {
    words: { en: ["basic plan price", "price of the basic plan", "basic plan"], de: ["Basistarif"] },
    value: "money",
    resolve: "newest",
  },
});

/** `topic: key <as written>` of each claim. */
export const claimed = (text: string, topics: Topics): readonly string[] =>
  readClaims(text, topics).map(
    ({ topic, qualifier, value, text: written }) =>
      `${topics.all[topic]?.name}${qualifier === null ? "" : ` of ${qualifier}`}: ${valueKey(value)} <${written}>`,
  );

const byLanguage = new Map<string, Topics>();

/** The key of the value that a text is, in a language; null for none. */
export function valueIn(text: string, language: string, kind: ValueKind): string | null {
  const topic = (value: ValueKind) => [value, { words: { [language]: ["zzz"] }, value, resolve: "newest" }] as const;
  const topics = byLanguage.get(language) ?? topicsFrom(Object.fromEntries(VALUE_KINDS.map(topic)), language);
  byLanguage.set(language, topics);
  const [claim] = statedClaims(text, VALUE_KINDS.indexOf(kind), topics);
  return claim === undefined ? null : valueKey(claim.value);
}
