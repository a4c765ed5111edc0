/**
 * A prompt as it was sent, kept by hash: a frame, and the long texts in it each by its own hash, so that what many prompts
 * share is stored once. It gives the bytes back whatever today's renderer would make. Pure.
 */
import type { Prompt } from "../../pipeline/records/prompt.ts";
import type { Json } from "../../sources/source-result.ts";

/** Shorter ones stay in the frame: a row costs more than they do. */
const LONG_CHARACTERS = 200;
/** `{"$text": hash}` stands for a long text, `{"$text": [object]}` for an object that itself looks like that. */
const REFERENCE = "$text";

/** The frame as one text. `keep` stores a text and gives its hash. */
export const frameOf = (prompt: Prompt, keep: (text: string) => string): string =>
  JSON.stringify(framed(prompt as unknown as Json, keep));

function framed(value: Json, keep: (text: string) => string): Json {
  if (typeof value === "string") return value.length < LONG_CHARACTERS ? value : { [REFERENCE]: keep(value) };
  const inner = mapped(value, (member) => framed(member, keep));
  return isReference(value) ? { [REFERENCE]: [inner] } : inner;
}

function mapped(value: Json, change: (member: Json) => Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

type Reference = Readonly<Record<typeof REFERENCE, Json>>;

const isReference = (value: Json): value is Reference =>
  typeof value === "object" && value !== null && Object.hasOwn(value, REFERENCE) && Object.keys(value).length === 1;

/** The hashes that a frame refers to. */
export function hashesOf(frame: string): readonly string[] {
  const found = new Set<string>();
  restored(JSON.parse(frame), (hash) => {
    found.add(hash);
    return "";
  });
  return [...found];
}

/** The prompt of a frame. Throws TypeError for a hash that `texts` does not have. */
export const promptOf = (frame: string, texts: ReadonlyMap<string, string>): Prompt =>
  restored(JSON.parse(frame), (hash) => {
    const text = texts.get(hash);
    if (text === undefined) throw new TypeError("a text of the prompt is not there");
    return text;
  }) as unknown as Prompt;

function restored(value: Json, textOf: (hash: string) => string): Json {
  const inside = (member: Json): Json => restored(member, textOf);
  if (!isReference(value)) return mapped(value, inside);
  const held = value[REFERENCE];
  return typeof held === "string" ? textOf(held) : mapped((held as readonly Json[])[0] as Json, inside);
}
