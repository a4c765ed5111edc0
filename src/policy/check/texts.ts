/** Checks the policy's own texts: no braces where nothing is filled in, known names where something is. Pure. */
import { type CompiledTemplate, compileTemplate } from "../line-template.ts";
import { hasLanguage } from "../localized.ts";
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { LocalizedText } from "../schema/common.ts";
import { type CheckContext, type Place, problemAt } from "./context.ts";

const BRACES = /\{\{|\}\}|\{%|%\}/;
const NOTHING_FILLED_IN = "nothing is filled in here, so {{ }} and {% %} would stand in the prompt as they are; take them away";

/** A text that stands in the prompt as it is. */
export function fixedTextFaults(place: Place, text: string): readonly Problem[] {
  return BRACES.test(text) ? [problemAt(place, "bad-template", NOTHING_FILLED_IN)] : [];
}

/** A text per language has one in the policy's own, which stands in for all that are not there. */
export function languageFaults(place: Place, texts: LocalizedText | undefined, { language }: CheckContext): readonly Problem[] {
  if (texts === undefined || language === null || hasLanguage(texts, language) || place.reading.isFaulty(place.path)) return [];
  const message = `text per language must include the policy's language ${language}`;
  return [problemAt({ ...place, where: "key" }, "language-missing", message)];
}

/** A text with a closed list of names, which are texts already. */
export function namedTextFaults(place: Place, text: string, names: readonly string[]): readonly Problem[] {
  return templateFaults(place, text, (use) => {
    const unknown = unknownNameFault(place, use, names);
    if (unknown.length > 0 || use.filter === null) return unknown;
    return [problemAt(place, "bad-template", `{{ ${use.name} }} takes no filter here`)];
  });
}

/** The same of a text that says nothing without all of its names. */
export function wholeTextFaults(place: Place, text: string, names: readonly string[]): readonly Problem[] {
  const faults = namedTextFaults(place, text, names);
  const result = compileTemplate(text);
  if (faults.length > 0 || "fault" in result) return faults;
  const used = new Set(result.template.names.map(({ name }) => name));
  const missing = names.filter((name) => !used.has(name)).map((name) => `{{ ${name} }}`);
  if (missing.length === 0) return [];
  return [problemAt(place, "bad-template", `${missing.join(" and ")} must stand in this line; without it, it names nothing`)];
}

/** A line with a closed list of names, whose values a filter may write. */
export function namedLineFaults(place: Place, text: string, names: readonly string[]): readonly Problem[] {
  return templateFaults(place, text, (use) => unknownNameFault(place, use, names));
}

type Use = CompiledTemplate["names"][number];

function templateFaults(place: Place, text: string, faultsOf: (use: Use) => readonly Problem[]): readonly Problem[] {
  const result = compileTemplate(text);
  if ("fault" in result) return [problemAt(place, result.fault.code, result.fault.message)];
  return result.template.names.flatMap(faultsOf);
}

function unknownNameFault(place: Place, { name }: Use, names: readonly string[]): readonly Problem[] {
  if (names.includes(name)) return [];
  return [problemAt(place, "unknown-name", `"${name}" is not filled in here; ${suggestion(name, names, "names")}`)];
}

const NOT_IN_TEXT: readonly (readonly [RegExp, "bad-template" | "env-not-here" | "control-character", string])[] = [
  [BRACES, "bad-template", NOTHING_FILLED_IN],
  [/\$\{/, "env-not-here", "values of the environment are filled in in policy.yaml and sources.yaml only"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  [/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/, "control-character", "an invisible control character"],
];

/** The texts of `prompt/`: not blank, nothing to fill in, nothing invisible. */
export function checkPromptTexts({ prompts, prefix }: PolicyReading): readonly Problem[] {
  return [...prompts].flatMap(([path, text]): readonly Problem[] => {
    const file = prefix + path;
    if (text.replace("\uFEFF", "").trim() === "")
      return [{ file, line: 1, column: 1, code: "empty-file", message: "the file is empty" }];
    return NOT_IN_TEXT.flatMap(([pattern, code, message]) => {
      const match = pattern.exec(text);
      return match === null ? [] : [{ file, ...placeIn(text, match.index), code, message }];
    });
  });
}

function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
