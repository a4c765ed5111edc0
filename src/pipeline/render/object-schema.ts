/** The schema of a tool's arguments as OpenAI takes it, in either of its formats. Pure. */
import type { JsonRecord } from "../prompt-records.ts";

/**
 * With `type` and `properties`, which OpenAI demands also where a tool takes no arguments. Members stay in their one order, and a schema that
 * has both stays as it is.
 */
export function objectSchema(parameters: JsonRecord): JsonRecord {
  if (Object.hasOwn(parameters, "type") && Object.hasOwn(parameters, "properties")) return parameters;
  const whole: JsonRecord = { properties: {}, ...parameters, type: "object" };
  return Object.fromEntries(Object.entries(whole).sort(([a], [b]) => (a < b ? -1 : 1)));
}
