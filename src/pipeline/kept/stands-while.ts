/** How long an assembly stays what it is while only the clock goes on. Pure. */
import type { Assembly } from "../assemble.ts";
import { currencyTurns, dayTurns } from "../filter/pieces.ts";
import { type ClockSpan, spanBetween } from "./clock-span.ts";

/** The span of the clock in which the same question on the same answers ends in the same assembly. Items and documents of a request are not looked at. */
export function standsWhile({ request, choice, results, language, zone, heard }: Assembly): ClockSpan {
  const { policy, atMs } = request;
  const clock = { atMs, zone: zone.zone };
  const pieces = currencyTurns({ policy, chosen: choice.chosen, results, language: language.language, ...clock });
  // A time in the question means other dates from the next local day on.
  const days = heard.times.length === 0 ? [] : dayTurns(clock);
  return spanBetween([...pieces, ...days], atMs);
}
