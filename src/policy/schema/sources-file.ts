/** `sources.yaml`: the upstream services and the documents. Pure. */
import { z } from "zod";
import { Duration, Headers, LineText, Name, NamedRecord, Pointer, Reference, RelativePath } from "./common.ts";
import { FolderSource } from "./document-source.ts";
import { SearchSource } from "./search-source.ts";

const Param = z.strictObject({
  from: Reference.describe("The source whose answer holds the value."),
  pointer: Pointer.describe("Where in that answer it is."),
  pattern: z.string().min(1).max(200).describe("What the whole value must look like, before it goes into an address."),
});

const ServiceSource = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe("The address. Names in braces are filled in: {subject}, {tenant}, {plan}, declared attributes, params."),
  headers: Headers,
  params: z.record(Name, Param).default({}).describe("Names in the address that another source's answer fills in."),
  timeout: Duration.default("400ms").describe("How long one call may take, from start to last byte."),
  max_bytes: z.int().min(1).max(16_777_216).default(1_048_576).describe("The largest answer, unpacked."),
  cache: z
    .strictObject({
      ttl: Duration.default("0s").describe("How long an answer is used again."),
      shared: z.boolean().default(false).describe("One answer for everybody. Only where the address names no person."),
      stale_if_error: Duration.default("0s").describe("How long after that an old answer may stand in for a failed call."),
    })
    .prefault({})
    .describe("Which answers are used again, and for how long."),
  error_field: Pointer.optional().describe("A place that is filled only when the service reports an error inside a 200."),
  required: z.boolean().default(false).describe("Whether the call fails with 503 when this source does."),
  trust: z.number().min(0).max(1).default(0.5).describe("How far this source is believed, 0 to 1."),
  sample: RelativePath.describe("A real-shaped answer, checked against the pieces at boot."),
});

const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "a tool's name holds letters, digits, _ and - (at most 64)")
  .meta({ title: "tool name" });

const ToolResult = z.strictObject({
  keep: z
    .array(Pointer)
    .min(1, "expected at least one pointer")
    .optional()
    .describe("The only places of a JSON result that go on."),
  line: LineText.optional().describe("What is made of them, with {{ names }}: the last part of each pointer."),
  on_error: LineText.optional().describe("What stands for a result that failed, timed out or is empty."),
});

const Source = z.union([ServiceSource, FolderSource, SearchSource]);
export type SourceEntry = z.infer<typeof Source>;
export type ServiceEntry = z.infer<typeof ServiceSource>;

export const SourcesFile = z.strictObject({
  sources: NamedRecord(Source, "source")
    .default({})
    .describe("The upstream services, folders of documents and search services by name."),
  memory: z
    .strictObject({
      most: z
        .int()
        .min(1)
        .max(200)
        .default(50)
        .describe(
          "How many statements compete at the most: those in force first, of those what the person said, of those the newest.",
        ),
    })
    .optional()
    .describe("The memory store: what stands about the person competes as memory."),
  tool_results: z.record(ToolName, ToolResult).default({}).describe("What of a tool's result goes on, by tool."),
});
export type SourcesFile = z.infer<typeof SourcesFile>;

/** The upstream services alone: what pieces and parameters come from. */
export const servicesOf = (sources: Readonly<Record<string, SourceEntry>>): Readonly<Record<string, ServiceEntry>> =>
  Object.fromEntries(Object.entries(sources).flatMap(([name, source]) => ("url" in source ? [[name, source] as const] : [])));
