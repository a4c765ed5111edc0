/** What a prompt takes of its window, block by block, as it leaves the pipeline. Pure types. */
import type { BlockName } from "../../policy/schema/policy-file.ts";

export interface BlockRecord {
  readonly block: BlockName;
  /** Percent, where the policy gives shares. */
  readonly share: number | null;
  readonly limit: number | null;
  readonly used: number;
  /** Tokens taken over from other blocks' unused shares. */
  readonly borrowed: number;
  /** Tokens of the own share that went to other blocks. */
  readonly lent: number;
}

export interface BudgetRecord {
  readonly window: number;
  readonly reserve: number;
  readonly limit: number;
  readonly used: number;
  readonly exact: boolean;
  /** Only where the model has no public tokenizer: `used` is a high bound then. */
  readonly estimate?: {
    /** What the count of another encoding was multiplied with, as stated for the model. */
    readonly margin: number;
    /** What that was multiplied with in turn, learnt from posted usage; 1 where nothing is known yet. */
    readonly learnt_ratio: number;
    /** The low bound of `used`. */
    readonly least: number;
  };
  readonly blocks: readonly BlockRecord[];
  /** What is in the prompt beside the included items: with their tokens it sums to `used`. */
  readonly overhead: {
    readonly messages: number;
    readonly facts_heading: number;
    readonly documents_heading: number;
    readonly documents_list: number;
    readonly notes_heading: number;
    readonly not_known: number;
    readonly none_found: number;
    readonly restated_question: number;
    readonly disagreements: number;
  };
  /** The plan's allowance of secondary facts, where the request names a plan. */
  readonly plan: { readonly name: string; readonly secondary_tokens: number; readonly used: number } | null;
}
