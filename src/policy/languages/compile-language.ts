/** A language file in its compiled form: rules of inflection, and the patterns of its words. Pure. */
import type { Cue, Shade, Side, TimeCue } from "../../text/lexicon/cues.ts";
import { UNITS } from "../../text/lexicon/cues.ts";
import type { LanguageRules, MeasureWords } from "../../text/lexicon/inflection.ts";
import { localeCues } from "../../text/lexicon/locale-times.ts";
import type { Pattern } from "../../text/lexicon/pattern.ts";
import { readTerm } from "../../text/lexicon/term-syntax.ts";
import { STATEMENT_CUES, type StatementCue } from "../../text/values/statement-cue.ts";
import { foldWord } from "../../text/words/fold.ts";
import { HORIZON_WORDS, type LanguageYaml } from "../schema/language-file.ts";

/** More combinations of suffixes than any language writes; a file with more is refused. */
export const MOST_CHAINS = 20_000;

/** How many ways there are to take at most one suffix of each group. */
export const chainCount = (groups: readonly (readonly string[])[]): number =>
  groups.reduce((count, group) => count * (group.length + 1), 1);

export function compileRules(file: LanguageYaml): LanguageRules {
  const { language, endings, suffixes, time, ...rest } = file;
  const byOwn = new Map<string, Set<string>>([["", new Set([""])]]);
  for (const ending of endings) {
    const [strip = "", own = ""] = ending.split(" > ").map(foldWord);
    const known = byOwn.get(own) ?? new Set<string>();
    byOwn.set(own, known.add(strip));
  }
  const { doubling, shortest_stem: shortestStem, compounds } = rest;
  return {
    language,
    endings: byOwn,
    chains: chainsOf(suffixes),
    doubling,
    shortestStem,
    compounds,
    proclitics: rest.proclitics.map(foldWord),
    measures: measuresOf(time),
    statements: statementsOf(file),
    restated: file.restated,
    knowsSpeaker: file.speaker.length > 0,
    accentsTell: file.accents_tell,
    syllabic: file.syllabic,
  };
}

/** Units with a length that can be compared; a weekend has none. */
const MEASURED = ["day", "week", "month", "quarter", "year"] as const;

function measuresOf({ units, numbers, vague }: LanguageYaml["time"]): MeasureWords {
  const inexact = new Set(vague);
  return {
    units: MEASURED.flatMap((unit) => (units[unit] ?? []).map((word) => [word, unit] as const)),
    numbers: Object.entries(numbers).flatMap(([number, words]) =>
      words.filter((word) => !inexact.has(word)).map((word) => [word, Number(number)] as const),
    ),
  };
}

/** `negation.exclude_after` is not among them: "metric is fine" says metric. */
function statementsOf({ negation, statement, common }: LanguageYaml): LanguageRules["statements"] {
  const { exception: _exception, ...beside } = statement;
  const byCue: Readonly<Record<StatementCue, readonly string[]>> = {
    ...beside,
    denied: [...negation.plain, ...negation.before],
    denies_before: negation.after,
    denies_next: [],
    set_aside: negation.exclude,
    common,
  };
  return STATEMENT_CUES.flatMap((cue) => byCue[cue].map((phrase) => [phrase, cue] as const));
}

/** Every way to take at most one of each group, in order; the empty one among them. */
function chainsOf(groups: readonly (readonly string[])[]): ReadonlySet<string> {
  let chains = [""];
  for (const group of groups) {
    const folded = group.map(foldWord);
    chains = [...chains, ...chains.flatMap((chain) => folded.map((suffix) => chain + suffix))];
  }
  return new Set(chains);
}

/** The words of a language with what they stand for; those of the platform's locale data among them. */
export function cuesOf({
  language,
  negation,
  background,
  common,
  speaker,
  spelt_right: spelt,
  time,
}: LanguageYaml): readonly Pattern<Cue>[] {
  const shaded = (phrases: readonly string[], side: Side, shade: Shade) =>
    phrases.map((phrase) => [phrase, { kind: "shade", side, shade }] as const);
  const cues: (readonly [string, Cue])[] = [
    ...shaded(negation.before, "before", "negated"),
    ...shaded(negation.after, "after", "negated"),
    ...shaded(negation.exclude, "before", "excluded"),
    ...shaded(negation.exclude_after, "after", "excluded"),
    ...shaded(background.before, "before", "background"),
    ...shaded(background.after, "after", "background"),
    ...timeCues(time),
  ];
  const fromLocale = localeCues(language, time.month_cues.length === 0);
  const words = (kind: "common" | "speaker" | "only" | "spelt", list: readonly string[]) =>
    list.map((word) => [word, { kind }] as const);
  const asWritten = [
    ...words("common", common),
    ...words("speaker", speaker),
    ...words("only", negation.only),
    ...words("spelt", spelt),
    ...fromLocale,
  ];
  const patterns: Pattern<Cue>[] = [];
  for (const cue of cues) addPattern(patterns, language, cue, { asWritten: false });
  for (const cue of asWritten) addPattern(patterns, language, cue, { asWritten: true });
  return patterns;
}

/** Cues in which typing errors are looked for: a wrong day or circumstance costs less than a denial that nobody wrote. */
const MISSPELT: ReadonlySet<Cue["kind"]> = new Set(["day", "span", "unit", "relative", "weekday", "month", "phrase"]);
const isMisspelt = (cue: Cue): boolean => MISSPELT.has(cue.kind) || (cue.kind === "shade" && cue.shade === "background");

function addPattern(
  patterns: Pattern<Cue>[],
  language: string,
  [phrase, payload]: readonly [string, Cue],
  { asWritten }: Pick<Pattern<Cue>, "asWritten">,
): void {
  const spellings = readTerm(phrase);
  if (typeof spellings === "string") return;
  patterns.push({ spellings, text: phrase, asWritten, language, loose: false, misspelt: isMisspelt(payload), payload });
}

function timeCues(time: LanguageYaml["time"]): readonly (readonly [string, TimeCue])[] {
  const alone = time.month_cues.length === 0;
  const each = (phrases: readonly string[] | undefined, cue: TimeCue) => (phrases ?? []).map((phrase) => [phrase, cue] as const);
  const numbered = (byNumber: Readonly<Record<string, readonly string[]>>, cue: (number: number) => TimeCue) =>
    Object.entries(byNumber).flatMap(([number, phrases]) => each(phrases, cue(Number(number))));
  const ahead = (phrases: readonly string[], side: Side) =>
    phrases.flatMap((phrase) => each([phrase], { kind: "ahead", side, bare: phrase.includes(" ") }));
  return [
    ...numbered(time.days, (offset) => ({ kind: "day", offset })),
    ...UNITS.flatMap((unit) => each(time.units[unit], { kind: "unit", unit })),
    ...numbered(time.relative, (offset) => ({ kind: "relative", side: "before", offset })),
    ...numbered(time.relative_after, (offset) => ({ kind: "relative", side: "after", offset })),
    ...numbered(time.weekdays, (weekday) => ({ kind: "weekday", weekday })),
    ...numbered(time.months, (month) => ({ kind: "month", month, alone })),
    ...numbered(time.numbers, (value) => ({ kind: "number", value })),
    ...ahead(time.ahead, "before"),
    ...ahead(time.ahead_after, "after"),
    ...each(time.ago_before, { kind: "ago", side: "before" }),
    ...each(time.ago, { kind: "ago", side: "after" }),
    ...each(time.month_cues, { kind: "month_cue" }),
    ...HORIZON_WORDS.flatMap((horizon) => each(time.phrases[horizon], { kind: "phrase", horizon })),
  ];
}
