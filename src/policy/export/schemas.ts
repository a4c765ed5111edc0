/** Writes the zod definitions of the policy files out as JSON Schemas, for editors, and as a reference, for people. Pure. */
import { z } from "zod";
import { FILE_KINDS, type FileKind, TEST_KIND, WORDS_KIND } from "../read/policy-files.ts";
import type { JsonSchema } from "./json-schema.ts";
import { referenceOf } from "./reference.ts";

/** A generated file: its path from the project's root, and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const ALL_KINDS = [...FILE_KINDS, WORDS_KIND, TEST_KIND];

/** One schema per policy file; the first line of a policy file names it. */
export function policySchemas(): readonly GeneratedFile[] {
  return ALL_KINDS.map((kind) => ({
    path: `policies/schema/${kind.key}.schema.json`,
    content: `${JSON.stringify(editorSchema(kind), null, 2)}\n`,
  }));
}

/** docs/policy-reference.md: every key of every file. */
export function policyReference(): GeneratedFile {
  const files = ALL_KINDS.map((kind) => ({ kind, schema: schemaOf(kind) }));
  return { path: "docs/policy-reference.md", content: referenceOf(files) };
}

/** What people write (defaults not filled in yet). */
const schemaOf = (kind: FileKind): JsonSchema => z.toJSONSchema(kind.schema, { io: "input" }) as JsonSchema;

function editorSchema(kind: FileKind): JsonSchema {
  const { $schema, ...rest } = schemaOf(kind);
  const description = kind.title;
  if (!kind.environment) return { $schema, description, ...rest };
  return { $schema, description, ...withEnvironment(rest), $defs: { environment: ENVIRONMENT } };
}

const PLACEHOLDER = `${"$"}{NAME} or ${"$"}{NAME:-default}`;
const ENVIRONMENT: JsonSchema = {
  type: "string",
  pattern: "\\$\\{[A-Z_][A-Z0-9_]*(:-[^}]*)?\\}",
  description: `A value of the environment: ${PLACEHOLDER}.`,
};

/** Where only some texts, or no text at all, may stand, a placeholder of the environment may stand too. */
function withEnvironment(schema: JsonSchema): JsonSchema {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: schema.anyOf.map(withEnvironment) };
  if (schema.properties !== undefined) {
    const properties = Object.entries(schema.properties).map(([name, member]) => [name, withEnvironment(member)] as const);
    return { ...schema, properties: Object.fromEntries(properties) };
  }
  if (typeof schema.additionalProperties === "object") {
    return { ...schema, additionalProperties: withEnvironment(schema.additionalProperties) };
  }
  if (schema.items !== undefined) return { ...schema, items: withEnvironment(schema.items) };
  const free = schema.type === "string" && schema["pattern"] === undefined && schema.enum === undefined;
  if (free) return schema;
  const { description, default: standard, ...own } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(standard === undefined ? {} : { default: standard }),
    anyOf: [own, { $ref: "#/$defs/environment" }],
  };
}
