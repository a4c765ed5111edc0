/** A text under its label as it stands in the prompt, counted; kept for the next request that has it under the same label. Pure but for a bounded memo. */
import { type KnownText, knownTexts } from "../../text/compare/known-texts.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { Item } from "../candidate.ts";
import { citedText, documentOf, headTokens } from "../render/cited-item.ts";
import { type Framing, itemText } from "../render/documents.ts";

export interface RenderedText {
  readonly text: string;
  readonly tokens: number;
}

type Labelled = Pick<Item, "kind" | "label" | "given">;

/** What stands around a text. */
interface Around extends Framing, Pick<Item, "kind" | "label"> {
  readonly heading: string | null;
  readonly listed: boolean;
}

/** The form it had last; a text mostly keeps its label and its model. */
interface LastForm {
  form: (RenderedText & Around & { readonly counter: TokenCounter }) | null;
}

/** A longer label is not kept. UTF-16 units. */
const LONGEST_LABEL = 200;
/** What a form weighs besides its text, the label twice. */
const FORM_UNITS = 64 + 2 * LONGEST_LABEL;

const lastForm = knownTexts.remember<LastForm>(
  () => ({ form: null }),
  (_, text) => FORM_UNITS + text.length,
);

export interface Form extends Framing {
  readonly counter: TokenCounter;
  /** Whether it stands in a document that the provider can cite. */
  readonly cites: boolean;
}

/** Its text as it stands in the prompt. */
export const formText = (item: Labelled, text: string, form: Omit<Form, "counter">): string =>
  documentOf(item, form) !== null ? citedText(item, text) : itemText(item, text, form);

/** Counted as it is sent: what names a document and its block, or one text. */
export function formOf(item: Labelled, known: KnownText, form: Form): RenderedText {
  const document = documentOf(item, form);
  if (document === null) return renderedText(item, known, form);
  const body = citedText(item, known.text);
  return { text: body, tokens: headTokens(document, form.counter.count) + form.counter.count(body) };
}

/** Counted by `counter`, see `itemText`. */
function renderedText(item: Labelled, known: KnownText, { counter, trust, marker }: Form): RenderedText {
  const { kind, label, given } = item;
  const heading = given.found?.heading ?? null;
  const listed = given.found?.listed ?? false;
  const last = lastForm(known);
  const { form } = last;
  const isAlike = form?.counter === counter && form.marker === marker && form.trust === trust;
  if (isAlike && form.kind === kind && form.label === label && form.heading === heading && form.listed === listed) return form;
  const rendered = itemText(item, known.text, { trust, marker });
  const made = { kind, label, heading, listed, trust, marker, counter, text: rendered, tokens: counter.count(rendered) };
  if (label.length + (heading?.length ?? 0) <= LONGEST_LABEL) last.form = made;
  return made;
}
