/** The body of `GET /manifests/{id}`: the stored record of one assembly, without any text of a person. Pure. */
import { z } from "zod";
import { Core, Inputs } from "./core.ts";
import { RecordedPrefix } from "./prefix.ts";
import { SourceTiming } from "./source-timing.ts";

const Envelope = z
  .strictObject({
    manifest_id: z.string(),
    request_id: z.string(),
    trace_id: z.string(),
    conversation: z.string().nullable(),
    created_at: z.string().meta({ format: "date-time" }),
    timings: z.array(SourceTiming),
    prefix: RecordedPrefix.exactOptional(),
  })
  .meta({ id: "Envelope" });

export const Manifest = z
  .strictObject({
    core: Core.describe("The deterministic part: the same inputs, policies and time give the same bytes."),
    inputs: Inputs.describe("What a replay needs, by keyed hash."),
    envelope: Envelope,
  })
  .meta({ id: "Manifest" });
