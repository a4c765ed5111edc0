/** How a prompt begins against the one before in its conversation. Wire shapes of `pipeline/cache/prefix.ts`. Pure. */
import { z } from "zod";
import { Finding, PromptBlock } from "./core.ts";

const BlockName = PromptBlock.pick({ id: true, kind: true });

const prefix = {
  previous: z.string().nullable().describe("The manifest of the prompt before; null without one to compare with."),
  common: z
    .strictObject({ blocks: z.int(), tokens: z.int() })
    .nullable()
    .describe("What both prompts begin with, in pieces and in tokens."),
  differs: z
    .strictObject({ now: BlockName.nullable(), before: BlockName.nullable() })
    .nullable()
    .describe("What stands at the first place where they differ; null on a side that ended there, null where they are equal."),
};

export const Prefix = z.strictObject(prefix).meta({ id: "Prefix" });

export const RecordedPrefix = z
  .strictObject({ ...prefix, findings: z.array(Finding).describe("Those that depend on what was asked before.") })
  .meta({ id: "RecordedPrefix" });
