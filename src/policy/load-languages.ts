/** Reads the language files that ship with the service. IO. */
import { readdir, readFile } from "node:fs/promises";
import { compileLanguage } from "./compile-language.ts";
import { expandEnvironment } from "./environment.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { Problem } from "./problem.ts";
import { readShape } from "./read-shape.ts";
import { LanguageYaml } from "./schema/language-file.ts";
import type { LanguageFile } from "./snapshot.ts";

/** Beside the code, in `src` as in `dist`. */
const FOLDER = new URL("../text/languages/", import.meta.url);

export interface Languages {
  readonly languages: ReadonlyMap<string, LanguageFile>;
  /** The exact texts by file, as problems name it: `languages/en.yaml`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** All languages by tag. */
export async function loadLanguages(): Promise<Languages> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml")).sort();
  const texts = await Promise.all(
    names.map(async (name) => [`languages/${name}`, await readFile(new URL(name, FOLDER), "utf8")] as const),
  );
  const read = texts.map(([file, text]) => readLanguage(file, text));
  return {
    languages: new Map(read.flatMap(({ language }) => (language === null ? [] : [[language.language, language] as const]))),
    texts: new Map(texts),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** One language file. Pure. */
export function readLanguage(
  file: string,
  text: string,
): { readonly language: LanguageFile | null; readonly problems: readonly Problem[] } {
  const { yaml, problems } = parseYaml(text, file);
  if (yaml === null) return { language: null, problems };
  const expanded = expandEnvironment(yaml, null);
  const reading = readShape<LanguageYaml>({ schema: LanguageYaml, expanded, isSecret: () => false });
  const all = [...problems, ...reading.problems];
  return { language: all.length > 0 ? null : compileLanguage(reading.value as LanguageYaml), problems: all };
}
