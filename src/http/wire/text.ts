/** Texts of requests: sizes in code points, ids, times. Each check's message is the phrase that follows "expected". Pure. */
import { z } from "zod";
import { isBlank } from "../../policy/clean-value.ts";
import { canonicalInstant, canonicalMoment } from "../../text/instant.ts";

/** Code points of a well-formed text. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
  }
  return count;
}

/** What is expected of a text that must say something. */
export const notBlank = (max: number): string => `text of 1 to ${max} characters that is not blank`;

/** Text of 1 to `max` code points that is not blank. `maxLength` of JSON Schema counts code points too. */
export const textUpTo = (max: number) =>
  z
    .string()
    .refine((text) => text.length <= 2 * max && codePoints(text) <= max && !isBlank(text), {
      error: notBlank(max),
    })
    .meta({ minLength: 1, maxLength: max });

/** Text of up to `max` code points, blank or not: what a tool gives back may be nothing. */
export const blankOrTextUpTo = (max: number) =>
  z
    .string()
    .refine((text) => text.length <= 2 * max && codePoints(text) <= max, { error: `text of up to ${max} characters` })
    .meta({ maxLength: max });

/** Ids of people and records. `.` and `..` cannot occur, so an id never climbs in an address. */
export const Id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._~@:-]{0,127}$/,
    "an id: a letter or digit, then up to 127 letters, digits or any of . _ ~ @ : -",
  );

/** BCP 47, brought to its canonical form: en-us becomes en-US. */
export const LanguageTag = z
  .string()
  .transform((tag, context) => {
    const canonical = canonicalTag(tag);
    if (canonical !== null) return canonical;
    context.addIssue({ code: "custom", message: "a BCP 47 language tag such as en or pt-BR" });
    return z.NEVER;
  })
  .meta({ minLength: 2, maxLength: 35 });

function canonicalTag(tag: string): string | null {
  if (tag.length > 35) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

const plusHint = (text: string): string => (text.includes(" ") ? " (in an address, write + as %2B)" : "");

/** RFC 3339 with a zone, on a day that exists; letters upper-case afterwards. */
export const Instant = z
  .string()
  .transform((text, context) => {
    const canonical = canonicalInstant(text);
    if (canonical !== null) return canonical;
    context.addIssue({ code: "custom", message: `a time with its zone such as 2026-11-29T09:30:00+02:00${plusHint(text)}` });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

const ITEM_ID = "an id: one line of 1 to 200 visible characters without [ ] < >, and no blank at its ends";

/** Ids of candidates and turns: one line of visible characters, file names and titles included. */
export const ItemId = z
  .string()
  .regex(/^(?!\p{Z})[^\p{C}\p{Zl}\p{Zp}[\]<>]{1,200}(?<!\p{Z})$/u, { error: ITEM_ID, abort: true })
  .refine((id) => !isBlank(id), ITEM_ID);

/** A time with its zone, or a date. */
export const Moment = z
  .string()
  .transform((text, context) => {
    const canonical = canonicalMoment(text);
    if (canonical !== null) return canonical;
    context.addIssue({ code: "custom", message: `a date such as 2026-11-29, or a time with its zone${plusHint(text)}` });
    return z.NEVER;
  })
  .meta({ minLength: 10, maxLength: 40 });
