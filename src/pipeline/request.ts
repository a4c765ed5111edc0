/** What one assembly is asked to do, after the edge has validated it. Pure types. */
import type { Assigned } from "../policy/rules/experiments.ts";
import type { Format } from "../policy/schema/policy-file.ts";
import type { Model, Policy } from "../policy/snapshot.ts";
import type { DeclaredTokens, GivenItems, Moment } from "./given.ts";

export interface AssemblyRequest {
  readonly policy: Policy;
  readonly subject: string;
  readonly question: string;
  readonly plan: string | null;
  /** BCP 47; the caller's, else the policy's. */
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  /** Skips classification; the caller's word. */
  readonly intent: string | null;
  readonly conversation: string | null;
  readonly model: Model;
  readonly format: Format;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Which versions are current; null: those at `atMs`. */
  readonly asOf: Moment | null;
  readonly items: GivenItems;
  /** Null unless the policy trusts declared counts. */
  readonly declared: DeclaredTokens | null;
  /** A model's answer to an uncertain question, where one was asked; a name that is not allowed changes nothing. */
  readonly verdict: string | null;
  /** What was learnt of the model's estimates until now, in thousandths; 1,000 where they are exact or nothing is known. */
  readonly learntMilli: number;
  /** Of each experiment the variant that `policy` was made with, in the order of the policy. */
  readonly variants: readonly Assigned[];
}
