/** Building blocks that several policy files share. Pure. */
import { z } from "zod";
import { languageTagFault } from "./language-tag.ts";

export const Name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, "a name starts with a small letter and holds small letters, digits and _ (at most 64)")
  .meta({ title: "name" });

/** A name that is defined elsewhere. Its form is not tested here: an unknown name is told with what was probably meant. */
export const Reference = z.string().min(1).max(200).meta({ title: "name" });

/** A mapping with names of the policy's own as keys, and at least one of them. */
export const NamedRecord = <V extends z.ZodType>(value: V, what: string) =>
  z
    .record(Name, value)
    .refine((all) => Object.keys(all).length > 0, { message: `expected at least one ${what}`, params: { code: "empty" } });

export const Language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a language is a BCP 47 tag such as en or pt-BR")
  .superRefine((tag, context) => {
    const message = languageTagFault(tag);
    if (message !== null) context.addIssue({ code: "custom", message, params: { code: "unknown-language" } });
  })
  .meta({ title: "language tag" });

export const Text = z.string().trim().min(1, "expected text that is not blank").max(4_000);

/** Text that is one line of the prompt. A "/" at its start would join the line feed before it into one token. */
export const LineText = Text.regex(/^[^/\n\r][^\n\r]*$/, 'expected one line of text that does not begin with "/"');

/** A text, or one text per language. */
export const LocalizedText = z.union([
  LineText,
  z
    .record(Language, LineText)
    .refine((texts) => Object.keys(texts).length > 0, { message: "expected at least one language", params: { code: "empty" } }),
]);
export type LocalizedText = z.infer<typeof LocalizedText>;

const BRACKETED = Text.regex(/^[^()[\]<>\n\r]{1,40}$/, "expected one line of 1 to 40 characters without ( ) [ ] < >");

/** A few words that will stand in brackets, or some per language. */
export const LocalizedWords = z.union([
  BRACKETED,
  z
    .record(Language, BRACKETED)
    .refine((texts) => Object.keys(texts).length > 0, { message: "expected at least one language", params: { code: "empty" } }),
]);

/** A text resolved for a language: the exact tag, else its primary part, else the policy's own. */
export type Localized<T = string> = (language: string) => T;

export const Pointer = z
  .string()
  .regex(/^(\/([^~/]|~[01])*)*$/, 'a JSON Pointer (RFC 6901) is empty, or parts that each begin with "/"')
  .meta({ title: "JSON Pointer" });

export const Duration = z
  .string()
  .regex(/^[1-9][0-9]{0,6}(ms|s|m|h|d)$|^0s$/, "a duration is a whole number with a unit: 400ms, 30s, 5m, 24h, 180d")
  .meta({ title: "duration" });

/** `day`, or a duration. */
export const FreshFor = z
  .string()
  .regex(/^(day|[1-9][0-9]{0,6}(ms|s|m|h|d))$/, "expected day, or a whole number with a unit such as 90m, 24h or 7d")
  .meta({ title: "`day` or duration" });

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a `Duration` string. */
export function durationMs(duration: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(duration);
  if (match === null) throw new TypeError(`not a duration: ${duration}`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

export const Headers = z
  .record(
    z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "a header name holds letters, digits and - (at most 64)"),
    z.string().max(4_000),
  )
  .default({})
  .describe("Headers to send. Values are secrets: never logged, never in an error.");

export const RelativePath = z
  .string()
  .regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[A-Za-z0-9._/-]{1,200}$/, "a path stays inside the policy's folder, without ..")
  .meta({ title: "path" });

export const Tokens = z.int().min(0).max(10_000_000);
