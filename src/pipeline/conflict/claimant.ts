/** Who claims something about the topics of a policy, and what. Pure. */
import { type Claim, claimsIn, qualifierOf, statedClaims } from "../../text/values/claims.ts";
import type { Topics } from "../../text/values/topics.ts";
import type { Saying } from "./contradiction.ts";

export interface Claimant extends Pick<Saying, "meantFor"> {
  readonly id: string;
  readonly text: string;
  /** What the answer cites it by; it tells what its values are of where its text does not. Null for what is said. */
  readonly label: string | null;
  /** Given by the candidate itself, by topic: a value as text. It stands in place of what the text says of that topic. */
  readonly claims: Readonly<Record<string, string>> | null;
  /** The topic that it is about by its own word: its values need no word of the topic beside them. */
  readonly about: string | null;
  /** `request`: the question and the person's turns; `profile`: profile facts and memory; `tool`: results of tools. */
  readonly side: "request" | "profile" | "tool" | "text";
  readonly trust: number;
  /**
   * The higher, the newer; null when unknown. When it came into force, else when it was published, in ms since the epoch. Of the side
   * `request` its place in the conversation, which no date is told by: earlier than every date, but for the question, the last of all.
   */
  readonly recency: number | null;
  /** Primary, pinned and tier 0 and 1: never loses. */
  readonly fixed: boolean;
}

/** What it claims by itself and in its text; one claim for a topic and qualifier at most. */
export function claimsOf(claimant: Pick<Claimant, "text" | "label" | "claims" | "about">, topics: Topics): readonly Claim[] {
  const { text, label, claims, about } = claimant;
  const given = topics.all.flatMap(({ name }, topic) => {
    const value = claims !== null && Object.hasOwn(claims, name) ? claims[name] : undefined;
    return value === undefined ? [] : [{ topic, own: statedClaims(value, topic, topics) }];
  });
  const read = claimsIn(text, topics).filter(({ topic }) => !given.some((one) => one.topic === topic));
  const own = topics.all.findIndex(({ name }) => name === about);
  const told = own === -1 || [...given, ...read].some(({ topic }) => topic === own) ? [] : statedClaims(text, own, topics);
  const all = [...read, ...given.flatMap((one) => one.own), ...told];
  return label === null ? all : all.map((claim) => ofLabel(claim, label, topics));
}

function ofLabel(claim: Claim, label: string, topics: Topics): Claim {
  const qualifier = claim.qualifier ?? qualifierOf(label, claim.topic, topics);
  return qualifier === claim.qualifier ? claim : { ...claim, qualifier };
}
