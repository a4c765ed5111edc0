/** A text under its label as it stands in the prompt, counted; kept for the next request that has it under the same label. Pure but for a bounded memo. */
import { knownTexts } from "../text/known-texts.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { GivenKind } from "./given.ts";
import { blockText } from "./render/lines.ts";

export interface RenderedText {
  readonly text: string;
  readonly tokens: number;
}

interface Labelled {
  readonly kind: GivenKind;
  readonly label: string;
  readonly text: string;
}

/** The form it had last; a text mostly keeps its label and its model. */
interface LastForm {
  form: (RenderedText & Pick<Labelled, "kind" | "label"> & { readonly counter: TokenCounter }) | null;
}

/** A longer label is not kept. UTF-16 units. */
const LONGEST_LABEL = 200;
/** What a form weighs besides its text, the label twice. */
const FORM_UNITS = 64 + 2 * LONGEST_LABEL;

const lastForm = knownTexts.remember<LastForm>(
  () => ({ form: null }),
  (_, text) => FORM_UNITS + text.length,
);

/** Counted by `counter`, see `blockText`. */
export function renderedText({ kind, label, text }: Labelled, counter: TokenCounter): RenderedText {
  const last = lastForm(text);
  const { form } = last;
  if (form !== null && form.counter === counter && form.kind === kind && form.label === label) return form;
  const rendered = blockText(kind, label, text);
  const made = { kind, label, counter, text: rendered, tokens: counter.count(rendered) };
  if (label.length <= LONGEST_LABEL) last.form = made;
  return made;
}
