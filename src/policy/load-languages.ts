/** Reads the language files that ship with the service. IO. */
import { readdir, readFile } from "node:fs/promises";
import { type LanguageRules, NO_RULES } from "../text/inflection.ts";
import { compileLexicon } from "../text/lexicon.ts";
import { compileRules, cuesOf } from "./compile-language.ts";
import { expandEnvironment } from "./environment.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { Problem } from "./problem.ts";
import { readShape } from "./read-shape.ts";
import { LanguageYaml } from "./schema/language-file.ts";
import type { Languages } from "./snapshot.ts";

/** Beside the code, in `src` as in `dist`. */
const FOLDER = new URL("../text/languages/", import.meta.url);

export interface LoadedLanguages {
  readonly languages: Languages;
  /** The exact texts by file, as problems name it: `languages/en.yaml`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

// They are part of the service, so they are read once, whatever the number of policies.
let shipped: Promise<LoadedLanguages> | undefined;

/** The languages that ship with the service. */
export function loadLanguages(): Promise<LoadedLanguages> {
  shipped ??= readShipped();
  return shipped;
}

async function readShipped(): Promise<LoadedLanguages> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml")).sort();
  const texts = await Promise.all(
    names.map(async (name) => [`languages/${name}`, await readFile(new URL(name, FOLDER), "utf8")] as const),
  );
  const read = texts.map(([file, text]) => readLanguage(file, text));
  return {
    languages: compileLanguages(read.flatMap(({ language }) => language ?? [])),
    texts: new Map(texts),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** One language file. Pure. */
export function readLanguage(
  file: string,
  text: string,
): { readonly language: LanguageYaml | null; readonly problems: readonly Problem[] } {
  const { yaml, problems } = parseYaml(text, file);
  if (yaml === null) return { language: null, problems };
  const expanded = expandEnvironment(yaml, null);
  const reading = readShape<LanguageYaml>({ schema: LanguageYaml, expanded, isSecret: () => false });
  const all = [...problems, ...reading.problems];
  return { language: all.length > 0 ? null : (reading.value as LanguageYaml), problems: all };
}

/** Languages of one tag count as one. Pure. */
export function compileLanguages(languages: readonly LanguageYaml[]): Languages {
  const rules = new Map(languages.map((language) => [language.language, compileRules(language)] as const));
  const rulesOf = (language: string): LanguageRules => rules.get(language) ?? NO_RULES;
  return { rules, lexicon: compileLexicon(languages.flatMap(cuesOf), rulesOf, [...rules.values()]) };
}
