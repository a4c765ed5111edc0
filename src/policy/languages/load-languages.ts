/** Reads the language files: those that ship with the service, and those of a policies' folder. IO. */

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { type LanguageRules, NO_RULES } from "../../text/lexicon/inflection.ts";
import type { Languages } from "../../text/lexicon/known-languages.ts";
import { compileLexicon } from "../../text/lexicon/lexicon.ts";
import { accentsOf } from "../../text/words/accents.ts";
import type { Problem } from "../problem.ts";
import { expandEnvironment } from "../read/environment.ts";
import { type FileReading, readShape } from "../read/read-shape.ts";
import { LanguageYaml } from "../schema/language-file.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { checkLanguage } from "./check-language.ts";
import { compileRules, cuesOf } from "./compile-language.ts";
import { negatorsOf, stayWordsOf } from "./negators.ts";

const FOLDER = new URL("../../text/languages/", import.meta.url);
/** What the build makes of that folder: reading 26 YAML files takes half a second of every start. */
const BUILT = new URL("languages.json", import.meta.url);

export interface LoadedLanguages {
  readonly languages: Languages;
  /** The exact texts by file, as problems name it: `languages/en.yaml`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** The languages of a policies' folder of its own, by file: `policies/languages/nb.yaml` to exact text. */
export type OwnLanguages = ReadonlyMap<string, string>;

/** A language file, with its exact text. */
export interface ReadLanguage {
  readonly file: string;
  readonly text: string;
  readonly language: LanguageYaml | null;
  readonly problems: readonly Problem[];
}

const NONE: OwnLanguages = new Map();

// They are part of the service, so they are read and compiled once, whatever the number of policies.
let shipped: Promise<readonly ReadLanguage[]> | undefined;
let shippedAlone: Promise<LoadedLanguages> | undefined;

/**
 * The languages that ship with the service; one of the same tag in `own` stands in its place, others are added. With `alone`
 * only those in `own`.
 */
export async function loadLanguages(own: OwnLanguages = NONE, alone = false): Promise<LoadedLanguages> {
  shipped ??= readShipped();
  shippedAlone ??= shipped.then(loadedOf);
  if (own.size === 0) return shippedAlone;
  const read = [...own].map(([file, text]): ReadLanguage => ({ file, text, ...readLanguage(file, text) }));
  const replaced = new Set(read.flatMap(({ language }) => language?.language ?? []));
  const others = alone ? [] : (await shipped).filter(({ language }) => !replaced.has(language?.language ?? ""));
  return loadedOf([...others, ...read]);
}

/** In `src` there are the files alone, in `dist` what the build made of them alone. */
async function readShipped(): Promise<readonly ReadLanguage[]> {
  const built = existsSync(BUILT) ? await readFile(BUILT, "utf8") : null;
  return built === null ? readLanguageFolder(FOLDER) : (JSON.parse(built) as ReadLanguage[]);
}

/** All language files of a folder, by name. */
export async function readLanguageFolder(folder: URL): Promise<readonly ReadLanguage[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      const file = `languages/${name}`;
      return { file, text, ...readLanguage(file, text) };
    }),
  );
}

const loadedOf = (read: readonly ReadLanguage[]): LoadedLanguages => ({
  languages: compileLanguages(read.flatMap(({ language }) => language ?? [])),
  texts: new Map(read.map(({ file, text }) => [file, text])),
  problems: read.flatMap(({ problems }) => problems),
});

/** One language file. Pure. */
export function readLanguage(
  file: string,
  text: string,
): { readonly language: LanguageYaml | null; readonly problems: readonly Problem[] } {
  const { yaml, problems } = parseYaml(text, file);
  if (yaml === null) return { language: null, problems };
  const expanded = expandEnvironment(yaml, null);
  const reading = readShape<LanguageYaml>({ schema: LanguageYaml, expanded, isSecret: () => false });
  const all = [...problems, ...reading.problems, ...misnamed(file, reading), ...checkLanguage(reading)];
  return { language: all.length > 0 ? null : (reading.value as LanguageYaml), problems: all };
}

/** Two files of one language would hide each other, so each bears its language's name. */
function misnamed(file: string, { value, at }: FileReading<LanguageYaml>): readonly Problem[] {
  const { language } = value;
  if (language === undefined || file.endsWith(`/${language}.yaml`)) return [];
  const message = `expected the language that the file is named after, or the name ${language}.yaml`;
  return [{ file, ...at(["language"]), code: "name-taken", message }];
}

const ownAccentsOf = (languages: readonly LanguageYaml[]): Languages["accents"] =>
  languages.flatMap(({ language, own_accents: letters }) => {
    const own = accentsOf(letters);
    return own === "" ? [] : [{ language, own }];
  });

/** Languages of one tag count as one. Pure. */
export function compileLanguages(languages: readonly LanguageYaml[]): Languages {
  const rules = new Map(languages.map((language) => [language.language, compileRules(language)] as const));
  const rulesOf = (language: string): LanguageRules => rules.get(language) ?? NO_RULES;
  const lexicon = compileLexicon(languages.flatMap(cuesOf), rulesOf, [...rules.values()]);
  return { rules, lexicon, accents: ownAccentsOf(languages), negators: negatorsOf(languages), stays: stayWordsOf(languages) };
}
