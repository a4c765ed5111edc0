/** Looks up what a schema expects at a path. Pure. */
import { z } from "zod";
import type { Path } from "../yaml/locate.ts";

/** The keys a mapping may have at `path`; null where any key may stand, or where no mapping belongs. */
export function keysAt(schema: z.core.$ZodType, path: Path): readonly string[] | null {
  let here: readonly z.core.$ZodType[] = [schema];
  for (const step of path) here = here.flatMap((each) => branches(each)).flatMap((each) => inner(each, step));
  const names = here.flatMap((each) => branches(each)).flatMap((each) => namesOf(each) ?? []);
  return names.length === 0 ? null : [...new Set(names)];
}

function namesOf(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : null;
}

/** The schema without what makes it optional; every choice of a union. */
function branches(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => branches(option));
  const wrapped = wrappedBy(schema);
  return wrapped === null ? [schema] : branches(wrapped);
}

function wrappedBy(schema: z.core.$ZodType): z.core.$ZodType | null {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return wraps ? schema.def.innerType : null;
}

function inner(schema: z.core.$ZodType, step: PropertyKey): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (!(schema instanceof z.ZodObject)) return [];
  const member: z.core.$ZodType | undefined = Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined;
  return member === undefined ? [] : [member];
}
