/** The sources of documents in `sources.yaml`: folders, and what they share with search services. Pure. */
import { z } from "zod";
import { DEFAULT_WEIGHTS } from "../../documents/index-view.ts";
import { LocalizedText, Name, Reference, Text } from "./common.ts";

export const ACCESSES = ["tenant", "acl"] as const;
export type Access = (typeof ACCESSES)[number];

export const SourceLabel = LocalizedText.optional().describe(
  "How the prompt calls the source when it does not answer. Default: its name.",
);

const Weight = z.number().min(0).max(10);

const Rank = z.strictObject({
  k1: z.number().min(0).max(5).default(DEFAULT_WEIGHTS.k1).describe("How soon more of the same word counts no more."),
  b: z.number().min(0).max(1).default(DEFAULT_WEIGHTS.b).describe("How far a long section's words count less."),
  heading: Weight.default(DEFAULT_WEIGHTS.heading).describe("What a word of the heading counts, in words of the text."),
  parts: Weight.default(DEFAULT_WEIGHTS.parts).describe(
    "What a part of a word, or two words in a row, counts against the whole word.",
  ),
  synonym: Weight.default(DEFAULT_WEIGHTS.synonym).describe("What a synonym counts against the word itself."),
});

const Value = z.union([z.string(), z.number(), z.boolean()]);

const SendTo = z.strictObject({
  when: z
    .strictObject({
      plan: Reference.optional().describe("The request's plan."),
      intent: Reference.optional().describe("An intent in play: the lead, or a contender."),
      scope: Reference.optional().describe("A scope that the question names."),
      attributes: z.record(Name, Value).default({}).describe("Declared attributes of the request, each with its value."),
    })
    .refine((when) => Object.keys(when).length > (Object.keys(when.attributes).length === 0 ? 1 : 0), {
      message: "expected a plan, an intent, a scope or attributes",
      params: { code: "empty" },
    })
    .describe("All of it must hold."),
  sections: z
    .array(z.string().min(1).max(300))
    .min(1, "expected at least one section")
    .describe("Sections by path and anchor (travel.md#per-diem), or whole documents by path."),
  reason: Text.describe("Why, in a sentence that travels into the record."),
});

/** The name of the folder below the policy's, or an absolute path. */
const FolderPath = z
  .string()
  .regex(
    /^(?!.*\/\.\.?(\/|$))(documents(\/[^/\0]+)*|\/[^\0]{1,500})$/,
    "documents, a folder below it (documents/handbook), or an absolute path, without ..",
  )
  .meta({ title: "path" });

export const FolderSource = z.strictObject({
  folder: FolderPath.describe("Where the documents are: a folder below the policy's (documents), or an absolute path."),
  access: z
    .enum(ACCESSES)
    .describe("Who may see a document that names nobody: everybody of the tenant (tenant), or nobody (acl)."),
  label: SourceLabel,
  k: z.int().min(1).max(100).default(4).describe("The most sections that are chosen for a question."),
  floor: z.number().positive().max(1_000).optional().describe("The score under which nothing is chosen. Absent: no floor."),
  trust: z.number().min(0).max(1).default(0.5).describe("How far this source is believed, 0 to 1."),
  select: z
    .enum(["sections", "fit"])
    .default("sections")
    .describe("fit: everything where it fits its block, else whole documents that have a chosen section."),
  rank: Rank.prefault({}).describe("What words count in the ranking (BM25)."),
  longest: z.int().min(200).max(1_000_000).default(4_000).describe("Characters above which a section is cut between paragraphs."),
  meaning: z
    .strictObject({
      floor: z.number().min(0).max(1).default(0.5).describe("The similarity from which a section without shared words counts."),
    })
    .optional()
    .describe("Rank by meaning as well, with the embeddings model of the environment. Absent: by words alone."),
  send_to: z
    .array(SendTo)
    .default([])
    .describe("Rules that send a question straight to sections. These come first, beside the k that are ranked."),
});
export type FolderSource = z.infer<typeof FolderSource>;
