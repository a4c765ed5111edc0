/** Collects the named parts of JSON Schemas into one place that all operations refer to. */
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "./json-schema.ts";

export interface Components {
  /** The schema with its `$defs` moved to the components, and every reference to them changed. */
  hoist(schema: JsonSchema): JsonSchema;
  /** The components in the order of their names. */
  all(): Readonly<Record<string, JsonSchema>>;
}

const HERE = "#/$defs/";
const THERE = "#/components/schemas/";

/** Throws TypeError where two different parts have one name: a request and a response part must not share an id. */
export function collectComponents(): Components {
  const found = new Map<string, JsonSchema>();
  return {
    hoist(schema) {
      const { $defs = {}, ...rest } = schema;
      for (const [name, part] of Object.entries($defs)) {
        const here = pointingThere(part) as JsonSchema;
        const known = found.get(name);
        if (known !== undefined && !isDeepStrictEqual(known, here))
          throw new TypeError(`two different schemas are called ${name}`);
        found.set(name, here);
      }
      return pointingThere(rest) as JsonSchema;
    },
    all: () => Object.fromEntries(sorted(found).map(([name, schema]) => [name, withDiscriminator(schema, found)])),
  };
}

const sorted = (found: ReadonlyMap<string, JsonSchema>) => [...found].sort(([a], [b]) => (a < b ? -1 : 1));

function pointingThere(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(pointingThere);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "$ref" ? moved(value) : pointingThere(value)]),
  );
}

const moved = (reference: unknown): unknown =>
  typeof reference === "string" && reference.startsWith(HERE) ? THERE + reference.slice(HERE.length) : reference;

/** A union of components gets the field by which they can be told apart: the one that is a constant in each of them. */
function withDiscriminator(schema: JsonSchema, components: ReadonlyMap<string, JsonSchema>): JsonSchema {
  if (!Array.isArray(schema["oneOf"])) return schema;
  const references = (schema["oneOf"] as readonly JsonSchema[]).map((branch) => branch.$ref ?? "");
  const branches = references.map((reference) => components.get(reference.slice(THERE.length))?.properties ?? {});
  const field = Object.keys(branches[0] ?? {}).find((name) =>
    branches.every((branch) => typeof branch[name]?.["const"] === "string"),
  );
  if (field === undefined) return schema;
  const mapping = Object.fromEntries(branches.map((branch, index) => [String(branch[field]?.["const"]), references[index]]));
  return { ...schema, discriminator: { propertyName: field, mapping } };
}
