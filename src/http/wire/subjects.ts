/** A person's data as a whole: what an erasure answers, what an export asks. Pure. */
import { z } from "zod";
import { textUpTo } from "./text.ts";

const Count = z.int().min(0);

export const ErasureReceipt = z
  .strictObject({
    receipt_id: z.string(),
    erased_at: z.string().meta({ format: "date-time" }),
    counts: z
      .strictObject({
        manifests: Count,
        answers: Count.describe("Answers of a model that were posted for them."),
        texts: Count.describe("Texts that belonged to this person alone."),
        memories: Count,
        cached: Count.describe("Answers of sources that this process held."),
      })
      .describe("What this erasure took; all zero when it is asked for again."),
  })
  .meta({ id: "ErasureReceipt" });

export const PersonExportQuery = z.strictObject({
  reason: textUpTo(500).describe("Why somebody has to see it; kept with the view of each manifest."),
});

export const PersonLine = z
  .strictObject({
    kind: z.enum(["manifest", "answer", "memory", "text", "view", "end"]),
    id: z.string().describe("Of end: how many records came before it."),
    body: z.unknown(),
  })
  .describe("One line. A body without the line of kind end at its end was cut off.")
  .meta({ id: "PersonLine" });
