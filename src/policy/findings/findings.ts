/** What there is to say about a policy that loads: limits that never bind, counts that are off, things nobody uses. Pure. */
import { ANY } from "../../text/any-language.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import { earlierTerm, type PlacedTerm, placedTerms, placeOf, repeatedTerms } from "../check/placed-terms.ts";
import type { PolicyFinding } from "../problem.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { Policy } from "../snapshot.ts";
import { experimentFindings } from "./experiments.ts";
import { measurePieces, type PieceTokens } from "./sample-tokens.ts";

type Compiled = Omit<Policy, "findings">;

export interface FindingContext {
  readonly counter: TokenCounter;
  /** Tags of the languages that there are files for. */
  readonly languages: ReadonlySet<string>;
}

/** In the order: plans, token counts, terms, languages, intents, pieces, sources, experiments; within each, the order of the files. */
export function findingsOf(
  policy: Compiled,
  reading: PolicyReading,
  { counter, languages }: FindingContext,
): readonly PolicyFinding[] {
  const tokens = measurePieces(policy, reading, counter);
  return [
    ...plansThatNeverBind(policy, tokens),
    ...declaredTokensOff(tokens),
    ...termsInTwoIntents(reading),
    ...languagesWithoutFile(reading, languages),
    ...intentsWithoutTerms(policy),
    ...unusedPieces(policy),
    ...unusedSources(policy),
    ...experimentFindings(policy),
  ];
}

const figure = new Intl.NumberFormat("en");

/** Case D: a limit that all pieces together cannot reach limits nothing. */
function plansThatNeverBind({ plans, trustTokens }: Compiled, tokens: readonly PieceTokens[]): readonly PolicyFinding[] {
  const declared = trustTokens && tokens.every((piece) => piece.declared !== null);
  const sum = tokens.reduce((all, piece) => all + (declared ? (piece.declared ?? 0) : piece.measured), 0);
  const how = declared ? "declared" : "measured on the samples";
  return [...plans]
    .filter(([, limit]) => limit >= sum)
    .map(([plan, limit]) => ({
      code: "plan_never_binds",
      message: `Plan "${plan}" allows ${figure.format(limit)} tokens of secondary facts, but all ${tokens.length} pieces together are ${figure.format(sum)} (${how}): the limit can never bind.`,
      items: [plan],
    }));
}

function declaredTokensOff(tokens: readonly PieceTokens[]): readonly PolicyFinding[] {
  return tokens.flatMap(({ piece, declared, measured }) => {
    if (declared === null || Math.abs(declared - measured) <= measured / 4) return [];
    const message = `Piece "${piece}" declares ${declared} tokens, its line on the sample has ${measured}: off by more than a quarter.`;
    return [{ code: "declared_tokens_off" as const, message, items: [piece] }];
  });
}

function termsInTwoIntents(reading: PolicyReading): readonly PolicyFinding[] {
  const findings: PolicyFinding[] = [];
  for (const repeated of repeatedTerms(reading)) {
    const { intent, language } = repeated.term;
    if (!speaksForIntent(repeated.term)) continue;
    const other = earlierTerm(
      repeated,
      (one) => speaksForIntent(one) && one.intent !== intent && overlap(one.language, language),
    );
    if (other !== null) findings.push(twoIntents(other, repeated.term));
  }
  return findings;
}

const speaksForIntent = ({ intent, weightMilli }: PlacedTerm): boolean => intent !== null && weightMilli >= 0;

/** `any` is no language. */
function languagesWithoutFile(reading: PolicyReading, known: ReadonlySet<string>): readonly PolicyFinding[] {
  const firsts = new Map<string, PlacedTerm>();
  for (const term of placedTerms(reading)) {
    const { language } = term;
    if (language !== ANY && !known.has(language) && !firsts.has(language)) firsts.set(language, term);
  }
  return [...firsts].map(([language, first]) => ({
    code: "language_without_file",
    message: `There is no language file for "${language}", so its terms (the first: ${where(first)}) match as written only; languages/${language}.yaml beside the policies would be one.`,
    items: [language],
  }));
}

const overlap = (a: string, b: string): boolean => a === b || a === ANY || b === ANY;

function twoIntents(first: PlacedTerm, second: PlacedTerm): PolicyFinding {
  const message = `The term "${second.text}" counts for "${first.intent}" (${where(first)}) and for "${second.intent}" (${where(second)}).`;
  return { code: "term_in_two_intents", message, items: [second.text, first.intent ?? "", second.intent ?? ""] };
}

function where(term: PlacedTerm): string {
  const { reading, path } = placeOf(term);
  const { line, column } = reading.at(path);
  return `${reading.file}:${line}:${column}`;
}

function intentsWithoutTerms({ intents, vocabulary, routing }: Compiled): readonly PolicyFinding[] {
  const reached = new Set(vocabulary.terms.map((term) => term.intent));
  return [...intents.keys()]
    .filter((intent) => !reached.has(intent) && intent !== routing.fallback)
    .map((intent) => ({
      code: "intent_without_terms",
      message: `No term of the vocabulary leads to "${intent}": no question is ever understood as that by its words.`,
      items: [intent],
    }));
}

function unusedPieces({ pieces, intents, scopes, safety }: Compiled): readonly PolicyFinding[] {
  const used = new Set([
    ...[...intents.values()].flatMap(({ primary, secondary, exclude }) => [...primary, ...secondary, ...exclude]),
    ...scopes.flatMap(({ modifiers }) => modifiers.map(({ piece }) => piece)),
    ...(safety.redFlags?.keep ?? []),
  ]);
  return [...pieces.keys()]
    .filter((piece) => !used.has(piece))
    .map((piece) => ({ code: "unused_piece", message: `No intent and no scope names the piece "${piece}".`, items: [piece] }));
}

function unusedSources({ sources, pieces, timeZone }: Compiled): readonly PolicyFinding[] {
  const used = new Set([
    ...[...pieces.values()].map(({ source }) => source),
    ...[...sources.values()].flatMap(({ params }) => params.map(({ from }) => from)),
    timeZone.from?.source,
  ]);
  return [...sources.keys()]
    .filter((source) => !used.has(source))
    .map((source) => ({
      code: "unused_source",
      message: `No piece and no parameter needs the source "${source}".`,
      items: [source],
    }));
}
