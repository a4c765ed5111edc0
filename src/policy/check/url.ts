/** Checks the address of a source: absolute, its host fixed, only known names. Pure. Never quotes a filled-in address. */
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import { placeholderNames } from "../read/environment.ts";
import { namesInUrl, splitUrl } from "../url-parts.ts";
import { type CheckContext, type Place, problemAt } from "./context.ts";

/** Names that every request has; nothing else may be called so. */
export const BUILT_IN_NAMES = ["subject", "tenant", "plan"] as const;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/[\s\p{Cc}\\]/u, "an address holds no spaces, line breaks or backslashes"],
  [/^(?!https?:\/\/)/i, "expected an absolute address that begins with http:// or https://"],
  [/^https?:\/\/[^/?#]*[{}]/i, "no name in braces may stand in the host or port: a value would choose where the request goes"],
  [/^https?:\/\/[^/?#]*@/i, "no user and password in an address; send them in headers"],
  [/#/, "an address of a service has no part after #"],
];

/** The first fault of the address, or those of its names. `params` are the source's own. */
export function checkUrl(place: Place, url: string, params: readonly string[], { attributes }: CheckContext): readonly Problem[] {
  const broken = RULES.find(([pattern]) => pattern.test(url))?.[1] ?? queryFault(place, url) ?? braceFault(url);
  if (broken !== null) return [problemAt(place, "bad-url", `${broken}${filledFrom(place)}`)];
  if (attributes === null) return [];
  const known = [...BUILT_IN_NAMES, ...params, ...attributes.all];
  const written = place.reading.placeholder(place.path) ?? url;
  return namesInUrl(url)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const shown = written.includes(`{${name}}`) ? `{${name}}` : "a name in braces (not shown)";
      return problemAt(place, "unknown-placeholder", `${shown} stands for nothing; ${suggestion(name, known, "names")}`);
    });
}

/** The variables that stand in the address: one of them may hold what is wrong. */
function filledFrom({ reading, path }: Place): string {
  const names = [...placeholderNames(reading.placeholder(path) ?? "")];
  return names.length === 0 ? "" : `; see what ${names.join(" and ")} holds, which is filled in here`;
}

/** A path behind a base address that has a query would become a part of the query, with whose subject stands in it. */
function queryFault({ reading, path }: Place, url: string): string | null {
  const written = reading.placeholder(path)?.replace(/\$\{[^}]*\}/gu, "") ?? url;
  if (!written.includes("/") || marksIn(url) <= marksIn(written)) return null;
  return "an address that a path is written behind holds no ?; write the query behind the path";
}

const marksIn = (url: string): number => url.split("?").length;

function braceFault(url: string): string | null {
  const texts = splitUrl(url).filter((_, index) => index % 2 === 0);
  if (texts.some((text) => /[{}]/.test(text))) return "a brace is not closed; names stand as {subject}";
  return URL.canParse(texts.join("x")) ? null : "this is not an address";
}
