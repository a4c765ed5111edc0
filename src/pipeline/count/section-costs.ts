/** What parts cost by block, and what headings and messages would cost that are not there yet. Pure. */
import { LRUCache } from "lru-cache";
import type { Policy } from "../../policy/snapshot.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Chosen, Heading } from "../chosen.ts";
import { type BlockTokens, noTokens } from "../pack/budget.ts";
import type { Part } from "../parts.ts";
import { OPENING } from "../render/alternating.ts";
import { headingLine } from "../render/lines.ts";
import { rendererOf } from "../render/payload.ts";
import type { RenderContext } from "./entries.ts";
import { messageTokens, replyTokens, tokensOfMessages } from "./message-costs.ts";
import type { Opening, Openings, Section } from "./sections.ts";

export interface HeadingInput {
  readonly policy: Pick<Policy, "prompt" | "trustTokens">;
  readonly language: string;
  readonly counter: TokenCounter;
}

type Headings = Chosen["headings"];

// They hang on the policy's words, the language and the counter alone.
const known = new WeakMap<Policy["prompt"], WeakMap<TokenCounter, LRUCache<string, Headings>>>();
const MOST_LANGUAGES = 50;

/** The headings of the policy, counted; declared counts include theirs. */
export function headingsOf(input: HeadingInput): Headings {
  const { policy, language, counter } = input;
  const ofPolicy = known.get(policy.prompt) ?? new WeakMap<TokenCounter, LRUCache<string, Headings>>();
  known.set(policy.prompt, ofPolicy);
  const ofCounter = ofPolicy.get(counter) ?? new LRUCache<string, Headings>({ max: MOST_LANGUAGES });
  ofPolicy.set(counter, ofCounter);
  const key = policy.trustTokens ? `${language} trusted` : language;
  const headings = ofCounter.get(key) ?? countHeadings(input);
  ofCounter.set(key, headings);
  return headings;
}

function countHeadings({ policy, language, counter }: HeadingInput): Headings {
  const heading = (text: string) => ({
    text: headingLine(text),
    tokens: policy.trustTokens ? 0 : counter.count(headingLine(text)),
  });
  const { prompt } = policy;
  const notes = heading(prompt.notesHeading(language));
  return {
    person: notes,
    notes,
    documents: heading(prompt.documentsHeading(language)),
    list: heading(prompt.documents.index(language)),
    facts: heading(prompt.factsHeading(language)),
  };
}

/** What stands before a conversation that begins with the assistant; null where the format takes that as it is. */
export function openingOf({ format, counter, policy }: RenderContext): Heading | null {
  if (!rendererOf(format).userFirst) return null;
  return { text: OPENING, tokens: policy.trustTokens ? 0 : counter.count(OPENING) };
}

/** Tokens by block of finished parts, message overhead included; declared counts include theirs. */
export function tokensOf(parts: readonly Part[], context: RenderContext): BlockTokens {
  const tokens = noTokens();
  for (const part of parts) tokens[part.block] += part.tokens;
  tokens.system += messageTokens(context, parts) + replyTokens(context);
  return tokens;
}

/** What each section would cost that is not in `parts` yet. */
export function openingsOf(parts: readonly Part[], headings: Chosen["headings"], context: RenderContext): Openings {
  const perMessage = tokensOfMessages(context, rendererOf(context.format).messagesOfUser);
  const present = new Set<string>();
  for (const { id, kind, message } of parts) {
    if (message === "person" || message === "evidence") present.add(`${message}_message`);
    // By kind, since an item may be called like a heading.
    if (kind === "heading") present.add(id);
  }
  const all: readonly (readonly [Section, Opening])[] = [
    ["person_message", { block: "system", tokens: perMessage }],
    ["person_heading", { block: "memory", tokens: headings.person.tokens }],
    ["evidence_message", { block: "system", tokens: perMessage }],
    ["notes_heading", { block: "memory", tokens: headings.notes.tokens }],
    ["documents_heading", { block: "evidence", tokens: headings.documents.tokens }],
    ["list_heading", { block: "evidence", tokens: headings.list.tokens }],
    ["facts_heading", { block: "evidence", tokens: headings.facts.tokens }],
  ];
  return new Map(all.filter(([section]) => !present.has(section)));
}
