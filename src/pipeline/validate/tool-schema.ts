/** What providers demand of the JSON Schema of a tool's arguments. Dated rules, pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import type { JsonRecord } from "../records/prompt.ts";
import { isPlainObject } from "./faults.ts";

export interface SchemaFault {
  /** Names of members, from the schema down to what is refused. */
  readonly path: readonly string[];
  /** What is demanded there. */
  readonly rule: string;
  /** What stands there, without its value. */
  readonly got: string;
}

/*
 * As of 2026-11-30, from the refusals of the providers, since their references name none of it. OpenAI, both formats: "schema must have type
 * 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level". Anthropic: "input_schema does not support oneOf, allOf, or
 * anyOf at the top level"; "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'". Gemini documents names of
 * parameters for `parameters` alone, and we send `parametersJsonSchema`. OpenAI took descriptions of 1,024 characters at the most until
 * 2025-05, and takes longer ones since.
 */
const OPENAI = ["allOf", "anyOf", "enum", "not", "oneOf"];
const REFUSED_AT_THE_TOP: Readonly<Record<Format, readonly string[]>> = {
  "openai-chat": OPENAI,
  "openai-responses": OPENAI,
  "anthropic-messages": ["allOf", "anyOf", "oneOf"],
  gemini: [],
  text: [],
};
const ANTHROPIC_PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** In the order of the schema's rules: what no change of ours could save without another meaning. */
export function schemaFaults(format: Format, schema: JsonRecord): readonly SchemaFault[] {
  return [...shapeFaults(schema), ...(format === "text" ? [] : typeFaults(schema)), ...ownFaults(format, schema)];
}

/** No JSON Schema, for nobody. */
function shapeFaults(schema: JsonRecord): readonly SchemaFault[] {
  const faults: SchemaFault[] = [];
  const { properties, required } = schema;
  if (properties !== undefined && !isPlainObject(properties)) {
    faults.push({ path: ["properties"], rule: "an object with a schema for each argument", got: kindOf(properties) });
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    faults.push({ path: ["required"], rule: "a list of names of arguments", got: kindOf(required) });
  }
  return faults;
}

function typeFaults({ type = "object" }: JsonRecord): readonly SchemaFault[] {
  if (type === "object") return [];
  const got = typeof type === "string" ? `"${type.slice(0, 100)}"` : "another value";
  return [{ path: ["type"], rule: '"object", or nothing: arguments are an object', got }];
}

function ownFaults(format: Format, schema: JsonRecord): readonly SchemaFault[] {
  const refused = REFUSED_AT_THE_TOP[format].filter((keyword) => Object.hasOwn(schema, keyword));
  const faults = refused.map((keyword) => ({
    path: [keyword],
    rule: `no ${keyword} at the top of a schema for the format ${format}: say it inside of properties, or in the description`,
    got: kindOf(schema[keyword]),
  }));
  const names = format === "anthropic-messages" && isPlainObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const wrong = names.filter((name) => !ANTHROPIC_PROPERTY.test(name));
  return [
    ...faults,
    ...wrong.map((name) => ({
      path: ["properties", name],
      rule: `a name of 1 to 64 letters, digits, _, . or - for the format ${format}`,
      got: `a name of ${name.length} characters`,
    })),
  ];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
