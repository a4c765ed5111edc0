/** Building blocks that several policy files share. Pure. */
import { z } from "zod";

export const Name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, "a name starts with a small letter and holds small letters, digits and _ (at most 64)");

export const Language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a BCP 47 language tag such as en or pt-BR");

export const Text = z.string().trim().min(1, "text that is not empty").max(4_000);

/** A text, or one text per language. */
export const LocalizedText = z.union([
  Text,
  z.record(Language, Text).refine((texts) => Object.keys(texts).length > 0, "at least one language"),
]);
export type LocalizedText = z.infer<typeof LocalizedText>;

export const Pointer = z
  .string()
  .regex(/^(\/([^~/]|~[01])*)*$/, 'a JSON Pointer (RFC 6901): empty, or parts that each begin with "/"');

export const Duration = z
  .string()
  .regex(/^[1-9][0-9]{0,6}(ms|s|m|h|d)$|^0s$/, "a whole number with a unit: 400ms, 30s, 5m, 24h, 180d");

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a `Duration` string. */
export function durationMs(duration: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(duration);
  if (match === null) throw new TypeError(`not a duration: ${duration}`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

export const RelativePath = z
  .string()
  .regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[A-Za-z0-9._/-]{1,200}$/, "a path inside the policy's folder, without ..");

export const Tokens = z.int().min(0).max(10_000_000);
