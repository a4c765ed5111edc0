/** What the pipeline needs of a tokenizer. Pure. */
export interface TokenCounter {
  /** The encoding's name, for the manifest. */
  readonly encoding: string;
  /** False where the model has no public tokenizer and the count is an estimate. */
  readonly exact: boolean;
  /** Tokens of `text`; control strings count as plain text; never throws. */
  count(text: string): number;
}
