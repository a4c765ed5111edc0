/** What a question may bring beside its words: candidates, turns, tools. Pure. */
import { z } from "zod";
import { MOST_CALLS, STATUSES } from "../../pipeline/given.ts";
import { isBlank } from "../../policy/clean-value.ts";
import { Tokens } from "../../policy/schema/common.ts";
import type { Json } from "../../sources/source-result.ts";
import { blankOrTextUpTo, Id, ItemId, Moment, notBlank, textUpTo } from "./text.ts";

const Signal = z.number().min(0).max(1);
const Name = textUpTo(100);

/** Longest text of one candidate or turn, in code points; the bytes of all together are bounded apart. */
const MAX_TEXT = 1_000_000;
const Text = textUpTo(MAX_TEXT);

const Acl = z
  .strictObject({
    subjects: z.array(Id).max(1_000).optional(),
    groups: z.array(Name).max(1_000).optional(),
    plans: z.array(Name).max(100).optional(),
  })
  .describe("Who may see it: one entry that fits is enough. An empty list fits nobody, and so does {}.");

const Scalar = z.union([textUpTo(500), z.number(), z.boolean()]);

/** A number that is written with digits alone, so that it is compared as the number it is. */
const VersionNumber = z
  .number()
  .refine((version) => version <= Number.MAX_SAFE_INTEGER && /^\d+(\.\d+)?$/.test(String(version)), {
    error: `a version from 0 to ${Number.MAX_SAFE_INTEGER} that takes no exponent`,
  })
  .meta({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const LABEL = "one line of 1 to 200 visible characters without [ ] < >";

const common = {
  id: ItemId.describe("Unique in the request."),
  text: Text,
  label: z
    .string()
    .regex(/^[^\p{C}\p{Zl}\p{Zp}[\]<>]{1,200}$/u, { error: LABEL, abort: true })
    .refine((label) => !isBlank(label), LABEL)
    .optional()
    .describe("What the answer may cite; else the id."),
  abstract: Text.optional().describe("A shorter text that goes in where the whole one does not fit."),
  relevance: Signal.optional(),
  trust: Signal.optional(),
  freshness: Signal.optional(),
  user_need: Signal.optional(),
  conflict_risk: Signal.optional(),
  value: Signal.optional().describe("What it is worth; else its score."),
  pinned: z.boolean().optional().describe("Goes in whatever its score, or the call fails."),
  published_at: Moment.optional(),
  effective_from: Moment.optional(),
  effective_to: Moment.optional().describe("The first instant at which it is no longer in force."),
  key: Name.optional().describe("Names the thing that this is a version of."),
  version: z.union([textUpTo(100), VersionNumber]).optional(),
  supersedes: z.array(textUpTo(300)).max(1_000).optional().describe("Ids, or key@version, of what it replaces."),
  topic: Name.optional().describe("The topic of topics.yaml that its values are about, where its text does not say so."),
  claims: z
    .record(Name, textUpTo(200))
    .optional()
    .describe("By topic: the value it states, such as 14 days; refused where the topic can hold none of it."),
  acl: Acl.optional(),
  applies_to: z
    .record(Name, z.union([Scalar, z.array(Scalar).max(100)]))
    .optional()
    .describe("Declared attributes, or plan, and the values it is meant for."),
  tokens: Tokens.optional().describe("Declared count; only under trust_tokens."),
};

const Document = z.strictObject({ kind: z.literal("document"), ...common }).meta({ id: "DocumentCandidate" });
const Memory = z
  .strictObject({
    kind: z.literal("memory"),
    ...common,
    origin: z.enum(["explicit", "inferred"]).optional().describe("Whether the person said so, or it was inferred."),
  })
  .meta({ id: "MemoryCandidate" });
const ToolResult = z
  .strictObject({
    kind: z.literal("tool_result"),
    ...common,
    text: blankOrTextUpTo(MAX_TEXT),
    tool: Name.optional(),
    after: ItemId.optional().describe("The turn behind which it stands; else after the last."),
    status: z.enum(STATUSES).optional(),
  })
  .meta({ id: "ToolResultCandidate" });
const Example = z.strictObject({ kind: z.literal("example"), ...common }).meta({ id: "ExampleCandidate" });
const Hint = z.strictObject({ kind: z.literal("hint"), ...common }).meta({ id: "HintCandidate" });

export const Candidate = z.discriminatedUnion("kind", [Document, Memory, ToolResult, Example, Hint]).meta({ id: "Candidate" });

const TextPart = z.strictObject({ type: z.literal("text"), text: blankOrTextUpTo(MAX_TEXT) });
const ImagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(2_000_000)
      .regex(/^(https:\/\/|data:image\/)/, "an https or data:image address"),
  }),
});

const ToolCall = z.strictObject({
  id: Name,
  type: z.literal("function").optional(),
  function: z.strictObject({ name: Name, arguments: z.string().max(MAX_TEXT) }),
});

export const Turn = z
  .strictObject({
    id: ItemId.describe("Unique in the request."),
    role: z.enum(["user", "assistant", "tool"]),
    content: z.union([
      z.string().max(2 * MAX_TEXT),
      z
        .array(z.discriminatedUnion("type", [TextPart, ImagePart]))
        .min(1)
        .max(100),
      z.null(),
    ]),
    tool_calls: z.array(ToolCall).min(1).max(MOST_CALLS).optional().describe("Of an assistant turn."),
    tool_call_id: Name.optional().describe("Of a tool turn: the call it answers."),
    value: Signal.optional(),
    pinned: z.boolean().optional(),
    tokens: Tokens.optional().describe("Declared count; only under trust_tokens."),
  })
  .superRefine(({ role, content }, context) => {
    // A tool may give back nothing; nobody says nothing.
    if (role === "tool" || !Array.isArray(content)) return;
    for (const [at, part] of content.entries()) {
      const isNothing = part.type === "text" && isBlank(part.text);
      if (isNothing) context.addIssue({ code: "custom", message: notBlank(MAX_TEXT), path: ["content", at, "text"] });
    }
  })
  .meta({ id: "Turn" });

export const Tool = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "1 to 64 letters, digits, _ or -"),
    description: textUpTo(10_000).optional(),
    parameters: z.record(z.string(), z.unknown() as z.ZodType<Json>).describe("JSON Schema of its arguments."),
  })
  .meta({ id: "Tool" });

export const DeclaredTokens = z
  .strictObject({ system: Tokens.optional(), tools: Tokens.optional(), question: Tokens.optional() })
  .describe("Declared counts of the fixed parts; only under trust_tokens.");
