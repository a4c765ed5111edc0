/** The schema of a tool's arguments as OpenAI takes it, in either of its formats. Pure. */
import type { JsonRecord } from "../records/prompt.ts";
import { isRecord } from "./call-arguments.ts";

type Value = JsonRecord[string];

/**
 * With `type` and `properties` at its top and `items` for every list, which OpenAI demands and JSON Schema does not: what is added says
 * nothing. Members stay in their one order, and a schema that has them all stays as it is.
 */
export function objectSchema(parameters: JsonRecord): JsonRecord {
  return withMembers(mapped(parameters), { type: "object", properties: {} });
}

/** Where schemas stand in a schema: one, a list of them, or one for each name. A value, as of `default` or `enum`, is none. */
const ONE = new Set(["items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

const withItems = (schema: Value): Value => {
  if (!isRecord(schema)) return schema;
  const { type } = schema;
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isList ? withMembers(mapped(schema), { items: {} }) : mapped(schema);
};

/** With the schemas in it changed. */
const mapped = (schema: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(schema).map(([member, value]) => [member, inside(member, value)]));

function inside(member: string, value: Value): Value {
  if (ONE.has(member)) return withItems(value);
  if (LISTS.has(member) && Array.isArray(value)) return value.map(withItems);
  if (!NAMED.has(member) || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withItems(one)]));
}

function withMembers(schema: JsonRecord, members: JsonRecord): JsonRecord {
  if (Object.keys(members).every((member) => Object.hasOwn(schema, member))) return schema;
  return Object.fromEntries(Object.entries({ ...members, ...schema }).sort(([a], [b]) => (a < b ? -1 : 1)));
}
