/** Checks bodies, queries and path parameters against their zod schemas: everything that is wrong in one reply. */
import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { AppError, type ErrorItem } from "../errors.ts";
import { faultsOf, type Part } from "./faults.ts";
import { detailOf } from "./problem.ts";
import { isQuery } from "./query.ts";

/** Fastify's validator compiler. What a handler reads is what zod gave back: no value is converted that the schema does not convert. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part: Part = httpPart === "body" ? "body" : "parameters";
  return (input: unknown) => {
    const query = isQuery(input) ? input : null;
    const values = query === null ? input : query.values;
    const result = schema.safeParse(values);
    if (result.success && (query === null || query.faults.length === 0)) return { value: result.data };
    const wrong = result.success
      ? []
      : faultsOf(result.error.issues, { input: values, part, fieldsAt: (path) => fieldsAt(schema, path) });
    return { error: refused([...(query?.faults ?? []), ...wrong]) };
  };
};

const refused = (items: readonly ErrorItem[]): AppError => new AppError("invalid_request", detailOf(items), { errors: items });

/** The fields of the object at a path, through optional wrappers; none where there is no object with fields. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let here: unknown = unwrapped(schema);
  for (const step of path) here = here instanceof z.ZodObject ? unwrapped(here.shape[String(step)]) : undefined;
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema;
}
