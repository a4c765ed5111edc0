/** What of a tool's result goes on: the places the policy keeps, or its line where the tool failed. Pure; policy.md, sources.yaml. */
import { cleanText, cleanValue, hidesText, isBlank } from "../../policy/clean-value.ts";
import type { ToolRule } from "../../policy/rules/selection.ts";
import { nameOfPlace, readPointer } from "../../sources/json-pointer.ts";
import type { Json } from "../../sources/source-result.ts";
import { isDeep } from "../../text/json/depth.ts";
import { inexactAsText } from "../../text/json/exact-numbers.ts";
import type { STATUSES } from "../given.ts";

export interface ToolText {
  readonly text: string;
  /** Failed, timed out or empty: the text is the policy's line. */
  readonly replaced: boolean;
  /** Nothing says what to keep of it. */
  readonly whole: boolean;
  /** What can hide a text was taken out of it. */
  readonly hidden: boolean;
}

export interface ToolInput {
  readonly tool: string | null;
  readonly text: string;
  readonly status: (typeof STATUSES)[number];
  readonly zone: string;
}

/** Never a stack trace, never a body that nobody asked for. Of a result that is no JSON nothing can be kept: it goes on as text where no rule says what to keep. */
export function toolText({ tool, text, status, zone }: ToolInput, rules: ReadonlyMap<string, ToolRule>): ToolText {
  const rule = tool === null ? undefined : rules.get(tool);
  const failed = { text: rule?.onError ?? failedLine(tool), replaced: true, whole: false, hidden: false };
  const clean = cleanText(text);
  if (status !== "ok" || isBlank(clean) || EMPTY_TEXT.test(clean)) return failed;
  // As it came, so that what is kept is seen before it is cleaned; cleaned where only that can be read.
  const json = jsonOf(text) ?? jsonOf(clean);
  if (json !== undefined && isNothing(json)) return failed;
  if (rule?.keep == null) return { text: clean, replaced: false, whole: true, hidden: hidesText(text) };
  // What nests without end is not read either, and what the policy does not keep never goes on.
  if (json === undefined) return failed;
  const { kept, hidden } = keptOf(json, rule.keep);
  if (kept.size === 0) return failed;
  const line = rule.line === null ? null : rule.line(kept, zone);
  return { text: cleanValue(line ?? JSON.stringify(Object.fromEntries(kept))), replaced: false, whole: false, hidden };
}

/** "order lookup failed". */
const failedLine = (tool: string | null): string => `${(tool ?? "tool").replaceAll("_", " ")} failed`;

/** By the last part of each pointer. What is null or blank there is not kept. */
function keptOf(json: Json, pointers: readonly string[]): { readonly kept: ReadonlyMap<string, Json>; readonly hidden: boolean } {
  const kept = new Map<string, Json>();
  let hidden = false;
  for (const pointer of pointers) {
    const value = readPointer(json, pointer);
    if (value === undefined || isBlank(value)) continue;
    kept.set(nameOfPlace(pointer), clean(value));
    hidden ||= hidesText(typeof value === "string" ? value : JSON.stringify(value));
  }
  return { kept, hidden };
}

const clean = (value: Json): Json => (typeof value === "string" ? cleanValue(value) : value);

/** JSON of a text with nothing in it. */
const EMPTY_TEXT = /^\s*"\s*"\s*$/;
const LOOKS_LIKE_JSON = /^\s*[[{]/;

/** A number that double precision would change, mostly an id, is the string of its digits. */
function jsonOf(text: string): Json | undefined {
  if (text !== "null" && (!LOOKS_LIKE_JSON.test(text) || isDeep(text))) return undefined;
  try {
    const json = JSON.parse(text) as Json;
    const exact = inexactAsText(text);
    return exact === text ? json : (JSON.parse(exact) as Json);
  } catch {
    return undefined;
  }
}

const isNothing = (json: Json): boolean =>
  json === null || (typeof json === "object" && (Array.isArray(json) ? json : Object.keys(json)).length === 0);
