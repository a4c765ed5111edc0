/** What the front matter of a document may say: the only definition. Pure. */
import { z } from "zod";
import { canonicalMoment } from "../text/instant.ts";

const Line = z
  .string()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "expected one line of text")
  .regex(/\S/u, "expected text that is not blank")
  .max(300);

const Tag = z
  .string()
  .refine((tag) => canonicalTag(tag) !== null, "a language is a BCP 47 tag such as en or pt-BR")
  .meta({ title: "language tag" });

const MOMENT = "a date is written as in 2026-11-29, a time with its zone as in 2026-11-29T09:30:00+02:00";
const Moment = z
  .string()
  .refine((text) => canonicalMoment(text) !== null, MOMENT)
  .meta({ title: "date or time" });

const List = z.array(Line).max(1_000);
const Scalar = z.union([Line, z.number(), z.boolean()]);

const Acl = z
  .strictObject({
    subjects: List.optional().describe("Ids of people."),
    groups: List.optional().describe("Groups of the caller."),
    plans: List.optional().describe("Plans of the policy."),
  })
  .describe("Who may see it: one entry that fits is enough. An empty one fits nobody.");

export const FrontMatter = z
  .strictObject({
    title: Line.optional().describe("Else the heading that stands above all others, else the file's name."),
    language: Tag.optional().describe("BCP 47; else the policy's."),
    key: Line.optional().describe("Names the thing that this document is a version of."),
    version: Line.optional().describe('In quotes: "1.10" is a text, 1.10 the number 1.1.'),
    supersedes: z
      .union([Line, List])
      .optional()
      .describe("What it replaces: paths of documents in the same folder, or key@version; one, or a list."),
    published_at: Moment.optional().describe("A date, or a time with its zone."),
    effective_from: Moment.optional().describe("From when on it is in force."),
    effective_to: Moment.optional().describe("The first instant at which it is no longer in force."),
    topic: Line.optional().describe("The topic of topics.yaml that its values are about."),
    acl: Acl.optional(),
    applies_to: z
      .record(Line, z.union([Scalar, z.array(Scalar).max(100)]))
      .optional()
      .describe("Declared attributes, or plan, and the values it is meant for: one, or a list."),
  })
  .describe("The front matter of a document.");
export type FrontMatter = z.infer<typeof FrontMatter>;

/** The tag in its canonical form; null where it is none. */
export function canonicalTag(tag: string): string | null {
  if (tag.length > 35) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
