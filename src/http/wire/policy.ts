/** The bodies of `GET /policies` and `GET /policies/{name}`: what is loaded, without addresses and credentials. Pure. */
import { z } from "zod";
import { POLICY_FINDING_CODES } from "../../policy/problem.ts";
import { ACCESSES } from "../../policy/schema/document-source.ts";
import { type BlockName, FORMATS } from "../../policy/schema/policy-file.ts";
import { nextCursor } from "./page.ts";

const PolicyFinding = z
  .strictObject({
    code: z.enum(POLICY_FINDING_CODES),
    message: z.string(),
    items: z.array(z.string()),
  })
  .meta({ id: "PolicyFinding" });

const summary = {
  name: z.string(),
  title: z.string(),
  digest: z.string(),
  language: z.string(),
  findings: z.array(PolicyFinding).describe("What the check has to say about a policy that loads."),
};

export const PolicySummary = z.strictObject(summary).meta({ id: "PolicySummary" });

export const PolicyList = z
  .strictObject({
    items: z.array(PolicySummary),
    next_cursor: nextCursor,
    snapshot: z.string().describe("Digest over all loaded policies."),
  })
  .meta({ id: "PolicyList" });

/** Percent of the budget by block. */
const Shares = z
  .strictObject({
    system: z.number(),
    request: z.number(),
    evidence: z.number(),
    memory: z.number(),
    tools: z.number(),
    safety: z.number(),
  } satisfies Record<BlockName, z.ZodType>)
  .meta({ id: "Shares" });

export const PolicyDetail = z
  .strictObject({
    ...summary,
    snapshot: z.string(),
    format: z.enum(FORMATS),
    time_zone: z.string().describe("Where neither the request nor a source gives one."),
    audit: z.enum(["required", "best_effort"]),
    models: z.array(z.strictObject({ name: z.string(), window: z.int(), reserve_output: z.int(), exact: z.boolean() })),
    budget: z.strictObject({
      total: z.int().nullable(),
      shares: Shares.nullable(),
      borrow: z.boolean(),
    }),
    plans: z.array(z.strictObject({ name: z.string(), secondary_tokens: z.int() })),
    attributes: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(["text", "number", "boolean"]),
        values: z.array(z.union([z.string(), z.number(), z.boolean()])).nullable(),
      }),
    ),
    routing: z.strictObject({ threshold: z.number(), margin: z.number(), fallback: z.string() }),
    intents: z.array(
      z.strictObject({
        name: z.string(),
        primary: z.array(z.string()),
        secondary: z.array(z.string()),
        exclude: z.array(z.string()),
        max_words: z.int(),
      }),
    ),
    scopes: z.array(z.string()),
    sources: z.array(z.strictObject({ name: z.string(), required: z.boolean(), timeout_ms: z.int() })),
    documents: z
      .array(
        z.strictObject({
          name: z.string(),
          kind: z.enum(["folder", "search"]),
          access: z.enum(ACCESSES),
          k: z.int(),
          floor: z.number().nullable(),
          digest: z.string().nullable().describe("Of everything the folder holds now; null for a search service."),
          documents: z.int().nullable(),
          sections: z.int().nullable(),
          problems: z
            .array(z.string())
            .describe(
              "Documents that are left out or served as they were before, and why; rules to sections that are not there.",
            ),
          warnings: z.array(z.string()),
        }),
      )
      .describe("Sources of documents."),
    pieces: z.array(z.strictObject({ id: z.string(), source: z.string(), label: z.string() })),
    files: z.array(z.string()).describe("Paths inside the policy's folder."),
  })
  .meta({ id: "PolicyDetail" });
