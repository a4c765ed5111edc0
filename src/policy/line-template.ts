/**
 * Compiles the lines of a policy: plain text with `{{ names }}` and five named filters. Pure.
 * The template library reads the line at boot and never runs: what is left is an array of texts and writers, so that no
 * value can ever be taken for a template.
 */
import { type Filter, Liquid, Output, type Template, TokenKind } from "liquidjs";
import type { Json } from "../sources/source-result.ts";
import { FILTERS, type FilterName, type ValueWriter, writerOf } from "./line-filters.ts";
import { suggestion } from "./nearest.ts";
import type { ProblemCode } from "./problem-codes.ts";

export interface TemplateFault {
  readonly code: ProblemCode;
  readonly message: string;
}

/** A name of a line and the filter it goes through. */
export interface TemplateName {
  readonly name: string;
  readonly filter: FilterName | null;
}

export interface CompiledTemplate {
  /** Every use of a name, in the order of the line. */
  readonly names: readonly TemplateName[];
  render(values: ReadonlyMap<string, Json>, language: string, zone: string): string;
}

type Segment = string | { readonly name: string; readonly filter: FilterName | null; readonly write: ValueWriter };

/** The library overlooks some text after a name (`{{ x, y }}`); nothing may be overlooked. */
const WHOLE = /^\{\{\s*\w+\s*(\|\s*\w+\s*(:\s*("[^"]*"|'[^']*'|\w+)\s*)?)?\}\}$/;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const FORBIDDEN: ReadonlySet<string> = new Set(["constructor", "prototype", "__proto__"]);
const MAX_DECIMALS = 6;
const BETWEEN = "between {{ and }} stands one plain name, such as {{ score }} or {{ score | number }}";

const engine = new Liquid({ strictFilters: true, strictVariables: true, ownPropertyOnly: true, dynamicPartials: false });
for (const tag of Object.keys(engine.tags)) delete engine.tags[tag];
for (const filter of Object.keys(engine.filters)) delete engine.filters[filter];
for (const filter of FILTERS) engine.registerFilter(filter, (value: unknown) => value);

/** Compiles one line, or says what is wrong with it. */
export function compileTemplate(line: string): { readonly template: CompiledTemplate } | { readonly fault: TemplateFault } {
  const fault = (code: ProblemCode, message: string): { readonly fault: TemplateFault } => ({ fault: { code, message } });
  if (/[\n\r\u2028\u2029]/u.test(line)) return fault("bad-template", "a line holds no line break");
  if (/\{%|%\}/.test(line)) return fault("bad-template", "tags ({% %}) are not allowed; a line has names in {{ }} only");
  const parsed = parse(line);
  if (!Array.isArray(parsed)) return { fault: parsed };
  const segments: Segment[] = [];
  for (const part of parsed) {
    const segment = segmentOf(part);
    if (typeof segment === "object" && "code" in segment) return { fault: segment };
    segments.push(segment);
  }
  return { template: compiled(segments) };
}

function compiled(segments: readonly Segment[]): CompiledTemplate {
  return {
    names: segments.flatMap((segment) => (typeof segment === "string" ? [] : [{ name: segment.name, filter: segment.filter }])),
    render(values, language, zone) {
      let line = "";
      for (const segment of segments) {
        line += typeof segment === "string" ? segment : segment.write(values.get(segment.name) ?? null, language, zone);
      }
      return line;
    },
  };
}

function parse(line: string): Template[] | TemplateFault {
  try {
    return engine.parse(line);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const filter = /undefined filter: ([^,\s]+)/.exec(message)?.[1];
    if (filter !== undefined) {
      return { code: "unknown-filter", message: `"${filter}" is not a filter; ${suggestion(filter, FILTERS, "filters")}` };
    }
    if (message.includes("not closed")) return { code: "bad-template", message: "a {{ is not closed by }}" };
    return { code: "bad-template", message: BETWEEN };
  }
}

function segmentOf(part: Template): Segment | TemplateFault {
  if (part.token.kind === TokenKind.HTML) {
    const text = part.token.getText();
    return text.includes("}}") ? { code: "bad-template", message: "a }} has no {{ before it" } : text;
  }
  if (!(part instanceof Output)) return { code: "bad-template", message: "only names in {{ }} are allowed" };
  const written = part.token.getText();
  const name = nameOf(part);
  if (name === null) {
    const message = `${written} is not a plain name: no dots, brackets, quotes or signs; point the piece's pointer at the value instead`;
    return { code: "bad-template", message };
  }
  const [filter, ...more] = part.value.filters;
  if (more.length > 0) return { code: "bad-template", message: `${written} has more than one filter; one is the most` };
  if (filter !== undefined && argumentOf(filter) === undefined) {
    return { code: "bad-template", message: `${written}: ${ARGUMENTS[filter.name as FilterName]}` };
  }
  if (!WHOLE.test(written)) return { code: "bad-template", message: BETWEEN };
  if (filter === undefined) return { name, filter: null, write: writerOf(null, null) };
  const filterName = filter.name as FilterName;
  return { name, filter: filterName, write: writerOf(filterName, argumentOf(filter) ?? null) };
}

const ARGUMENTS: Readonly<Record<FilterName, string>> = {
  number: `number takes the most decimals, 0 to ${MAX_DECIMALS}: {{ x | number: 1 }}`,
  percent: `percent takes the most decimals, 0 to ${MAX_DECIMALS}: {{ x | percent: 1 }}`,
  date: "date takes nothing after it",
  time: "time takes nothing after it",
  join: 'join takes the text between the items: {{ x | join: ", " }}',
};

/** The one plain name of an output; null for everything else the library could read there. */
function nameOf(output: Output): string | null {
  if (output.token.trimLeft || output.token.trimRight) return null;
  const [value, ...others] = output.value.initial.postfix;
  if (value === undefined || others.length > 0 || value.kind !== TokenKind.PropertyAccess) return null;
  const text = value.getText();
  return NAME.test(text) && !FORBIDDEN.has(text) ? text : null;
}

/** The filter's argument, null for none; undefined where it does not take that. */
function argumentOf(filter: Filter): number | string | null | undefined {
  const [argument, ...more] = filter.args;
  if (argument === undefined) return null;
  if (more.length > 0 || Array.isArray(argument)) return undefined;
  const text = argument.getText();
  if (filter.name === "join") {
    const quotedText = argument.kind === TokenKind.Quoted ? text.slice(1, -1) : undefined;
    return quotedText === undefined || /[\p{Cc}\\]/u.test(quotedText) ? undefined : quotedText;
  }
  const takesDecimals = filter.name === "number" || filter.name === "percent";
  return takesDecimals && /^[0-6]$/.test(text) ? Number(text) : undefined;
}
