/** The query of a list, and of the routes that take none. Pure. */
import { z } from "zod";

export const NoQuery = z.strictObject({});

const LIMIT = { least: 1, most: 200, usual: 50 } as const;

const Limit = z
  .string()
  .transform((text, context) => {
    const limit = /^[0-9]{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (limit >= LIMIT.least && limit <= LIMIT.most) return limit;
    context.addIssue({ code: "custom", message: `a whole number from ${LIMIT.least} to ${LIMIT.most}` });
    return z.NEVER;
  })
  .default(LIMIT.usual)
  .meta({ type: "integer", minimum: LIMIT.least, maximum: LIMIT.most, default: LIMIT.usual });

export const PageQuery = z.strictObject({
  limit: Limit.describe("Items at most."),
  cursor: z.string().max(500).optional().describe("The next_cursor of the page before."),
});

export const nextCursor = z.string().nullable().describe("Null on the last page.");
