/** Whether two bodies ask the same. Pure. */
import type { QuestionBody } from "./service-types.ts";

/**
 * `compared`: as it stands. `own`: what a request brings of its own, which is seldom brought twice. `aside`: what the decision is not
 * made from, or what is compared beside the body.
 */
type Treatment = "compared" | "own" | "aside";

type Plain = string | number | boolean | undefined;

/** A member that is no plain value cannot be compared, and a new one does not compile until somebody has thought of it. */
const MEMBERS: {
  readonly [Name in keyof Required<QuestionBody>]: QuestionBody[Name] extends Plain ? Treatment : Exclude<Treatment, "compared">;
} = {
  subject: "compared",
  question: "compared",
  plan: "compared",
  language: "compared",
  time_zone: "compared",
  intent: "compared",
  conversation: "compared",
  model: "compared",
  format: "compared",
  as_of: "compared",
  attributes: "own",
  candidates: "own",
  turns: "own",
  tools: "own",
  tokens: "own",
  // The policy itself is compared, not its name.
  policy: "aside",
  // The clock, which has a span.
  at: "aside",
  // Limits what is waited for.
  deadline_ms: "aside",
};

type Member = keyof typeof MEMBERS;

const withTreatment = (treatment: Treatment): readonly Member[] =>
  (Object.keys(MEMBERS) as Member[]).filter((name) => MEMBERS[name] === treatment);
const COMPARED = withTreatment("compared");
const OWN = withTreatment("own");

export const sameQuestion = (then: QuestionBody, now: QuestionBody): boolean =>
  COMPARED.every((name) => then[name] === now[name]);

/** Whether a request brings something that can be compared with nothing. */
export const hasItsOwn = (body: QuestionBody): boolean => OWN.some((name) => !isNothing(body[name]));

const isNothing = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
