/** What a plain text has to be. Pure. */
import type { TextPrompt } from "../records/prompt.ts";
import { collectFaults, type Fault, hasText, isOutputCap } from "./faults.ts";

export function textFaults({ text, max_output_tokens: cap }: TextPrompt["payload"]): readonly Fault[] {
  const { demand, found } = collectFaults();
  demand(hasText(text), "/text", "the text is not blank");
  demand(isOutputCap(cap), "/max_output_tokens", "the output cap is at least 1");
  return found;
}
