/** The dates of a request's items as instants: a date is its first instant in the person's zone. Pure. */
import { startOfDayMs } from "../../text/zoned.ts";
import type { Given, Moment } from "../given.ts";
import type { Dated } from "./current.ts";

interface Clock {
  readonly zone: string;
}

/** The instant at which versions are to be current. */
export function asOfMs({ asOf, atMs, zone }: Clock & { readonly asOf: Moment | null; readonly atMs: number }): number {
  return asOf === null ? atMs : (momentMs(asOf, zone) ?? atMs);
}

/** A candidate, or a document. */
type WithDates = Pick<Given, "id" | "key" | "version" | "supersedes" | "effectiveFrom" | "effectiveTo" | "publishedAt">;

/** The dates of an item as instants. */
export function datedOf(given: WithDates, { zone }: Clock): Dated {
  const { id, key, version, supersedes, effectiveFrom, effectiveTo, publishedAt } = given;
  return {
    id,
    key,
    version,
    supersedes,
    effectiveFromMs: momentMs(effectiveFrom, zone),
    effectiveToMs: momentMs(effectiveTo, zone),
    publishedAtMs: momentMs(publishedAt, zone),
  };
}

/** What replaces nothing and is replaced by nothing. */
export const undatedOf = ({ id }: Given): Dated => ({
  id,
  key: null,
  version: null,
  supersedes: [],
  effectiveFromMs: null,
  effectiveToMs: null,
  publishedAtMs: null,
});

/** An instant, or the first of a date in the zone. */
export function momentMs(moment: Moment | null, zone: string): number | null {
  if (moment === null) return null;
  return moment.length === "2026-11-29".length ? startOfDayMs(moment, zone) : Date.parse(moment);
}
