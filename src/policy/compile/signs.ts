/** Turns the signs of a policy and the words of their groups into what routing looks for. Pure, but for the last results. */
import { type LanguageRules, NO_RULES } from "../../text/lexicon/inflection.ts";
import { compileLexicon } from "../../text/lexicon/lexicon.ts";
import type { Pattern } from "../../text/lexicon/pattern.ts";
import { signScreen } from "../../text/lexicon/sign-screen.ts";
import { readSign, type SignSpelling } from "../../text/lexicon/sign-syntax.ts";
import type { PlacedGroupWord, PlacedSign } from "../check/placed-signs.ts";
import { FLAG_WEIGHT_MILLI } from "../check/placed-terms.ts";
import type { Sign, Signs } from "../snapshot.ts";
import { lastMade, sameList } from "./last-made.ts";

type SignText = Pick<PlacedSign, "text" | "intent">;
type GroupWord = Pick<PlacedGroupWord, "text" | "group" | "language" | "spellings">;

/** A sign says by itself what a question is about, whatever single words stand in it. */
const SIGN_WEIGHT_MILLI = 3_000;

export const NO_SIGNS: Signs = {
  lexicon: compileLexicon([], () => NO_RULES, []),
  mayStand: () => false,
  byLanguage: new Map(),
};

interface SignWords {
  readonly signs: readonly SignText[];
  readonly words: readonly GroupWord[];
  readonly rules: ReadonlyMap<string, LanguageRules>;
}

const signsOf = lastMade<SignWords, Signs>(
  (before, now) =>
    before.rules === now.rules && sameList(before.signs, now.signs, isSameSign) && sameList(before.words, now.words, isSameWord),
  ({ signs, words, rules }) => {
    const lexicon = compileLexicon(patternsOf(words), (tag) => rules.get(tag) ?? NO_RULES, [...rules.values()]);
    const spelt = signs.map(({ text, intent }) => ({ text, intent, spelling: readSign(text) }));
    const mayStand = signScreen(
      lexicon,
      spelt.map(({ spelling }) => spelling),
    );
    return { lexicon, mayStand, byLanguage: signsByLanguage(spelt, words) };
  },
);

/** A sign is looked for in the languages that have words for all the groups it asks for. */
export const compileSigns = (
  signs: readonly SignText[],
  words: readonly GroupWord[],
  rules: ReadonlyMap<string, LanguageRules>,
): Signs => (signs.length === 0 ? NO_SIGNS : signsOf({ signs, words, rules }));

function* patternsOf(words: readonly GroupWord[]): Generator<Pattern<string>> {
  for (const { spellings, text, language, group } of words) {
    if (typeof spellings === "string") continue;
    yield { spellings, text, asWritten: false, language, loose: true, misspelt: false, payload: group };
  }
}

interface SpeltSign extends SignText {
  readonly spelling: SignSpelling;
}

function signsByLanguage(spelt: readonly SpeltSign[], words: readonly GroupWord[]): Signs["byLanguage"] {
  const groups = new Map<string, Set<string>>();
  for (const { language, group } of words) groups.set(language, (groups.get(language) ?? new Set()).add(group));
  return new Map(
    [...groups].map(([language, own]) => {
      const all = spelt.filter(({ spelling }) => spelling.clusters.every((cluster) => cluster.every((group) => own.has(group))));
      return [language, byFirstGroup(all.map((one) => signOf(one, language)))];
    }),
  );
}

function signOf({ text, intent, spelling }: SpeltSign, language: string): Sign {
  return {
    ...spelling,
    flag: { text, language, intent: null, weightMilli: FLAG_WEIGHT_MILLI },
    evidence: { text, language, intent, weightMilli: SIGN_WEIGHT_MILLI },
  };
}

function byFirstGroup(signs: readonly Sign[]): ReadonlyMap<string, readonly Sign[]> {
  const byGroup = new Map<string, Sign[]>();
  for (const sign of signs) {
    const group = sign.clusters[0]?.[0] ?? "";
    byGroup.set(group, [...(byGroup.get(group) ?? []), sign]);
  }
  return byGroup;
}

const isSameSign = (one: SignText, other: SignText): boolean => one.text === other.text && one.intent === other.intent;

const isSameWord = (one: GroupWord, other: GroupWord): boolean =>
  one.text === other.text && one.group === other.group && one.language === other.language;
