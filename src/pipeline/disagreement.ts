/** The sentence that tells the model which items disagree. Pure. */
import { cleanValue } from "../policy/clean-value.ts";
import type { Topic } from "../text/values/topics.ts";
import type { Conflict } from "./conflict.ts";

export interface DisagreementTexts {
  /** What the answer cites an item by; null for what is said without a label. An item that is not here is not in the prompt, and not named. */
  readonly labels: ReadonlyMap<string, string | null>;
  /** What the topic is called in the prompt's language, see `topicLabel`. */
  readonly topic: string;
  /** The policy's line: "Sources disagree on {{ topic }}: {{ values }}." */
  readonly line: (names: { readonly topic: string; readonly values: string }) => string;
}

/** "Sources disagree on refund window: 14 days [A] [C] / 30 days [B]."; null where fewer than two values are in the prompt. */
export function disagreementLine({ items }: Pick<Conflict, "items">, { labels, topic, line }: DisagreementTexts): string | null {
  const byValue = new Map<string, string[]>();
  for (const { id, value } of items) {
    const label = labels.get(id);
    if (label === undefined) continue;
    const written = cleanValue(value).replace(/\s+/g, " ");
    const others = byValue.get(written) ?? [];
    if (label !== null) others.push(label);
    byValue.set(written, others);
  }
  if (byValue.size < 2) return null;
  const values = [...byValue].map(([value, cited]) => [value, ...cited.map((label) => `[${label}]`)].join(" "));
  return line({ topic, values: values.join(" / ") });
}

const PLAIN = /^[\p{L}\p{M}\p{N} '’-]+$/u;

/** The topic's first plain word in a language, else its name with blanks: "Rückgabefrist", "refund window". */
export function topicLabel({ name, words }: Topic, language: string): string {
  const [primary] = language.split("-");
  const own = words.find((word) => (word.language === language || word.language === primary) && PLAIN.test(word.text));
  return own?.text ?? name.replaceAll("_", " ");
}
