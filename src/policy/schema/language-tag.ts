/** Whether a tag is that of a language: people write the country, or three letters where there are two. Pure. */
import { ANY } from "../../text/any-language.ts";
import { primaryLanguage } from "../../text/primary-language.ts";

/**
 * What is wrong with a well-formed BCP 47 tag, and how it is written; null: nothing, as of `any`. Three letters that the platform does not
 * know pass: of 7,000 languages it knows some hundreds, and all of those with two letters.
 */
export function languageTagFault(tag: string): string | null {
  const primary = primaryLanguage(tag);
  if (primary === ANY || primary === "") return null;
  const written = primaryLanguage(canonicalOf(tag));
  if (written !== primary && written.length === 2) return `"${primary}" is written ${written} (BCP 47)`;
  if (primary.length === 3 || scriptOf(primary) !== undefined) return null;
  const spoken = languageOfCountry(primary);
  return `"${primary}" is not a language; ${spoken === null ? "expected a BCP 47 tag such as en or pt-BR" : `it is a country, did you mean ${spoken}?`}`;
}

/** The platform knows in which script each language it knows is written. */
const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

function canonicalOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag; // a subtag twice; its language is told apart all the same
  }
}

/** `cs` of `cz`; null where the letters are no country's. */
function languageOfCountry(letters: string): string | null {
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  if (regions.of(letters.toUpperCase()) === undefined) return null;
  return new Intl.Locale(`und-${letters}`).maximize().language ?? null;
}
