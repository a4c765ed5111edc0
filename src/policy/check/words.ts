/** Checks the expert's files about words and time: vocabulary, scopes, safety, tests. Pure. */
import { textsOf } from "../localized.ts";
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import { ACTIONS } from "../schema/scopes-file.ts";
import type { TestFile } from "../schema/test-file.ts";
import type { WordsFile } from "../schema/words-file.ts";
import { type CheckContext, lineOf, type Names, type Place, problemAt, unknownName } from "./context.ts";
import { checkTerms, checkWeights } from "./terms.ts";
import { fixedTextFaults, languageFaults } from "./texts.ts";

/** The terms of all files, the red flags among them. */
export function checkVocabulary(context: CheckContext): readonly Problem[] {
  const { reading, intents } = context;
  const file = reading.files.vocabulary;
  return [
    ...Object.entries(file.value.intents ?? {}).flatMap(([intent, { terms }]) => {
      const path = ["intents", intent];
      return [
        ...unknownName({ reading: file, path, where: "key" }, "intent", intent, intents),
        ...Object.entries(terms).flatMap(([language, weights]) =>
          checkWeights({ reading: file, path: [...path, "terms", language] }, weights, "any"),
        ),
      ];
    }),
    ...reading.words.flatMap((words) => checkWordsFile(words, context)),
    ...checkTerms(reading),
  ];
}

const QUESTION_LISTS = ["examples", "counterexamples"] as const;

function checkWordsFile(reading: FileReading<WordsFile>, { intents, reading: policy }: CheckContext): readonly Problem[] {
  const { value, file } = reading;
  const named = /([^/]+)\.yaml$/.exec(file)?.[1];
  const place = (...path: readonly PropertyKey[]): Place => ({ reading, path, where: "key" });
  const misnamed = value.language !== undefined && value.language !== named;
  const flagged = value.red_flags !== undefined && policy.files.safety.value.red_flags === undefined;
  return [
    ...(misnamed
      ? [
          problemAt(
            { reading, path: ["language"] },
            "name-taken",
            `the file is named after "${named}"; expected that language here`,
          ),
        ]
      : []),
    ...(flagged
      ? [problemAt(place("red_flags"), "missing-key", "safety.yaml has no red_flags, so nothing says what these do")]
      : []),
    ...Object.entries(value.intents ?? {}).flatMap(([intent, weights]) => [
      ...unknownName(place("intents", intent), "intent", intent, intents),
      ...checkWeights({ reading, path: ["intents", intent] }, weights, "any"),
    ]),
    ...QUESTION_LISTS.flatMap((list) =>
      Object.keys(value[list] ?? {}).flatMap((intent) => unknownName(place(list, intent), "intent", intent, intents)),
    ),
  ];
}

export function checkScopes({ reading, listed }: CheckContext): readonly Problem[] {
  const file = reading.files.scopes;
  const problems: Problem[] = [];
  const horizons = new Map<string, string>();
  for (const [scope, { horizon, modifiers }] of Object.entries(file.value.scopes ?? {})) {
    const path = ["scopes", scope];
    const earlier = horizons.get(horizon);
    if (earlier === undefined) horizons.set(horizon, scope);
    else {
      const message = `"${earlier}" (line ${lineOf(file, ["scopes", earlier])}) has the horizon ${horizon} already; each horizon has one scope`;
      problems.push(problemAt({ reading: file, path: [...path, "horizon"] }, "same-horizon", message));
    }
    const seen = new Map<string, number>();
    for (const [index, modifier] of modifiers.entries()) {
      for (const action of ACTIONS) {
        const piece = modifier[action];
        if (piece === undefined) continue;
        const place = { reading: file, path: [...path, "modifiers", index, action] };
        problems.push(...unknownName(place, "piece", piece, listed), ...twice(place, piece, seen.get(piece)));
        seen.set(piece, seen.get(piece) ?? lineOf(file, place.path));
      }
    }
  }
  return problems;
}

function twice(place: Place, piece: string, line: number | undefined): readonly Problem[] {
  if (line === undefined) return [];
  return [problemAt(place, "listed-twice", `"${piece}" is changed by this scope already (line ${line}); one change is the most`)];
}

export function checkSafety(context: CheckContext): readonly Problem[] {
  const { reading, pieces } = context;
  const file = reading.files.safety;
  const { rules = [], red_flags: flags } = file.value;
  const ruleFaults = rules.flatMap((rule, index) => fixedTextFaults({ reading: file, path: ["rules", index] }, rule));
  if (flags === undefined) return ruleFaults;
  return [
    ...ruleFaults,
    ...languageFaults({ reading: file, path: ["red_flags", "rule"] }, flags.rule, context),
    ...textsOf(flags.rule).flatMap(({ text, path }) =>
      fixedTextFaults({ reading: file, path: ["red_flags", "rule", ...path] }, text),
    ),
    ...Object.entries(flags.terms).flatMap(([language, weights]) =>
      checkWeights({ reading: file, path: ["red_flags", "terms", language] }, weights, "positive"),
    ),
    ...flags.keep.flatMap((piece, index) => {
      const place = { reading: file, path: ["red_flags", "keep", index] };
      const line = flags.keep.indexOf(piece) < index ? lineOf(file, ["red_flags", "keep", flags.keep.indexOf(piece)]) : null;
      const again = line === null ? [] : [problemAt(place, "listed-twice", `"${piece}" stands here already (line ${line})`)];
      return [...unknownName(place, "piece", piece, pieces), ...again];
    }),
  ];
}

const PIECE_LISTS = ["primary", "included", "withheld", "missing", "dropped"] as const;

export function checkTests(context: CheckContext): readonly Problem[] {
  return context.reading.tests.flatMap((file) =>
    (file.value.tests ?? []).flatMap((test, index) => checkTest(file, index, test, context)),
  );
}

function checkTest(
  reading: FileReading<TestFile>,
  index: number,
  { plan, expect }: TestFile["tests"][number],
  { listed, intents, scopes, plans }: CheckContext,
): readonly Problem[] {
  const path = ["tests", index];
  const one = (member: "intent" | "scope", name: string | null | undefined, known: Names): readonly Problem[] =>
    name === undefined || name === null ? [] : unknownName({ reading, path: [...path, "expect", member] }, member, name, known);
  type List = (typeof PIECE_LISTS)[number] | "contenders" | "scopes";
  const many = (list: List, what: "piece" | "intent" | "scope", known: Names): readonly Problem[] =>
    (expect[list] ?? []).flatMap((name, item) =>
      unknownName({ reading, path: [...path, "expect", list, item] }, what, name, known),
    );
  return [
    ...(plan === undefined ? [] : unknownName({ reading, path: [...path, "plan"] }, "plan", plan, plans)),
    ...one("intent", expect.intent, intents),
    ...one("scope", expect.scope, scopes),
    ...PIECE_LISTS.flatMap((list) => many(list, "piece", listed)),
    ...many("contenders", "intent", intents),
    ...many("scopes", "scope", scopes),
  ];
}
