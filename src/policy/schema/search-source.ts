/** An entry of `sources.yaml` that is a search service of the user's own: how it is asked, and where the hits are. Pure. */
import { z } from "zod";
import { Duration, Headers, Pointer, RelativePath } from "./common.ts";
import { ACCESSES, SourceLabel } from "./document-source.ts";

/** Most hits that one question may use of one service. */
const MAX_K = 100;

const Moment = z
  .union([
    Pointer,
    z.strictObject({
      pointer: Pointer.describe("Where the number is."),
      unit: z.enum(["s", "ms"]).describe("The place holds a number: seconds or milliseconds since 1970."),
    }),
  ])
  .optional();

const Acl = z.union([
  Pointer,
  z
    .strictObject({
      subjects: Pointer.optional().describe("Ids of people."),
      groups: Pointer.optional().describe("Groups of the caller."),
      plans: Pointer.optional().describe("Plans of the policy."),
    })
    .refine((lists) => Object.keys(lists).length > 0, { message: "expected at least one list", params: { code: "empty" } }),
]);

const Fields = z.strictObject({
  id: Pointer.describe("What names the hit; unique in an answer."),
  text: Pointer.describe("What the model may read."),
  score: Pointer.optional().describe("A number; more is better. Without it only the order counts."),
  label: Pointer.optional().describe("What an answer may cite; else the id."),
  key: Pointer.optional().describe("Names the thing that this is a version of."),
  version: Pointer.optional().describe("A text or a number; the higher replaces the lower of its key."),
  supersedes: Pointer.optional().describe("Ids, or key@version, of what it replaces: a text or a list of texts."),
  published_at: Moment.describe("A date, or a time with its zone; with `unit` a number."),
  effective_from: Moment.describe("From when on it is in force."),
  effective_to: Moment.describe("The first instant at which it is no longer in force."),
  topic: Pointer.optional().describe("The topic of topics.yaml that its values are about."),
  language: Pointer.optional().describe("A BCP 47 tag."),
  acl: Acl.optional().describe("An object with subjects, groups and plans; or a place for each of these lists."),
});

const Search = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe("The address. Names in braces are filled in: {subject}, {tenant}, {plan}, declared attributes."),
  method: z.enum(["GET", "POST"]).default("POST").describe("A GET has no body."),
  query: z
    .record(z.string().min(1).max(100), z.union([z.string().max(4_000), z.number(), z.boolean()]))
    .default({})
    .describe("Query parameters. Here and in the body {question}, {words} and {k} are filled in too."),
  body: z
    .record(z.string(), z.unknown().meta({ title: "any JSON value" }))
    .optional()
    .describe('A JSON object to send. A text that is exactly "{k}" becomes the number.'),
  join: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe("What stands between the words of {words}, where the service wants an operator there; else a blank."),
  quote: z.boolean().default(false).describe("Whether each word of {words} stands in double quotes."),
  hits: Pointer.describe("Where in the answer the list of hits is."),
  fields: Fields.describe("Where in one hit each of its fields is."),
});

export const SearchSource = z.strictObject({
  search: Search.describe("A search service of your own: how it is asked, and where the hits are."),
  access: z.enum(ACCESSES).describe("Who may see a hit that names nobody: whoever the policy serves (tenant), or nobody (acl)."),
  label: SourceLabel,
  headers: Headers,
  timeout: Duration.default("400ms").describe("How long one call may take, from start to last byte."),
  max_bytes: z.int().min(1).max(16_777_216).default(1_048_576).describe("The largest answer, unpacked."),
  error_field: Pointer.optional().describe("A place that is filled only when the service reports an error inside a 200."),
  required: z.boolean().default(false).describe("Whether the call fails with 503 when this source does."),
  trust: z.number().min(0).max(1).default(0.5).describe("How far this source is believed, 0 to 1."),
  k: z.int().min(1).max(MAX_K).default(4).describe("How many hits may be used."),
  floor: z
    .number()
    .optional()
    .describe("The least score of a hit that may be used. Hits without a score are then below it. Absent: no floor."),
  sample: RelativePath.describe("A real-shaped answer with at least one hit, checked at boot."),
});
export type SearchSource = z.infer<typeof SearchSource>;
