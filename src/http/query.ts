/** Query strings, strictly: each parameter once, in valid UTF-8. Never throws; what is wrong is told where the query is checked. Pure. */
import type { ErrorItem } from "../errors.ts";

// A mark that no JSON can bring. Not a WeakSet: one entry per request there slows every collection of young objects.
const MADE = Symbol("parsed query");

export interface Query {
  readonly [MADE]: true;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly ErrorItem[];
}

/** Whether a value came from `parseQuery`. */
export const isQuery = (value: unknown): value is Query => typeof value === "object" && value !== null && MADE in value;

/** `a=1&b=%C3%A9`, `+` for a space. Parameters are checked in order; of a repeated one the first counts. */
export function parseQuery(text: string): Query {
  const values = new Map<string, string>();
  const faults: ErrorItem[] = [];
  for (const pair of text === "" ? [] : text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === null) faults.push({ message: "a parameter's name is not valid UTF-8, percent-encoded" });
    else if (values.has(name))
      faults.push({ parameter: shown(name), message: "given more than once", expected: "one value", got: "several" });
    else if (value === null) faults.push(undecodable(shown(name), "not valid UTF-8, percent-encoded"));
    else if (value.includes("\0")) faults.push(undecodable(shown(name), "holds a NUL character"));
    else values.set(name, value);
  }
  // Each becomes a member of its own, whatever it is called.
  return { [MADE]: true, values: Object.fromEntries(values), faults };
}

const undecodable = (parameter: string, message: string): ErrorItem => ({ parameter, message, expected: "text" });

const shown = (name: string): string => (name.length <= 100 ? name : `${name.slice(0, 100).toWellFormed()}…`);

function decode(text: string): string | null {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
