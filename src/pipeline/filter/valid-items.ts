/** Candidates become items: what has no content is invalid, a failed tool stands as its line; with dates and scores. Pure. */
import { cleanText, cleanValue, hidesText, isBlank } from "../../policy/clean-value.ts";
import { type KnownText, knownTexts } from "../../text/compare/known-texts.ts";
import type { Item, ItemFault } from "../candidate.ts";
import { toolText } from "../conversation/tool-result.ts";
import type { Drop } from "../drop.ts";
import { dropInvalid } from "../drops.ts";
import type { Given } from "../given.ts";
import { type Age, scoreItem } from "../score.ts";
import { type Dated, faultsOf, newestOfKey } from "./current.ts";
import { asOfMs, datedOf, undatedOf } from "./moments.ts";
import type { ItemFilterInput, Sifted } from "./sift.ts";

/** A tool result that failed becomes its line; what has nothing visible in it is invalid. Scored here, for the record of the rest. */
export function validItems(seen: readonly Given[], input: ItemFilterInput): Sifted {
  const read = seen.map((given) => contentOf(given, input));
  const dates = seen.map((given) => datedOf(given, input));
  const { outdated, witnesses } = input;
  // What is no content is no version of anything either, and neither is what the memory has replaced.
  const contents = dates.filter(({ id }, at) => isContent(read[at] as Content) && !outdated.has(id));
  const faults = faultsOf(witnesses.length === 0 ? contents : [...contents, ...witnesses], asOfMs(input));
  const faultOf = (id: string): ItemFault | null => outdated.get(id) ?? faults.get(id) ?? null;
  const newest = newestOfKey(contents, faults);
  const context = { ...input, weights: input.policy.weights, halfLifeMs: input.policy.filters.halfLifeMs };
  const dropped: Drop[] = [];
  const items: Item[] = [];
  for (let at = 0; at < seen.length; at += 1) {
    const given = seen[at] as Given;
    const dated = dates[at] as Dated;
    const { known, blank, replaced, whole, hidden } = read[at] as Content;
    const fault = replaced ? null : faultOf(given.id);
    const age = replaced || blank ? UNDATED : ageOf(dated, fault, newest);
    const scoring = scoreItem(given, age, context);
    if (blank) {
      dropped.push(dropInvalid({ given, scoring }));
      continue;
    }
    items.push({
      given,
      kind: given.kind,
      label: cleanLabel(given.label ?? given.id),
      text: known.text,
      known,
      replaced,
      whole,
      copies: NOTHING,
      containedIn: NOTHING,
      near: null,
      abstractIn: NOTHING,
      scoring,
      dated: replaced ? undatedOf(given) : dated,
      fault,
      notes: hidden ? HIDDEN : NOTHING,
    });
  }
  return { items, dropped };
}

const NOTHING: readonly never[] = [];
const HIDDEN: Item["notes"] = ["hidden_removed"];

const PRINTABLE = /^[ -~]*$/;

/** The edge refuses controls in labels; what is drawn as nothing goes here. */
const cleanLabel = (label: string): string => (PRINTABLE.test(label) ? label : cleanValue(label));

interface Content {
  /** As it can stand in a prompt. */
  readonly known: KnownText;
  readonly blank: boolean;
  readonly replaced: boolean;
  readonly whole: boolean;
  readonly hidden: boolean;
}

const isContent = ({ replaced, blank }: Content): boolean => !replaced && !blank;

function contentOf(given: Given, { zone, policy }: ItemFilterInput): Content {
  if (given.kind === "tool_result") {
    const { text, ...ofTool } = toolText({ ...given, zone }, policy.toolRules);
    return { ...ofTool, known: knownTexts.find(text), blank: isBlank(text) };
  }
  const plain = plainText(knownTexts.find(given.text));
  return plain.known === null ? { ...plain, known: knownTexts.find(plain.clean) } : (plain as Content);
}

/** A text that nothing had to be taken out of is its own content; what is left of another is found by itself. */
const plainText = knownTexts.remember(
  (known) => {
    const clean = cleanText(known.text);
    const flags = { blank: isBlank(clean), replaced: false, whole: false, hidden: hidesText(known.text) };
    return clean === known.text ? { known, clean: known.text, ...flags } : { known: null, clean, ...flags };
  },
  ({ known, clean }) => PLAIN_UNITS + (known === null ? clean.length : 0),
);
const PLAIN_UNITS = 32;

const UNDATED: Age = { current: false, publishedAtMs: null };

/** What the dates of a content say: a date is its first instant in the person's zone. */
function ageOf(dated: Dated, fault: ItemFault | null, newest: ReadonlySet<string>): Age {
  const hasDates = dated.effectiveFromMs !== null || dated.effectiveToMs !== null;
  const versioned = dated.version !== null && newest.has(dated.id);
  return { current: fault === null && (hasDates || versioned), publishedAtMs: dated.publishedAtMs };
}
