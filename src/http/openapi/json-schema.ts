/** JSON Schema out of zod: one direction for requests, the other for responses. Pure. */
import { z } from "zod";

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

/** What a client may send: closed objects. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, "input");
}

/** What a client gets: open objects, since fields may be added. Parts with an id stand under `$defs`. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, "output");
}

function convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema, io) });
  return json as JsonSchema;
}

interface Editable {
  maximum?: unknown;
  minimum?: unknown;
  additionalProperties?: unknown;
  anyOf?: unknown;
  type?: unknown;
  enum?: unknown;
}

/** Drops what zod adds for its own arithmetic and says nothing to a reader, and writes a nullable enum without a union. */
function tidy(json: Editable, io: "input" | "output"): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (io === "output" && json.additionalProperties === false) delete json.additionalProperties;
  const [words, nothing, ...more] = Array.isArray(json.anyOf) ? (json.anyOf as Editable[]) : [];
  if (more.length > 0 || nothing?.type !== "null" || !Array.isArray(words?.enum) || Object.keys(words).length !== 2) return;
  delete json.anyOf;
  json.type = [words.type, "null"];
  json.enum = [...words.enum, null];
}
