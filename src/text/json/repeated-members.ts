/** Members that a JSON text gives more than once: parsers keep one of them, not all the same one, and say nothing. Pure. */
import { endOfString } from "./string-end.ts";

export interface RepeatedMember {
  /** Of the member: names and places in lists. */
  readonly path: readonly (string | number)[];
  /** Offsets of the opening quotes of its name, in UTF-16 units of the text: where it stood first, and where it stands again. */
  readonly first: number;
  readonly again: number;
}

/** What a list of faults may hold of them; a text can hold very many. */
const MOST = 100;

/**
 * Each time that a member stands again in its object, in the order of the text, `MOST` at the most. `json` must be a JSON text and
 * `value` what a parser made of it, its depth bounded. Names are compared as they are read: an escape is the character it stands for. Only a text with
 * more members than its value is looked at closely, so that the usual one costs a fraction of its parsing.
 */
export const repeatedMembers = (json: string, value: unknown): readonly RepeatedMember[] =>
  namesIn(json) === membersOf(value) ? [] : search(json);

const COLON = 0x3a;

function namesIn(json: string): number {
  let count = 0;
  for (let quote = json.indexOf('"'); quote !== -1; ) {
    const end = endOfString(json, quote);
    if (isName(json, end)) count += 1;
    quote = json.indexOf('"', end + 1);
  }
  return count;
}

/** A string is a name where a colon follows it. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (isBlank(json.charCodeAt(next))) next += 1;
  return json.charCodeAt(next) === COLON;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** The recursion is as deep as the value. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += membersOf(item);
  else for (const name in value) count += 1 + membersOf((value as Readonly<Record<string, unknown>>)[name]);
  return count;
}

/** An object or a list that is not closed yet. */
interface Open {
  /** Where each name stood first; null in a list. */
  readonly names: Map<string, number> | null;
  /** Of the member or item that is being read. */
  step: string | number;
}

const STRUCTURE = /["{}[\],]/g;

function search(json: string): readonly RepeatedMember[] {
  const found: RepeatedMember[] = [];
  const open: Open[] = [];
  const structure = new RegExp(STRUCTURE);
  for (let at = structure.exec(json); at !== null && found.length < MOST; at = structure.exec(json)) {
    const here = open.at(-1);
    if (at[0] === '"') {
      const end = endOfString(json, at.index);
      structure.lastIndex = end + 1;
      const first = here !== undefined && isName(json, end) ? enter(here, json.slice(at.index, end + 1), at.index) : null;
      if (first !== null) found.push({ path: open.map(({ step }) => step), first, again: at.index });
    } else if (at[0] === "{") open.push({ names: new Map(), step: "" });
    else if (at[0] === "[") open.push({ names: null, step: 0 });
    else if (at[0] !== ",") open.pop();
    else if (typeof here?.step === "number") here.step += 1;
  }
  return found;
}

/** Where the name stood first in its object; null for the first. */
function enter(here: Open, quoted: string, offset: number): number | null {
  const name = JSON.parse(quoted) as string;
  here.step = name;
  const first = here.names?.get(name) ?? null;
  if (first === null) here.names?.set(name, offset);
  return first;
}
