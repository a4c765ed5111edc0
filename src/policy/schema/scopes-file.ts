/** `scopes.yaml`: how far ahead a question looks, and what that changes. Pure. */
import { z } from "zod";
import { Name, Text } from "./common.ts";

export const HORIZONS = ["day", "week", "months"] as const;
export type Horizon = (typeof HORIZONS)[number];

const reason = Text.describe("Why, in a sentence that travels into the response.");

export const Modifier = z.union(
  [z.strictObject({ promote: Name, reason }), z.strictObject({ demote: Name, reason }), z.strictObject({ drop: Name, reason })],
  { error: "exactly one of promote, demote and drop, and a reason" },
);

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
