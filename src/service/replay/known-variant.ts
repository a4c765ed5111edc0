/** Refuses a list by a variant that nobody can mean: no policy has it, and nothing was recorded with it. Pure. */
import { AppError } from "../../errors.ts";
import { variantsOf } from "../../policy/experiments.ts";
import { nearest } from "../../policy/nearest.ts";
import type { Policy } from "../../policy/snapshot.ts";
import type { ManifestFilter } from "../../store/manifest-query.ts";

/**
 * For a list in which nothing was found. Policies change and what was recorded stays, so a variant that no policy has any more is an
 * answer as long as there is something to show. Throws AppError `invalid_request` that names the parameter and the variants of `policies`.
 */
export function assertKnownVariants(filter: Pick<ManifestFilter, "variant" | "shadow">, policies: readonly Policy[]): void {
  const known = [...new Set(policies.flatMap(variantsOf))].sort();
  for (const parameter of ["variant", "shadow"] as const) {
    const got = filter[parameter];
    if (got === undefined || known.includes(got)) continue;
    const near = nearest(got, known);
    const expected = known.length === 0 ? "none: no policy has an experiment" : `one of ${known.join(", ")}`;
    const message = `"${got}" is no variant of a policy, and nothing was recorded with it${near === null ? "" : `; did you mean "${near}"?`}`;
    throw new AppError("invalid_request", `${parameter}: ${message}. Expected ${expected}.`, {
      errors: [{ parameter, message, expected, got: `"${got}"` }],
    });
  }
}
