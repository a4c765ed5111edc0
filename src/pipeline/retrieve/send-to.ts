/** Which rules of a policy send a question straight to sections. Pure; policy.md, Documents. */
import type { Corpus } from "../../documents/corpus.ts";
import type { SendTo } from "../../policy/rules/documents.ts";

/** What a rule can ask for. */
export interface Situation {
  readonly plan: string | null;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** The lead and the contenders. */
  readonly intents: readonly string[];
  /** Scopes that the question names. */
  readonly scopes: readonly string[];
}

export interface Sent {
  /** Place of the section in the corpus. */
  readonly at: number;
  /** Of the rule. */
  readonly reason: string;
}

/** In the order of the rules, then of what each names; a section once. */
export function sentSections(rules: readonly SendTo[], { sections }: Corpus, situation: Situation): readonly Sent[] {
  const sent = new Map<number, string>();
  for (const rule of rules) {
    if (!holds(rule, situation)) continue;
    for (const name of rule.sections) {
      for (const [at, { section, document }] of sections.entries()) {
        const named = name === document.path || name === `${document.path}#${section.anchor}`;
        if (named && !sent.has(at)) sent.set(at, rule.reason);
      }
    }
  }
  return [...sent].map(([at, reason]) => ({ at, reason }));
}

const holds = (rule: SendTo, { plan, attributes, intents, scopes }: Situation): boolean =>
  (rule.plan === null || rule.plan === plan) &&
  (rule.intent === null || intents.includes(rule.intent)) &&
  (rule.scope === null || scopes.includes(rule.scope)) &&
  [...rule.attributes].every(([name, value]) => attributes.get(name) === value);
