/** `PUT /manifests/{id}/answer`: what a model answered, and what was found out about it. Pure. */
import { z } from "zod";
import { ANSWER_FINDING_CODES, CITED_HOW, FINISHES, UNSENT_OUTCOMES } from "../../answer/records.ts";
import { KINDS } from "../../pipeline/records/core.ts";
import { codePoints } from "./text.ts";

/** In code points; about 60,000 tokens of English. */
const MAX_ANSWER = 250_000;
const MAX_BLOCKS = 2_000;

const Block = z.looseObject({});

const fields = z.strictObject({
  text: z
    .string()
    .refine((text) => text.length <= 2 * MAX_ANSWER && codePoints(text) <= MAX_ANSWER, {
      error: `text of at most ${MAX_ANSWER} characters`,
    })
    .meta({ maxLength: MAX_ANSWER })
    .optional()
    .describe("The whole final text, as the person reads it. Else the text of the blocks."),
  content: z
    .array(Block)
    .max(MAX_BLOCKS)
    .optional()
    .describe(
      "The blocks of the answer as the provider gave them, with its citations: content of Anthropic, output of OpenAI Responses, parts or candidates of Gemini. Members that are not known are not read.",
    ),
  model: z.string().min(1).max(200).nullish().describe("The model that answered, in the provider's words."),
  finish_reason: z.string().min(1).max(100).nullish().describe("Why it ended, in the provider's words."),
  usage: Block.nullish().describe(
    "Null, as in most parts of a stream, is none. As the provider gave it, told by its names: input_tokens, prompt_tokens, promptTokenCount or inputTokens, and what stands beside it.",
  ),
});

export const ModelAnswer = fields
  .refine(({ text, content }) => text !== undefined || content !== undefined, { error: "text or content" })
  .meta({ id: "ModelAnswer" });

const Citable = {
  id: z.string(),
  label: z.string(),
  kind: z.enum(KINDS),
  role: z.enum(["primary", "secondary"]).nullable(),
};
const tokens = z.int().min(0).nullable();

const Usage = z
  .strictObject({
    input_tokens: z.int().min(0).describe("Of the whole prompt, cached or not."),
    cached_tokens: tokens,
    cache_write_tokens: tokens,
    output_tokens: tokens,
    reasoning_tokens: tokens,
  })
  .meta({ id: "Usage" });

const Tokens = z
  .strictObject({
    counted: z.int().describe("Ours."),
    exact: z.boolean(),
    from: z.int().describe("From here to `to` the measured number is within the margin of our count."),
    to: z.int(),
    measured: tokens,
    ratio: z.number().nullable().describe("Measured by counted."),
    cached_share: z.number().min(0).max(1).nullable(),
  })
  .meta({ id: "TokenComparison" });

const Marks = z
  .strictObject({
    cited: z.int().describe("Brackets that cite what was sent."),
    unsent: z.int(),
    unknown: z.int(),
    quoted: z.int().describe("Brackets that stand in a text that was sent, and cite nothing."),
    native: z.int().describe("The provider's own citations."),
    native_unknown: z.int().describe("Of those, pointing at a place of the payload where nothing stands."),
    native_elsewhere: z.int().describe("Of those, leading out of the prompt: to the web, or a store of the provider's."),
  })
  .meta({ id: "CitationMarks" });

export const AnswerRecord = z
  .strictObject({
    manifest_id: z.string(),
    answer_hash: z.string().describe("Keyed hash of what was posted: equal for equal answers."),
    model: z.string().nullable(),
    finish: z.strictObject({ reason: z.string().nullable(), kind: z.enum(FINISHES) }),
    words: z.strictObject({ count: z.int().describe("Without citations."), allowed: z.int() }),
    coverage: z.strictObject({
      citable: z.int().describe("Facts, documents, memories and tool results in the prompt."),
      cited: z.int(),
      share: z.number().min(0).max(1).nullable().describe("Null where nothing could be cited."),
      primaries: z.int(),
      primaries_cited: z.int(),
    }),
    cited: z.array(z.strictObject({ ...Citable, how: z.array(z.enum(CITED_HOW)), times: z.int() })),
    uncited: z.array(z.strictObject(Citable)),
    unsent: z
      .array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          outcome: z.enum(UNSENT_OUTCOMES),
          reason: z.string(),
          times: z.int(),
        }),
      )
      .describe("Named by the answer, and not in its prompt."),
    unknown: z
      .array(z.strictObject({ start: z.int(), end: z.int() }))
      .describe("Brackets that name nothing known: UTF-16 offsets into the text, the first 100."),
    marks: Marks,
    usage: Usage.nullable(),
    tokens: Tokens,
    findings: z.array(
      z
        .strictObject({ code: z.enum(ANSWER_FINDING_CODES), message: z.string(), items: z.array(z.string()) })
        .meta({ id: "AnswerFinding" }),
    ),
    received_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "AnswerRecord" });
