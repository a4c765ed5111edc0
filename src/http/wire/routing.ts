/** How a question was understood: intents with their matches, and the scope. Wire shapes of `pipeline/records/core.ts`. Pure. */
import { z } from "zod";
import { POLARITIES } from "../../routing/polarity.ts";
import { DECIDED_BY, SUPPRESSED_WHY, UNCERTAIN_REASONS } from "../../routing/records.ts";
import { HOWS } from "../../text/lexicon/pattern.ts";

const span = {
  start: z.int().min(0).describe("UTF-16 offset into the question as sent."),
  end: z.int().min(0),
};

const Span = z.strictObject(span).meta({ id: "Span" });

export const Match = z
  .strictObject({
    term: z.string().describe("The alternative of the vocabulary's term that matched, as it is written there."),
    language: z.string(),
    weight: z.number(),
    factor: z.number(),
    contribution: z.number().describe("Weight times factor."),
    how: z.enum(HOWS),
    ...span,
    polarity: z.enum(POLARITIES),
    cue: Span.nullable().describe("The words that shade it: not, instead of, before."),
  })
  .meta({ id: "Match" });

const Suppressed = z
  .strictObject({
    term: z.string(),
    language: z.string(),
    intent: z.string(),
    ...span,
    by: z.string().describe("The term that counts instead."),
    why: z.enum(SUPPRESSED_WHY),
  })
  .meta({ id: "Suppressed" });

const IntentScore = z
  .strictObject({ intent: z.string(), score: z.number(), matches: z.array(Match) })
  .meta({ id: "IntentScore" });

export const Routing = z
  .strictObject({
    intent: z.string().describe("The lead."),
    certain: z.boolean(),
    reason: z.enum(UNCERTAIN_REASONS).nullable().describe("Why the routing is uncertain."),
    contenders: z.array(z.string()).describe("The intents less than the margin behind the best one."),
    decided_by: z.enum(DECIDED_BY),
    scores: z.array(IntentScore),
    suppressed: z.array(Suppressed).describe("Terms that stand in the question and do not count."),
    unmatched: z.array(Span).describe("Words that nothing is known of."),
  })
  .meta({ id: "Routing" });

const found = {
  name: z.string().nullable(),
  kind: z.string().nullable(),
  from: z.string().nullable().meta({ format: "date-time" }).describe("Begin of the span; the span is half-open."),
  to: z.string().nullable().meta({ format: "date-time" }),
  text: z.string().nullable().describe("The words that gave the scope."),
  start: z.int().min(0).nullable().describe("UTF-16 offset into the question as sent."),
  end: z.int().min(0).nullable(),
};

const ScopeFound = z.strictObject(found).meta({ id: "ScopeFound" });

const ModifierRecord = z
  .strictObject({
    scope: z.string(),
    action: z.enum(["promote", "demote", "drop"]),
    piece: z.string(),
    reason: z.string(),
    outcome: z.enum(["applied", "scope_uncertain", "no_effect"]),
  })
  .meta({ id: "Modifier" });

export const ScopeRecord = z
  .strictObject({
    ...found,
    zone: z.string().describe("The IANA time zone whose midnight counted."),
    zone_source: z.enum(["request", "profile", "policy", "default"]),
    source: z.enum(["none", "words"]),
    others: z.array(ScopeFound).describe("Further scopes of the same question, in the order of the text."),
    modifiers: z.array(ModifierRecord),
  })
  .meta({ id: "Scope" });
