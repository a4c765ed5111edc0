/** From the exact text of an answer to the facts that pieces may read: parsed, cleaned, frozen. Pure. */
import secureJson from "secure-json-parse";
import { isDeep } from "../text/json/depth.ts";
import { longWholesAsText } from "../text/json/exact-numbers.ts";
import { readPointer } from "./json-pointer.ts";
import { failed, type Json, type SourceResult } from "./source-result.ts";

/** Escapes are the only way for a NUL or a lone surrogate into a text that was valid UTF-8. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})/;

/**
 * The result that a 200 with this text stands for: facts, or failed with `invalid` (no JSON, neither object nor array,
 * deeper than 32, a number beyond double precision's range) or `error_field`. The same for a replay of a recorded text.
 */
export function resultOfText(raw: string, errorField: string | null): SourceResult {
  const payload = parsePayload(raw);
  if (payload === undefined) return failed("invalid");
  if (errorField !== null && (readPointer(payload, errorField) ?? null) !== null) return failed("error_field");
  return Object.freeze({ status: "facts", payload, raw, stale: false });
}

/**
 * The frozen value, without members that reach a prototype, with well-formed strings, and with whole numbers that no double holds as
 * the string of their digits; undefined where refused.
 */
export function parsePayload(raw: string): Json | undefined {
  if (isDeep(raw)) return undefined;
  try {
    // First as it came: only what is JSON can be looked through for long numbers, which are rare.
    const rounded = parse(raw);
    const exact = longWholesAsText(raw);
    const parsed = exact === raw ? rounded : parse(exact);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    return settle(parsed, SUSPECT_ESCAPE.test(raw)) as Json;
  } catch {
    return undefined; // the parser's message quotes the text, so it goes no further
  }
}

const parse = (text: string): unknown => secureJson.parse(text, { protoAction: "remove", constructorAction: "remove" });

/** Cleans and freezes in place; throws RangeError for a number that no double holds. As deep as `isDeep` lets pass. */
function settle(value: unknown, suspect: boolean): unknown {
  if (typeof value === "string") return suspect ? cleanText(value) : value;
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("number out of range");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) settleItems(value, suspect);
  else settleMembers(value as Record<string, unknown>, suspect);
  return Object.freeze(value);
}

function settleItems(items: unknown[], suspect: boolean): void {
  for (let index = 0; index < items.length; index += 1) items[index] = settle(items[index], suspect);
}

/** Repairing a name could make another one of it, `__proto__` for example; a member with a broken name goes instead. */
function settleMembers(members: Record<string, unknown>, suspect: boolean): void {
  for (const name of Object.keys(members)) {
    if (suspect && name !== cleanText(name)) delete members[name];
    else members[name] = settle(members[name], suspect);
  }
}

function cleanText(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}
