/** `scopes.yaml`: how far ahead a question looks, and what that changes. Pure. */
import { z } from "zod";
import { Name, Reference, Text } from "./common.ts";

const HORIZONS = ["day", "week", "months"] as const;
export type Horizon = (typeof HORIZONS)[number];

const reason = Text.describe("Why, in a sentence that travels into the response.");

export const ACTIONS = ["promote", "demote", "drop"] as const;

const Modifier = z
  .strictObject({
    promote: Reference.optional().describe("A piece that becomes primary (from nowhere: the last secondary)."),
    demote: Reference.optional().describe("A piece that becomes secondary (from there: the last one)."),
    drop: Reference.optional().describe("A piece that stays out."),
    reason,
  })
  .refine((modifier) => ACTIONS.filter((action) => modifier[action] !== undefined).length === 1, {
    message: "expected exactly one of promote, demote and drop",
    params: { code: "one-of" },
  });

export const ScopesFile = z.strictObject({
  scopes: z
    .record(
      Name,
      z.strictObject({
        horizon: z.enum(HORIZONS).describe("day: the same day; week: to the end of next week; months: beyond."),
        modifiers: z.array(Modifier).default([]).describe("What changes under this scope, in order."),
      }),
    )
    .describe("The scopes by name."),
});
export type ScopesFile = z.infer<typeof ScopesFile>;
