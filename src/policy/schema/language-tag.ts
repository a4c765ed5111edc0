/** Whether a tag is that of a language: people write the country, or three letters where there are two. Pure. */
import { ANY } from "../../text/any-language.ts";
import { primaryLanguage } from "../../text/primary-language.ts";

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/**
 * What is wrong with a well-formed BCP 47 tag, and how it is written; null: nothing, as of `any`. Three letters that the platform has no
 * name for pass: it knows some 600 of the 7,000 languages, and all of those with two letters.
 */
export function languageTagFault(tag: string): string | null {
  const primary = primaryLanguage(tag);
  if (primary === ANY || primary === "") return null;
  const written = primaryLanguage(canonicalOf(tag));
  if (written !== primary && written.length === 2) return `"${primary}" is written ${written} (BCP 47)`;
  if (primary.length === 3 || names.of(primary) !== undefined) return null;
  const spoken = languageOfCountry(primary);
  return `"${primary}" is not a language; ${spoken === null ? "expected a BCP 47 tag such as en or pt-BR" : `it is a country, did you mean ${spoken}?`}`;
}

function canonicalOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag; // a subtag twice; its language is told apart all the same
  }
}

/** `cs` of `cz`; null where the letters are no country's. */
function languageOfCountry(letters: string): string | null {
  if (regions.of(letters.toUpperCase()) === undefined) return null;
  return new Intl.Locale(`und-${letters}`).maximize().language ?? null;
}
