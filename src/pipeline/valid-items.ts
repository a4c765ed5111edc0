/** Candidates become items: what has no content is invalid, a failed tool stands as its line; with dates and scores. Pure. */
import { cleanText, isBlank } from "../policy/clean-value.ts";
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
  const texts = seen.map((given) => ({ given, dated: datedOf(given, input), ...textOf(given, input) }));
  // What is no content is no version of anything either.
  const contents = texts.filter(({ blank, replaced }) => !replaced && !blank).map(({ dated }) => dated);
  const faults = faultsOf(contents, asOfMs(input));
  const ages = agesOf(contents, faults);
  const context = { ...input, weights: input.policy.weights, halfLifeMs: input.policy.filters.halfLifeMs };
  const dropped: Dropped[] = [];
  const items = texts.flatMap(({ given, dated, text, blank, replaced, whole }): readonly Item[] => {
    const scoring = scoreItem(given, ages.get(given.id) ?? UNDATED, context);
    if (blank) {
      dropped.push(dropOf(given, scoring.score, "invalid", {}));
      return [];
    }
    const label = given.label ?? given.id;
    const own = replaced ? undatedOf(given) : dated;
    const fault = replaced ? null : (faults.get(given.id) ?? null);
    return [
      {
        given,
        kind: given.kind,
        label,
        text,
        replaced,
        whole,
        merged: [],
        containedIn: [],
        scoring,
        dated: own,
        fault,
        notes: [],
      },
    ];
  });
  return { items, dropped };
}

function textOf(given: Given, { zone, policy }: ItemFilterInput) {
  if (given.kind !== "tool_result") return plainText(given.text);
  const ofTool = toolText({ ...given, zone }, policy.toolRules);
  return { ...ofTool, blank: isBlank(ofTool.text) };
}

/** A text as it can stand in a prompt: the very string that was read where nothing of it had to go. */
const plainText = knownTexts.remember(
  (text) => {
    const clean = cleanText(text);
    return { text: clean === text ? text : clean, blank: isBlank(clean), replaced: false, whole: false };
  },
  ({ text: clean }, text) => PLAIN_UNITS + (clean === text ? 0 : clean.length),
);
const PLAIN_UNITS = 32;

const UNDATED: Age = { current: false, publishedAtMs: null };

/** What dates say of each: a date is its first instant in the person's zone. */
function agesOf(dated: readonly Dated[], faults: ReadonlyMap<string, CurrencyFault>): ReadonlyMap<string, Age> {
  const newest = newestOfKey(dated, faults);
  return new Map(
    dated.map((one) => {
      const hasDates = one.effectiveFromMs !== null || one.effectiveToMs !== null;
      const versioned = one.version !== null && newest.has(one.id);
      return [one.id, { current: !faults.has(one.id) && (hasDates || versioned), publishedAtMs: one.publishedAtMs }];
    }),
  );
}
