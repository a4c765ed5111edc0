/** Reads the text of a YAML file into a value and a way to find the place of each part of it. Pure, strict, bounded. */
import { Composer, type CST, type Document, Lexer, LineCounter, type ParsedNode, Parser } from "yaml";
import type { Problem } from "../problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { isBlank, type Locate, locator, nodeAt, type Path, positionAt } from "./locate.ts";
import { syntaxFault } from "./syntax.ts";
import { readValue } from "./value.ts";

/** Larger files are refused unread: parsing time grows faster than size. */
const MAX_YAML_BYTES = 262_144;
/** The reader recurses, and aborts the process on some deeply nested input; policies nest about six deep. */
const MAX_NESTING = 60;

export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  readonly at: Locate;
  /** A scalar as it is written, without quotes; null where there is none. */
  readonly written: (path: Path) => string | null;
  /** Places whose value is not known because a problem was reported there. */
  readonly poisoned: readonly Path[];
}

export interface ParsedYaml {
  /** Null when the file cannot be read at all. */
  readonly yaml: YamlFile | null;
  readonly problems: readonly Problem[];
}

/** `file` is the name that problems carry. Never throws, whatever the text. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const lines = linesOf(body);
  const fail = (code: ProblemCode, message: string, offset: number): ParsedYaml => ({
    yaml: null,
    problems: [{ file, ...positionAt(offset, lines), code, message }],
  });
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_YAML_BYTES) {
    return fail(
      "file-too-large",
      `the file has ${bytes} bytes, at most ${MAX_YAML_BYTES} are read; move words to vocabulary/<language>.yaml, or split the policy`,
      0,
    );
  }
  const control = controlCharacter(body);
  if (control !== null) return fail("control-character", control.message, control.offset);
  const tokens = tokenize(body);
  if (typeof tokens === "number") return fail("too-deep", `more than ${MAX_NESTING} levels inside one another`, tokens);
  const document = compose(tokens, body.length);
  if ("code" in document) return fail(document.code, document.message, document.offset);
  const fault = syntaxFault([...document.errors, ...document.warnings], body);
  if (fault !== null) return fail(fault.code, fault.message, fault.offset);
  if (isBlank(document.contents)) return fail("empty-file", "the file is empty", 0);
  return readDocument(document, { file, body, lines });
}

interface Input {
  readonly file: string;
  readonly body: string;
  readonly lines: LineCounter;
}

function readDocument(document: Document.Parsed, { file, body, lines }: Input): ParsedYaml {
  const { value, faults, poisoned } = readValue(document.contents, body, (offset) => positionAt(offset, lines).line);
  const written = (path: Path): string | null => {
    const node: ParsedNode | null = nodeAt(document.contents, path);
    return node !== null && "source" in node && typeof node.source === "string" ? node.source : null;
  };
  return {
    yaml: { file, value, at: locator(document.contents, lines), written, poisoned },
    problems: faults.map(({ code, message, offset }) => ({ file, ...positionAt(offset, lines), code, message })),
  };
}

/** Counted here: the reader's own count goes astray in some broken files. */
function linesOf(body: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = body.indexOf("\n"); end !== -1; end = body.indexOf("\n", end + 1)) lines.addNewLine(end + 1);
  return lines;
}

/** Tokens, or the offset where the nesting is too deep. */
function tokenize(body: string): readonly CST.Token[] | number {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(body)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_NESTING) return parser.offset;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

interface Refusal {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
}

function compose(tokens: readonly CST.Token[], length: number): Document.Parsed | Refusal {
  const directive = tokens.find((token) => token.type === "directive");
  if (directive !== undefined) {
    return { code: "directive", message: "lines that begin with % are not allowed", offset: directive.offset };
  }
  const composer = new Composer({ stringKeys: true, uniqueKeys: false, resolveKnownTags: false, logLevel: "error" });
  const documents = [...composer.compose(tokens, true, length)];
  const [first, second] = documents;
  if (second !== undefined) {
    return { code: "several-documents", message: "a second document begins here; one file holds one", offset: second.range[0] };
  }
  return first as Document.Parsed;
}

// C0 and C1 controls without tab and line ends, a line end of old Macs, direction overrides (a reviewer would read another
// order than the program) and halves of surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFEFF]|\r(?!\n)|\p{Surrogate}/u;

function controlCharacter(body: string): { message: string; offset: number } | null {
  const match = CONTROL.exec(body);
  if (match === null) return null;
  const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return {
    message: `the character U+${code} is not allowed in a file; in "double quotes" write \\u${code}`,
    offset: match.index,
  };
}
