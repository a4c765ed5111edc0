/** The prompt as a list of parts, each rendered and counted once. Pure. */
import { LRUCache } from "lru-cache";
import type { BlockName } from "../policy/schema/policy-file.ts";
import type { Model, Policy } from "../policy/snapshot.ts";
import { digestOf } from "../text/digest.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Fact, Gap } from "./candidate.ts";
import type { Kind, Zone } from "./records.ts";
import { headingLine, questionLine, ruleLine } from "./render/lines.ts";

export interface Part {
  readonly id: string;
  readonly kind: Kind;
  readonly zone: Zone;
  readonly block: BlockName;
  readonly tier: number;
  readonly text: string;
  readonly tokens: number;
  /** Set for facts. */
  readonly fact: Fact | null;
}

/** The policy's own words, the same for everybody: the shared zone. */
export interface SharedParts {
  readonly parts: readonly Part[];
  readonly text: string;
  readonly digest: string;
}

export interface FixedParts {
  /** Before the facts: system text and safety rules. */
  readonly shared: SharedParts;
  /** After the facts: referral rule, instructions, question. */
  readonly late: readonly Part[];
}

export interface FixedInput {
  readonly policy: Policy;
  readonly question: string;
  readonly language: string;
  readonly maxWords: number;
  readonly referral: boolean;
  readonly counter: TokenCounter;
}

/** Everything that is in whatever is chosen. */
export function fixedParts(input: FixedInput): FixedParts {
  const { policy, language, counter } = input;
  const { instructions } = policy.prompt;
  const late: Part[] = [];
  const rule = input.referral ? policy.safety.redFlags?.rule(language) : undefined;
  const add = (id: string, kind: Kind, block: BlockName, text: string) =>
    late.push({
      id,
      kind,
      zone: "question",
      block,
      tier: block === "safety" ? 0 : 1,
      text,
      tokens: counter.count(text),
      fact: null,
    });
  if (rule !== undefined) add("referral", "safety", "safety", ruleLine(rule));
  const words = instructions(language)({ language: languageName(language, policy.language), max_words: String(input.maxWords) });
  add("instructions", "instruction", "request", headingLine(words));
  add("question", "question", "request", questionLine(input.question));
  return { shared: sharedParts(policy, counter), late };
}

interface KnownShared {
  readonly rules: readonly string[];
  readonly shared: SharedParts;
}

// The shared zone depends on the policy and the counter alone: rendered, counted and hashed once.
const sharedZones = new WeakMap<Policy["prompt"], WeakMap<TokenCounter, KnownShared>>();

function sharedParts({ prompt, safety }: Policy, counter: TokenCounter): SharedParts {
  const ofPolicy = sharedZones.get(prompt) ?? new WeakMap<TokenCounter, KnownShared>();
  sharedZones.set(prompt, ofPolicy);
  const known = ofPolicy.get(counter);
  if (known?.rules === safety.rules) return known.shared;
  const shared = { zone: "shared", tier: 0, fact: null } as const;
  const rules = safety.rules.map(ruleLine).join("");
  const parts: Part[] = [
    { id: "system", kind: "system", block: "system", ...shared, text: prompt.system, tokens: counter.count(prompt.system) },
  ];
  if (rules !== "")
    parts.push({ id: "safety", kind: "safety", block: "safety", ...shared, text: rules, tokens: counter.count(rules) });
  const text = parts.map((part) => part.text).join("");
  const made = { parts, text, digest: digestOf(text) };
  ofPolicy.set(counter, { rules: safety.rules, shared: made });
  return made;
}

/** The heading, the facts in their order and the gaps; nothing when there is neither fact nor gap. */
export interface Evidence {
  readonly heading: { readonly text: string; readonly tokens: number } | null;
  readonly facts: readonly Part[];
  readonly gaps: readonly Gap[];
}

export function evidenceOf(
  facts: readonly Fact[],
  gaps: readonly Gap[],
  input: Pick<FixedInput, "policy" | "language" | "counter">,
): Evidence {
  const text = headingLine(input.policy.prompt.factsHeading(input.language));
  return {
    heading: facts.length + gaps.length === 0 ? null : { text, tokens: input.counter.count(text) },
    facts: facts.map(
      (fact): Part => ({
        id: fact.piece.id,
        kind: "fact",
        zone: "question",
        block: "evidence",
        tier: fact.role === "primary" ? 1 : 2,
        text: fact.line,
        tokens: fact.tokens,
        fact,
      }),
    ),
    gaps,
  };
}

/** Tokens a chat format adds: per message, and once for the reply. Zero for plain text. */
export function overheadTokens(model: Model, messages: number): number {
  return messages === 0 ? 0 : messages * model.tokensPerMessage + model.tokensPerReply;
}

const languageNames = new LRUCache<string, string>({ max: 1_000 });

/** "German" for de, in the language the instructions are written in; the tag itself where the platform has no name. */
function languageName(tag: string, inLanguage: string): string {
  const key = `${inLanguage} ${tag}`;
  const known = languageNames.get(key);
  if (known !== undefined) return known;
  const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(tag) ?? tag;
  languageNames.set(key, name);
  return name;
}
