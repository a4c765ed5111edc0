/** `prompt.documents` in `policy.yaml`: how sections of documents stand in the prompt. Pure. */
import { z } from "zod";
import { LocalizedText } from "./common.ts";

/** The members that are texts. */
export const DOCUMENT_TEXTS = ["index", "demand", "none_found"] as const;

export const DocumentLayout = z.strictObject({
  style: z
    .enum(["numbered", "bracketed"])
    .default("numbered")
    .describe("numbered: a list of the sections sent, then each under its number; bracketed: each under its label."),
  order: z
    .enum(["edges", "score", "source"])
    .default("edges")
    .describe("edges: the best first, the second best last; score: the best first; source: as in the documents."),
  restate: z.boolean().default(false).describe("Whether the question stands before the documents as well as last."),
  index: LocalizedText.prefault("Sections below:").describe("The line above the list of the sections sent."),
  demand: z
    .union([z.literal(false), LocalizedText])
    .prefault("Name the number of each section that your answer comes from. If no section above answers the question, say so.")
    .describe("What is asked of the model where documents were searched; false for nothing."),
  none_found: LocalizedText.prefault("No section of the documents answers this question.").describe(
    "The line that stands where no section was found.",
  ),
});
