/** What is wrong with a value that a policy's file gives to a declared attribute. Pure. */
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { Attribute } from "../snapshot.ts";

type Value = string | number | boolean;

const TYPES = { text: "string", number: "number", boolean: "boolean" } as const;
const EXPECTED = { text: "a text (in quotes)", number: "a number", boolean: "true or false" } as const;

/** Null where the declaration allows the value. */
export function attributeFault(
  name: string,
  value: Value,
  { type, values, accepts }: Attribute,
): Pick<Problem, "code" | "message"> | null {
  const got = JSON.stringify(value);
  if (typeof value !== TYPES[type]) {
    return { code: "wrong-type", message: `the attribute "${name}" is a ${type}: expected ${EXPECTED[type]}, got ${got}` };
  }
  if (values !== null && !values.includes(value)) {
    const hint = suggestion(String(value), values.map(String), "values");
    return { code: "not-allowed", message: `the attribute "${name}" never has the value ${got}; ${hint}` };
  }
  if (accepts(String(value))) return null;
  return { code: "not-allowed", message: `the attribute "${name}" never has the value ${got}: its pattern refuses it` };
}
