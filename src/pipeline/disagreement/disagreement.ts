/** Items that disagree and stay, and the sentence that tells the model so. Pure. */
import { cleanValue } from "../../policy/clean-value.ts";
import type { Policy } from "../../policy/snapshot.ts";
import type { ListedValue, Topic, TopicWord } from "../../text/values/topics.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Said } from "../candidate.ts";
import { contradict, groupsBy, mayContradict, type Relation, type Saying, usualEffort } from "../conflict/contradiction.ts";
import type { Conflict } from "../conflict/find-conflicts.ts";
import { functionName } from "../render/call-ids.ts";
import { noteLine } from "../render/lines.ts";

/** What one of them says. */
export interface Side extends Saying {
  readonly id: string;
  /** What the line calls it, see `citedName` and `spokenName`. */
  readonly name: string;
  /** As the line states it. */
  readonly told: string;
}

/** Items that contradict each other and all stay, with the line that says so. */
export interface Disagreement {
  readonly ids: readonly string[];
  /** The policy wants all of it to go in, so what competes of it is packed as one. */
  readonly together: boolean;
  readonly sides: readonly Side[];
  /** What the topic is called in the prompt's language. */
  readonly topic: string;
  readonly text: string;
  readonly tokens: number;
}

export interface LineContext {
  readonly request: { readonly policy: Pick<Policy, "prompt" | "trustTokens"> };
  readonly language: string;
  readonly counter: TokenCounter;
}

/** Whether two cannot both hold, or may not. */
const disagree: Relation = (a, b) => contradict(a, b) || mayContradict(a, b);

export const contradictsAny = (side: Saying, others: readonly Saying[]): boolean => others.some((one) => disagree(side, one));

/** One line of the policy, rendered and counted; null where no two of the sides disagree. */
export function lineAbout(
  { sides, topic }: Pick<Disagreement, "sides" | "topic">,
  { request: { policy }, language, counter }: LineContext,
): Pick<Disagreement, "text" | "tokens"> | null {
  if (groupsBy(sides, disagree, usualEffort()).length === 0) return null;
  const items = sides.map(({ id, told }) => ({ id, value: told }));
  const names = new Map(sides.map(({ id, name }) => [id, name]));
  const line = disagreementLine({ items }, { names, topic, line: policy.prompt.disagree(language) });
  if (line === null) return null;
  const text = noteLine(cleanValue(line));
  return { text, tokens: policy.trustTokens ? 0 : counter.count(text) };
}

export interface DisagreementTexts {
  /** What the line calls an item. One that is not here is not in the prompt, and not named. */
  readonly names: ReadonlyMap<string, string>;
  /** What the topic is called in the prompt's language, see `topicLabel`. */
  readonly topic: string;
  /** The policy's line: "Sources disagree on {{ topic }}: {{ values }}." */
  readonly line: (names: { readonly topic: string; readonly values: string }) => string;
}

interface Stated {
  readonly items: readonly Pick<Conflict["items"][number], "id" | "value">[];
}

/** "Sources disagree on status: active [A] [C] / canceled (billing_status)."; null where fewer than two values are in the prompt. */
export function disagreementLine({ items }: Stated, { names, topic, line }: DisagreementTexts): string | null {
  const byValue = new Map<string, string[]>();
  for (const { id, value } of items) {
    const name = names.get(id);
    if (name === undefined) continue;
    const written = cleanValue(value).replace(/\s+/g, " ");
    const others = byValue.get(written) ?? [];
    if (!others.includes(name)) others.push(name);
    byValue.set(written, others);
  }
  if (byValue.size < 2) return null;
  const values = [...byValue].map(([value, told]) => [value, ...told].join(" "));
  return line({ topic, values: values.join(" / ") });
}

/** As the answer cites it. */
export const citedName = (label: string): string => `[${label}]`;

/** Nothing cites a turn: it is called by the tool whose result it is, else by its role. */
export const spokenName = ({ role, tool }: Pick<Said, "role" | "tool">): string =>
  `(${role === "tool" ? functionName(tool ?? "tool") : role})`;

const PLAIN = /^[\p{L}\p{M}\p{N} '’-]+$/u;

/** The topic's first plain word in a language, else its name with blanks: "Rückgabefrist", "refund window". */
export const topicLabel = ({ name, words }: Topic, language: string): string =>
  plainWordOf(words, language) ?? name.replaceAll("_", " ");

/** "$9.99 (annual plan)". */
export function toldValue(written: string, qualifier: string | null, topic: Topic | undefined, language: string): string {
  if (qualifier === null) return written;
  const own: ListedValue | undefined = topic?.qualifiers.find(({ name }) => name === qualifier);
  return `${written} (${plainWordOf(own?.words ?? [], language) ?? qualifier})`;
}

function plainWordOf(words: readonly TopicWord[], language: string): string | null {
  const [primary] = language.split("-");
  return words.find((word) => (word.language === language || word.language === primary) && PLAIN.test(word.text))?.text ?? null;
}
