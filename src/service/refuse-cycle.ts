/** Candidates that replace each other in a circle are refused: none of them would be current. Pure. */
import { AppError } from "../errors.ts";
import { supersedesCycle } from "../pipeline/filter/current.ts";
import { momentMs } from "../pipeline/filter/moments.ts";
import type { Given } from "../pipeline/given.ts";
import { pointerTo } from "./pointer.ts";

/** Ids named of one circle; the rest is told as a number. */
const NAMED = 10;

/** The person's zone is not known yet, and two dates have one order in all of them. */
const ZONE = "UTC";

/**
 * Throws AppError `supersedes_cycle` with the ids along one circle. `candidates`: those that count, without what the viewer may not see;
 * `own`: all of the request, as their places in it are told.
 */
export function refuseCycle(candidates: readonly Given[], own: readonly Given[]): void {
  // Versions and dates alone are in an order: a circle needs a link.
  if (candidates.every(({ supersedes }) => supersedes.length === 0)) return;
  const linked = candidates.filter(({ key, supersedes }) => key !== null || supersedes.length > 0);
  const cycle = supersedesCycle(
    linked.map(({ id, key, version, supersedes, effectiveFrom, effectiveTo, publishedAt }) => ({
      id,
      key,
      version,
      supersedes,
      effectiveFromMs: momentMs(effectiveFrom, ZONE),
      effectiveToMs: momentMs(effectiveTo, ZONE),
      publishedAtMs: momentMs(publishedAt, ZONE),
    })),
  );
  if (cycle !== null) throw circle(cycle, own);
}

function circle(cycle: readonly string[], candidates: readonly Given[]): AppError {
  const index = candidates.findIndex(({ id, supersedes }) => supersedes.length > 0 && cycle.includes(id));
  const pointer = pointerTo(["candidates", index, "supersedes"]);
  const [first = "", ...others] = cycle;
  const named = others.slice(0, NAMED - 1).map((id) => `replaces "${id}", which `);
  const more = cycle.length > NAMED ? `replaces ${cycle.length - NAMED} more, the last of which ` : "";
  const message = `"${first}" ${named.join("")}${more}replaces ${cycle.length === 1 ? "itself" : `"${first}"`}`;
  return new AppError("supersedes_cycle", `${pointer}: ${message}; by link, version or date. Take one of the links away.`, {
    errors: [{ pointer, message, expected: "candidates that replace each other in one direction", got: "a circle" }],
  });
}
