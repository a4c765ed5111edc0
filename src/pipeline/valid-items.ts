/** Candidates become items: what has no content is invalid, a failed tool stands as its line; with dates and scores. Pure. */
import { cleanText, cleanValue, hidesText, isBlank } from "../policy/clean-value.ts";
import { knownTexts } from "../text/known-texts.ts";
import type { Item } from "./candidate.ts";
import { type CurrencyFault, type Dated, faultsOf, newestOfKey } from "./current.ts";
import type { Given } from "./given.ts";
import { asOfMs, datedOf, undatedOf } from "./moments.ts";
import type { Dropped } from "./records.ts";
import { type Age, scoreItem } from "./score.ts";
import { dropOf, type ItemFilterInput, type Sifted } from "./sift.ts";
import { toolText } from "./tool-result.ts";

/** A tool result that failed becomes its line; what has nothing visible in it is invalid. Scored here, for the record of the rest. */
export function validItems(seen: readonly Given[], input: ItemFilterInput): Sifted {
  const read = seen.map((given) => contentOf(given, input));
  const dates = seen.map((given) => datedOf(given, input));
  const { outdated, witnesses } = input;
  // What is no content is no version of anything either, and neither is what the memory has replaced.
  const contents = dates.filter(({ id }, at) => isContent(read[at] as Content) && !outdated.has(id));
  const faults = faultsOf(witnesses.length === 0 ? contents : [...contents, ...witnesses], asOfMs(input));
  const faultOf = (id: string): CurrencyFault | null => {
    const by = outdated.get(id);
    return by === undefined ? (faults.get(id) ?? null) : { reason: "superseded", by };
  };
  const newest = newestOfKey(contents, faults);
  const context = { ...input, weights: input.policy.weights, halfLifeMs: input.policy.filters.halfLifeMs };
  const dropped: Dropped[] = [];
  const items: Item[] = [];
  for (let at = 0; at < seen.length; at += 1) {
    const given = seen[at] as Given;
    const dated = dates[at] as Dated;
    const { text, blank, replaced, whole, hidden } = read[at] as Content;
    const fault = replaced ? null : faultOf(given.id);
    const age = replaced || blank ? UNDATED : ageOf(dated, fault, newest);
    const scoring = scoreItem(given, age, context);
    if (blank) {
      dropped.push(dropOf(given, scoring.score, "invalid", {}));
      continue;
    }
    items.push({
      given,
      kind: given.kind,
      label: cleanLabel(given.label ?? given.id),
      text,
      replaced,
      whole,
      merged: NOTHING,
      containedIn: NOTHING,
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

type Content = ReturnType<typeof contentOf>;

const isContent = ({ replaced, blank }: Content): boolean => !replaced && !blank;

function contentOf(given: Given, { zone, policy }: ItemFilterInput) {
  if (given.kind !== "tool_result") return plainText(given.text);
  const ofTool = toolText({ ...given, zone }, policy.toolRules);
  return { ...ofTool, blank: isBlank(ofTool.text) };
}

/** A text as it can stand in a prompt: the very string that was read where nothing of it had to go. */
const plainText = knownTexts.remember(
  (text) => {
    const clean = cleanText(text);
    return { text: clean === text ? text : clean, blank: isBlank(clean), replaced: false, whole: false, hidden: hidesText(text) };
  },
  ({ text: clean }, text) => PLAIN_UNITS + (clean === text ? 0 : clean.length),
);
const PLAIN_UNITS = 32;

const UNDATED: Age = { current: false, publishedAtMs: null };

/** What the dates of a content say: a date is its first instant in the person's zone. */
function ageOf(dated: Dated, fault: CurrencyFault | null, newest: ReadonlySet<string>): Age {
  const hasDates = dated.effectiveFromMs !== null || dated.effectiveToMs !== null;
  const versioned = dated.version !== null && newest.has(dated.id);
  return { current: fault === null && (hasDates || versioned), publishedAtMs: dated.publishedAtMs };
}
