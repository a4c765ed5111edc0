/**
 * What the YAML reader's faults mean, in sentences of our own. Pure.
 * Its own texts may quote the file, and the file may hold secrets.
 */
import type { YAMLError } from "yaml";
import type { ProblemCode } from "../problem-codes.ts";

export interface SyntaxFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
}

const TAB = "a tab stands where spaces are meant; YAML takes spaces only, so replace the tab with spaces";
const BRACES = "this begins a mapping in braces; a text that begins with { or holds {, } or [ there must be in quotes";

const SENTENCES: Partial<Record<YAMLError["code"], string>> = {
  BAD_ALIAS: "this is a broken alias",
  BAD_DQ_ESCAPE: "in \"double quotes\" this backslash means nothing; write \\\\ for a backslash, or use 'single quotes'",
  BAD_INDENT: "the indentation does not fit, or a [ or { before this place is not closed",
  BAD_SCALAR_START: "a text that begins with this character must be in quotes",
  BLOCK_AS_IMPLICIT_KEY:
    "a second key on one line, or a wrong indentation; a text that holds a colon and a space must be in quotes",
  BLOCK_IN_FLOW: "an indented list or mapping cannot stand inside [ ] or { }",
  KEY_OVER_1024_CHARS: "this key is too long; perhaps a quote is not closed",
  MULTILINE_IMPLICIT_KEY: "this line has no key; perhaps a colon is missing or a quote is not closed",
  NON_STRING_KEY: BRACES,
  UNEXPECTED_TOKEN:
    "something follows here that does not belong; a text with quotes, braces or brackets in it must be quoted whole",
};

const MISSING: readonly (readonly [RegExp, string])[] = [
  [/closing .*quote/, "a quote that was opened before this place is not closed"],
  [/followed by map values/, 'this line has no colon after its key; write "key: value"'],
  [/between flow/, "a comma or a colon is missing inside [ ] or { }; a text with braces or brackets must be in quotes there"],
];

/** The first fault says what is wrong; the later ones mostly follow from it. Tags are refused elsewhere, known or not. */
export function syntaxFault(errors: readonly YAMLError[], text: string): SyntaxFault | null {
  const error = errors.filter(({ code }) => code !== "TAG_RESOLVE_FAILED").sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (error === undefined) return null;
  const tab = tabInIndent(text, error);
  if (tab !== null) return { code: "tab", message: TAB, offset: tab };
  const at = error.pos[0];
  const outer = error.code === "NON_STRING_KEY" && text[at - 1] === "{";
  return { code: "yaml-syntax", message: sentence(error), offset: outer ? at - 1 : at };
}

function sentence(error: YAMLError): string {
  if (error.code === "MISSING_CHAR") {
    return MISSING.find(([pattern]) => pattern.test(error.message))?.[1] ?? "a character is missing here";
  }
  return SENTENCES[error.code] ?? "this is not YAML";
}

function tabInIndent(text: string, error: YAMLError): number | null {
  const at = error.pos[0];
  if (error.code === "TAB_AS_INDENT") return text.indexOf("\t", at) === -1 ? at : text.indexOf("\t", at);
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0] ?? "";
  return indent.includes("\t") ? lineStart + indent.indexOf("\t") : null;
}
