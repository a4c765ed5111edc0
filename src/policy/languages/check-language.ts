/** Checks the words of a language file: each says something that can be found, and none stands twice in its list. Pure. */
import { keyOf, readTerm } from "../../text/lexicon/term-syntax.ts";
import { foldWord } from "../../text/words/fold.ts";
import { type Place, problemAt } from "../check/context.ts";
import { termFault } from "../check/terms.ts";
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import type { LanguageYaml } from "../schema/language-file.ts";
import { chainCount, MOST_CHAINS } from "./compile-language.ts";

/** The form in which entries are compared, or what is wrong with one. */
type Form = { readonly key: string } | { readonly fault: string };

export function checkLanguage(reading: FileReading<LanguageYaml>): readonly Problem[] {
  const {
    endings,
    suffixes = [],
    proclitics,
    negation,
    statement,
    restated,
    background,
    common,
    speaker,
    spelt_right,
    time,
    accents_tell: accentsTell = false,
  } = reading.value;
  const letters = { endings, suffixes, proclitics };
  const phrases = { negation, statement, restated, background, common, speaker, spelt_right, time };
  return [
    ...Object.entries(letters).flatMap(([key, entries]) => checkEntries({ reading, path: [key] }, entries, lettersForm)),
    ...tooManyChains(reading, suffixes),
    ...Object.entries(phrases).flatMap(([key, entries]) =>
      checkEntries({ reading, path: [key] }, entries, phraseForm(accentsTell)),
    ),
  ];
}

/** The lists at and below a place. */
function checkEntries({ reading, path }: Place, entries: unknown, formOf: (text: string) => Form): readonly Problem[] {
  if (typeof entries !== "object" || entries === null) return [];
  const seen = new Map<string, string>();
  return Object.entries(entries).flatMap(([key, entry]) => {
    const place = { reading, path: [...path, key] };
    if (typeof entry !== "string") return checkEntries(place, entry, formOf);
    const form = formOf(entry);
    if ("fault" in form) return [problemAt(place, "empty-term", form.fault)];
    const earlier = seen.get(form.key);
    seen.set(form.key, earlier ?? entry);
    return earlier === undefined ? [] : [problemAt(place, "duplicate-term", again(entry, earlier))];
  });
}

function again(entry: string, earlier: string): string {
  const same = entry === earlier ? "" : ` as "${earlier}", which is the same once accents and capitals are set aside`;
  return `"${entry}" stands in this list already${same}; keep one of them`;
}

const phraseForm =
  (accentsTell: boolean) =>
  (text: string): Form => {
    const spellings = readTerm(text);
    return typeof spellings === "string" ? { fault: termFault(text, spellings) } : { key: keyOf(text, spellings, accentsTell) };
  };

/** Of an ending, a suffix or a proclitic: both sides of the sign must have a letter left. */
function lettersForm(text: string): Form {
  const parts = text.split(" > ").map(foldWord);
  if (parts.every((part) => /[\p{L}\p{M}\p{N}]/u.test(part))) return { key: parts.join(" > ") };
  return { fault: `"${text}" has a part without a letter, so it would never match` };
}

function tooManyChains(reading: FileReading<LanguageYaml>, suffixes: LanguageYaml["suffixes"]): readonly Problem[] {
  const count = chainCount(suffixes);
  if (count <= MOST_CHAINS) return [];
  const message = `the groups make ${count} combinations, at most ${MOST_CHAINS} are built; take suffixes or a group away`;
  return [problemAt({ reading, path: ["suffixes"], where: "key" }, "too-large", message)];
}
