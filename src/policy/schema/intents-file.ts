/** `intents.yaml`: which pieces answer which kind of question. The expert's table. Pure. */
import { z } from "zod";
import { NamedRecord, Reference, Text } from "./common.ts";

const Intent = z.strictObject({
  primary: z.array(Reference).min(1, "expected at least one primary piece").default([]).describe("Always in."),
  secondary: z.array(Reference).default([]).describe("In when there is room, in this order."),
  exclude: z.array(Reference).default([]).describe("Withheld when the routing is certain."),
  max_words: z.int().min(10).max(5_000).describe("The longest answer."),
  why: Text.optional().describe("Why the table is as it is."),
  owner: Text.optional().describe("Whom to ask about it."),
});

export const IntentsFile = z.strictObject({
  intents: NamedRecord(Intent, "intent").describe("The intents by name, in the order of ties."),
});
export type IntentsFile = z.infer<typeof IntentsFile>;
