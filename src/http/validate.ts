/** Checks bodies, queries and path parameters against their zod schemas: everything that is wrong in one reply. */
import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { AppError, type ErrorItem } from "../errors.ts";
import { faultsOf, type Part, valueAt } from "./faults.ts";
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
      : faultsOf(result.error.issues, { input: values, part, fieldsAt: (path) => fieldsAt(schema, values, path) });
    return { error: refused([...(query?.faults ?? []), ...wrong]) };
  };
};

const refused = (items: readonly ErrorItem[]): AppError => new AppError("invalid_request", detailOf(items), { errors: items });

/** The fields of the object at a path of the input; none where there is no object with fields. */
function fieldsAt(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): readonly string[] {
  const here = branchOf(schema, input);
  const [step, ...rest] = path;
  if (step === undefined) return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
  const below = memberOf(here, step);
  return below === undefined ? [] : fieldsAt(below, valueAt(input, [step]), rest);
}

function memberOf(schema: z.ZodType | undefined, step: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Readonly<Record<PropertyKey, z.ZodType>>)[step];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : undefined;
}

/** What a value is read as: through optional wrappers, and of a union the branch that the value is of. */
function branchOf(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional) return branchOf(schema.unwrap() as z.ZodType, value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const branches = (schema.options as readonly z.ZodType[]).flatMap((option) => branchOf(option, value) ?? []);
  if (Array.isArray(value)) return branches.find((branch) => branch instanceof z.ZodArray);
  return branches.find((branch) => branch instanceof z.ZodObject && isNamed(branch, value));
}

/** Whether the constants of an object's fields are those of the value. */
const isNamed = ({ shape }: z.ZodObject, value: unknown): boolean =>
  Object.entries(shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(valueAt(value, [name])).success,
  );
