/** The prompt as a list of parts, each rendered and counted once. Pure. */
import { LRUCache } from "lru-cache";
import type { BlockName } from "../policy/schema/policy-file.ts";
import type { Model, Policy } from "../policy/snapshot.ts";
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

export interface FixedParts {
  /** Before the facts: system text and safety rules. */
  readonly shared: readonly Part[];
  /** After the facts: referral rule, instructions, question. */
  readonly late: readonly Part[];
}

export interface FixedInput {
  readonly policy: Policy;
  readonly question: string;
  readonly language: string;
  readonly maxWords: number;
  readonly referral: boolean;
  readonly count: (text: string) => number;
}

/** Everything that is in whatever is chosen. The shared parts depend on the policy alone. */
export function fixedParts(input: FixedInput): FixedParts {
  const { policy, language, count } = input;
  const part = (fields: Omit<Part, "tokens" | "fact">): Part => ({ ...fields, tokens: count(fields.text), fact: null });
  const { system, instructions } = policy.prompt;
  const rules = policy.safety.rules.map(ruleLine).join("");
  const shared = [part({ id: "system", kind: "system", zone: "shared", block: "system", tier: 0, text: system })];
  if (rules !== "") shared.push(part({ id: "safety", kind: "safety", zone: "shared", block: "safety", tier: 0, text: rules }));
  const late: Part[] = [];
  const rule = input.referral ? policy.safety.redFlags?.rule(language) : undefined;
  if (rule !== undefined)
    late.push(part({ id: "referral", kind: "safety", zone: "question", block: "safety", tier: 0, text: ruleLine(rule) }));
  const words = instructions(language)({ language: languageName(language, policy.language), max_words: String(input.maxWords) });
  late.push(
    part({ id: "instructions", kind: "instruction", zone: "question", block: "request", tier: 1, text: headingLine(words) }),
  );
  late.push(
    part({ id: "question", kind: "question", zone: "question", block: "request", tier: 1, text: questionLine(input.question) }),
  );
  return { shared, late };
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
  input: Pick<FixedInput, "policy" | "language" | "count">,
): Evidence {
  const text = headingLine(input.policy.prompt.factsHeading(input.language));
  return {
    heading: facts.length + gaps.length === 0 ? null : { text, tokens: input.count(text) },
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
