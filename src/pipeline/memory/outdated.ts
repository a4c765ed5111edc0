/**
 * What a request brings that the memory knows to be outdated: replaced and deleted statements, the turns they were taken from, and whatever
 * says them again. Pure; decision 28.
 */

import { stringsOfJson } from "../../text/json/texts.ts";
import type { LanguageRules } from "../../text/lexicon/inflection.ts";
import { type DenialWords, denialWords } from "../../text/restated/denial-words.ts";
import { restatementOf, saysWhatIsNew } from "../../text/restated/restated.ts";
import { affirmedValues, textTraces } from "../../text/restated/traces.ts";
import { textOfParts } from "../conversation/turn-text.ts";
import type { Given, GivenKind, Outdated, OutdatedRule, Turn } from "../given.ts";
import type { AssemblyRequest } from "../request.ts";
import { endFinder, type KnownPast, type PastStatement, type Trace, traceName, turnName } from "./past-statement.ts";
import { candidateIdOf, statementOf } from "./statement-id.ts";

export interface OutdatedItems {
  /** By id. */
  readonly candidates: ReadonlyMap<string, Outdated>;
  readonly turns: ReadonlyMap<string, Outdated>;
}

export interface OutdatedAsk {
  readonly view: KnownPast;
  readonly request: AssemblyRequest;
  readonly keyed: (text: string) => string;
  /** By language. */
  readonly rules: ReadonlyMap<string, LanguageRules>;
}

export function outdatedItems(ask: OutdatedAsk): OutdatedItems {
  const { view, request } = ask;
  const search = view.past.length === 0 ? null : searchFor(ask);
  const found = <One extends { readonly id: string }>(all: readonly One[], of: (one: One) => Outdated | null) =>
    new Map(
      all.flatMap((one) => {
        const outdated = of(one);
        return outdated === null ? [] : [[one.id, outdated] as const];
      }),
    );
  return {
    candidates: found(request.items.candidates, (one) => byId(one, view) ?? search?.candidate(one) ?? null),
    turns: found(request.items.turns, (turn) => search?.turn(turn) ?? null),
  };
}

/** Whether the request has anything that could say what is outdated. */
export const bringsTexts = ({ items }: AssemblyRequest): boolean => items.turns.length > 0 || items.candidates.length > 0;

function byId({ id }: Given, { gone }: KnownPast): Outdated | null {
  const statement = statementOf(id);
  const by = statement === null ? undefined : gone.get(statement);
  return statement === null || by === undefined ? null : outdatedBy({ id: statement, by }, "id");
}

const outdatedBy = ({ id, by }: Pick<PastStatement, "id" | "by">, rule: OutdatedRule): Outdated => ({
  reason: by === null ? "deleted" : "superseded",
  by: by === null ? null : candidateIdOf(by),
  rule,
  statement: candidateIdOf(id),
});

/** Kinds that tell of the person. What else comes has facts of its own: an order may well go to the old address. */
const ABOUT_THE_PERSON: ReadonlySet<GivenKind> = new Set(["memory", "hint"]);

interface Search {
  readonly candidate: (one: Given) => Outdated | null;
  readonly turn: (turn: Turn) => Outdated | null;
}

function searchFor({ view, request, keyed, rules }: OutdatedAsk): Search {
  const denials = denialWords(rules);
  const { past } = view;
  const { subject, conversation } = request;
  const byTurn = bySourceTurn(past);
  const saying = sayingFinder(view, (trace) => keyed(traceName(subject, trace)), denials);
  const stands = standingFinder(view, denials);
  const sourcesOf = (turn: string): readonly PastStatement[] =>
    byTurn.size === 0
      ? []
      : [conversation, null].flatMap((of) => byTurn.get(keyed(turnName(subject, { conversation: of, turn }))) ?? []);
  const first = (found: readonly Saying[], isExcused: (one: Saying) => boolean): Outdated | null => {
    const saying = found.find((one) => !isExcused(one));
    return saying === undefined ? null : outdatedBy(saying.past, saying.rule);
  };
  return {
    candidate: (one) => {
      const isExcused = (of: PastStatement, told: string): boolean => {
        const end = stands.idOf(of);
        return isNewsSince(of, one) || (end !== null && one.supersedes.includes(candidateIdOf(end))) || stands.isTold(told, of);
      };
      for (const [text, told] of textsOf(one)) {
        const found = first(saying(text, ABOUT_THE_PERSON.has(one.kind)), ({ past: of }) => isExcused(of, told));
        if (found !== null) return found;
      }
      return null;
    },
    turn(turn) {
      const texts = [textOfParts(turn.content), ...turn.toolCalls.flatMap((call) => stringsOfJson(call.arguments))];
      const told = texts.join("\n");
      const isExcused = ({ past: of }: Pick<Saying, "past">) =>
        stands.isSource(turn.id, conversation, of) || stands.isTold(told, of);
      const taken = sourcesOf(turn.id).map((one) => ({ past: one, rule: "source_turn" as const }));
      return first([...taken, ...texts.flatMap((text) => saying(text, turn.role !== "tool"))], isExcused);
    },
  };
}

/** What of a candidate may stand in the prompt, each with what stands there with it: an abstract stands for the text, a label above it. */
function textsOf({ text, abstract, label }: Given): readonly (readonly [text: string, told: string])[] {
  return [
    [text, text],
    ...(abstract === null ? [] : [[abstract, abstract] as const]),
    ...(label === null ? [] : [[label, `${label}\n${text}`] as const]),
  ];
}

function bySourceTurn(past: readonly PastStatement[]): ReadonlyMap<string, readonly PastStatement[]> {
  const byTurn = new Map<string, PastStatement[]>();
  for (const one of past) if (one.turn !== null) byTurn.set(one.turn, [...(byTurn.get(one.turn) ?? []), one]);
  return byTurn;
}

/** What says of itself that it is of after the statement ended, is no copy of it. */
const isNewsSince = ({ endedMs }: PastStatement, { publishedAt, effectiveFrom }: Given): boolean =>
  [publishedAt, effectiveFrom].some((moment) => moment !== null && Date.parse(moment) > endedMs);

interface Saying {
  readonly past: PastStatement;
  readonly rule: OutdatedRule;
}

/** Past statements that a text says, by the surest rule of each; in the order of `past`. Words that stand again are none. */
function sayingFinder(
  { past, traces, texts }: KnownPast,
  hashOf: (trace: Trace) => string,
  denials: DenialWords,
): (text: string, isAboutThePerson: boolean) => readonly Saying[] {
  const byTrace = new Map<string, PastStatement>();
  // Of several that had the same words the one that ended last, which is the first in `past`.
  for (const one of past.toReversed()) for (const trace of one.traces) if (!traces.has(trace)) byTrace.set(trace, one);
  const end = endFinder(past);
  const kept = past.flatMap((one) => {
    const own = texts.get(one.id)?.statement;
    const current = texts.get(end(one) ?? "")?.statement ?? null;
    return own === undefined ? [] : [{ past: one, isSaidBy: restatementOf(own, current, denials) }];
  });
  const pastWith = (...trace: Trace): PastStatement | null => (byTrace.size === 0 ? null : (byTrace.get(hashOf(trace)) ?? null));
  const traced = (sort: Trace[0], all: readonly string[]): readonly Saying[] =>
    all.flatMap((text) => {
      const found = pastWith(sort, text);
      return found === null ? [] : [{ past: found, rule: sort }];
    });
  return (text, isAboutThePerson) => {
    if (text === "") return [];
    const { words, values } = textTraces(text);
    if (!isAboutThePerson) return traced("words", words.filter(isTelling));
    const whole = traced("words", words);
    const affirmed = affirmedValues(
      text,
      values.filter((value) => pastWith("value", value) !== null),
      denials,
    );
    const restated = kept.filter(({ isSaidBy }) => isSaidBy(text));
    return [...whole, ...traced("value", affirmed), ...restated.map((one) => ({ past: one.past, rule: "restated" as const }))];
  };
}

/** Three words: a sentence of one or two may stand anywhere. */
const isTelling = (normal: string): boolean => normal.split(" ").length >= 3;

/** What stands in the place of a past statement, and who tells of it. */
function standingFinder({ past, texts }: KnownPast, denials: DenialWords) {
  const idOf = endFinder(past);
  const standing = (of: PastStatement) => texts.get(idOf(of) ?? "");
  return {
    idOf,
    /** A text that tells what holds may tell what did: "I moved from 12 Elm Street to 5 Oak Road". */
    isTold(text: string, of: PastStatement): boolean {
      const current = standing(of);
      return current !== undefined && saysWhatIsNew(text, [texts.get(of.id)?.statement ?? "", current.statement], denials);
    },
    isSource(turn: string, conversation: string | null, of: PastStatement): boolean {
      const source = standing(of)?.source ?? null;
      return source !== null && source.turn === turn && (source.conversation === null || source.conversation === conversation);
    },
  };
}
