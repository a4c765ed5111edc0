/** Sentences about an answer that join what was sent with what came of it. Pure. */
import type { Core } from "../pipeline/records/core.ts";
import type { AnswerFinding, AnswerRecord } from "./records.ts";
import { isSameModel } from "./same-model.ts";

export type Judged = Omit<AnswerRecord, "findings">;

/** In a fixed order; empty when there is nothing to say. */
export function answerFindings(judged: Judged, core: Core): readonly AnswerFinding[] {
  return TELLERS.flatMap((teller) => teller(judged, core));
}

type Teller = (judged: Judged, core: Core) => readonly AnswerFinding[];

const finding = (code: AnswerFinding["code"], message: string, items: readonly string[] = []): readonly AnswerFinding[] => [
  { code, message, items },
];
const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);
const labelsOf = (items: readonly { readonly label: string }[]): string => items.map(({ label }) => label).join(", ");

/** An answer that only calls tools, was refused, or was cut before its first word, has nothing to cite yet. */
const hasAnswered = ({ finish, words, cited }: Judged): boolean =>
  finish.kind !== "tool_calls" && finish.kind !== "refused" && words.count + cited.length > 0;

const primaryUncited: Teller = (judged) => {
  const items = judged.uncited.filter(({ role }) => role === "primary");
  if (items.length === 0 || judged.cited.length === 0 || !hasAnswered(judged)) return [];
  const message = `The question stands on ${labelsOf(items)}, and the answer cites ${items.length === 1 ? "it" : "them"} nowhere.`;
  return finding("primary_uncited", message, idsOf(items));
};

const nothingCited: Teller = (judged) => {
  const { coverage, cited, uncited } = judged;
  if (coverage.citable === 0 || cited.length > 0 || !hasAnswered(judged)) return [];
  const message = `${coverage.citable} items were sent that an answer can cite, and it cites none: whether it used them cannot be seen.`;
  return finding("nothing_cited", message, idsOf(uncited));
};

const citedNotSent: Teller = ({ unsent }) => {
  if (unsent.length === 0) return [];
  const told = unsent.map(({ label, outcome, reason }) => `${label} (${outcome}, ${reason})`).join(", ");
  return finding("cited_not_sent", `The answer cites what was not in its prompt: ${told}.`, idsOf(unsent));
};

const citedUnknown: Teller = ({ marks }) => {
  const { unknown, native_unknown: native } = marks;
  if (unknown + native === 0) return [];
  const told = [
    ...(unknown > 0 ? [`${unknown} in brackets`] : []),
    ...(native > 0 ? [`${native} of the provider's own`] : []),
  ].join(" and ");
  return finding("cited_unknown", `Citations that lead to nothing that was sent: ${told}.`);
};

/** What is found outside of the prompt stands in no manifest, so nobody can tell from one what the answer rests on. */
const citedElsewhere: Teller = ({ marks: { native_elsewhere: elsewhere } }) =>
  elsewhere === 0
    ? []
    : finding(
        "cited_elsewhere",
        `Citations of the provider's own that lead out of the prompt, to the web or a store of its own: ${elsewhere}. What the answer rests on there stands in no manifest and is not judged.`,
      );

const answerCut: Teller = ({ finish, usage }, { budget }) => {
  if (finish.kind !== "cut") return [];
  const { reserve } = budget;
  const tokens = usage?.output_tokens ?? null;
  const why = finish.reason?.toLowerCase() === "model_context_window_exceeded" ? "the model's window" : "its limit";
  if (tokens === null) {
    return finding("answer_cut", `The answer was cut at ${why}; ${reserve} tokens are reserved for it (reserve_output).`);
  }
  const reasoning = usage?.reasoning_tokens ?? 0;
  const spent = reasoning > 0 ? ` (${reasoning} of them reasoning)` : "";
  const told =
    tokens < reserve
      ? `before the ${reserve} that are reserved were used up: the call had a smaller limit of its own`
      : `and ${reserve} are reserved: reserve_output is too small`;
  return finding("answer_cut", `The answer was cut at ${why} after ${tokens} tokens${spent}, ${told}.`);
};

const answerRefused: Teller = ({ finish }) =>
  finish.kind === "refused" ? finding("answer_refused", "The model or its provider refused to answer (see finish).") : [];

const answerTooLong: Teller = ({ words }) =>
  words.count > words.allowed
    ? finding("answer_too_long", `The answer has ${words.count} words, and the instructions allow ${words.allowed}.`)
    : [];

const tokensOff: Teller = ({ tokens }) => {
  const { measured, counted, from, to, exact, ratio } = tokens;
  if (measured === null || (measured >= from && measured <= to)) return [];
  const kind = exact ? "counted" : "estimated";
  const message = `The provider measured ${measured} input tokens where ${counted} were ${kind} (ratio ${ratio}); ${from} to ${to} would be within the margin.`;
  return finding("tokens_off", message);
};

const otherModel: Teller = ({ model }, { model: meant }) => {
  if (model === null || isSameModel(meant, model)) return [];
  return finding(
    "other_model",
    `The prompt was made for ${meant}, and another model answered: its window and tokens may differ.`,
  );
};

const TELLERS: readonly Teller[] = [
  primaryUncited,
  nothingCited,
  citedNotSent,
  citedUnknown,
  citedElsewhere,
  answerCut,
  answerRefused,
  answerTooLong,
  tokensOff,
  otherModel,
];
