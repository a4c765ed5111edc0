/** Resolves a text, or one text per language. Pure. */

import { primaryLanguage } from "../text/primary-language.ts";
import type { Localized, LocalizedText } from "./schema/common.ts";

/**
 * `make` runs once per text, here, with the text's own language; a text without one is in the policy's. A language finds its exact tag, else its primary part, else the policy's own language
 * (again exact, then primary), else the first text.
 */
export function localized<T>(
  texts: LocalizedText,
  policyLanguage: string,
  make: (text: string, language: string) => T,
): Localized<T> {
  if (typeof texts === "string") {
    const only = make(texts, policyLanguage);
    return () => only;
  }
  const made = new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), make(text, tag)] as const));
  const [first] = made.values();
  const otherwise = find(made, policyLanguage) ?? (first as T);
  return (language) => find(made, language) ?? otherwise;
}

/** Whether a language finds a text of its own: exact, or by its primary part. */
export const hasLanguage = (texts: LocalizedText, language: string): boolean =>
  typeof texts === "string" ||
  find(new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), text])), language) !== undefined;

/** Every text, with its place below the value's path. */
export const textsOf = (texts: LocalizedText): readonly { readonly text: string; readonly path: readonly string[] }[] =>
  typeof texts === "string" ? [{ text: texts, path: [] }] : Object.entries(texts).map(([tag, text]) => ({ text, path: [tag] }));

function find<T>(made: ReadonlyMap<string, T>, language: string): T | undefined {
  const tag = language.toLowerCase();
  return made.get(tag) ?? made.get(primaryLanguage(tag));
}
