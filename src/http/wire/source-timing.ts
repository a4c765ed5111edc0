/** How one source was asked. Wire shape of `sources/source-result.ts`. Pure. */
import { z } from "zod";

export const SourceTiming = z
  .strictObject({
    source: z.string(),
    ms: z.number(),
    via: z
      .enum(["upstream", "joined", "cache", "store", "none"])
      .describe("joined: an identical call was in flight; store: the memory."),
  })
  .meta({ id: "SourceTiming" });
