/** What is sent to be remembered, and how it is listed. Pure. */
import { z } from "zod";
import { ORIGINS } from "../../store/memory-store.ts";
import { nextCursor, PageQuery } from "./page.ts";
import { Id, Instant, ItemId, textUpTo } from "./text.ts";

const DateTime = z.string().meta({ format: "date-time" });
const Origin = z.enum(ORIGINS).describe("Whether the person said so, or it was concluded.");
const Share = z.number().min(0).max(1);
const Slot = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, "a slot such as address: small letters, digits and _ . -, at most 64")
  .describe("The slot that it fills: one statement at a time.");

export const MemoryBody = z
  .strictObject({
    subject: Id,
    statement: textUpTo(2_000).describe("One statement about the person, in one sentence or two."),
    key: Slot.optional(),
    source: z
      .strictObject({ turn: ItemId, conversation: Id.optional() })
      .optional()
      .describe("The turn it was taken from. Without a conversation: of any."),
    origin: Origin,
    confidence: Share.optional().describe("Absent: 1 for explicit, 0.5 for inferred."),
    stated_at: Instant.optional().describe("When it was said; absent: now."),
    expires_at: Instant.optional().describe("Not used from here on."),
    review_at: Instant.optional().describe("When somebody should ask whether it still holds."),
    supersedes: z.array(z.string().min(1).max(64)).max(20).optional().describe("Ids of statements that it replaces."),
    idempotency_key: textUpTo(200).optional().describe("The same key and body within a day: the same answer, written once."),
  })
  .meta({ id: "MemoryBody" });

const Memory = z
  .strictObject({
    id: z.string(),
    statement: z.string(),
    key: z.string().nullable(),
    source: z.strictObject({ conversation: z.string().nullable(), turn: z.string() }).nullable(),
    origin: Origin,
    confidence: Share,
    created_at: DateTime,
    stated_at: DateTime,
    expires_at: DateTime.nullable(),
    review_at: DateTime.nullable(),
    superseded_by: z.string().nullable().describe("Null for one that stands."),
    superseded_at: DateTime.nullable(),
  })
  .meta({ id: "Memory" });

export const MemoryAnswer = z
  .strictObject({
    memory: Memory,
    already_stored: z.boolean().describe("It was there, or the write was a repetition: nothing was written."),
    superseded: z.array(z.string()).describe("Ids of what it replaced."),
  })
  .meta({ id: "MemoryAnswer" });

export const MemoryQuery = z.strictObject({
  ...PageQuery.shape,
  subject: Id,
  superseded: z.enum(["true", "false"]).optional().describe("true: with those that were replaced."),
});

export const MemoryList = z
  .strictObject({ items: z.array(Memory).describe("Newest first."), next_cursor: nextCursor })
  .meta({ id: "MemoryList" });

export const DeletedMemory = z.strictObject({ id: z.string(), deleted_at: DateTime }).meta({ id: "DeletedMemory" });
