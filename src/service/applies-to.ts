/** Whom a candidate is meant for: plans and values of attributes, each known to the policy. Pure. */
import type { Given } from "../pipeline/given.ts";
import type { Policy } from "../policy/snapshot.ts";
import { checkValue } from "./attributes.ts";
import type { CandidateBody } from "./items-body.ts";
import { type Path, pointerTo } from "./pointer.ts";
import { unknownName } from "./unknown-name.ts";

const FOR_ALL: Given["appliesTo"] = new Map();

/** Throws an AppError for what the policy does not know: a plan or a value that was renamed would fit nobody, unseen. */
export function appliesTo(meant: CandidateBody["applies_to"], path: Path, policy: Policy): Given["appliesTo"] {
  if (meant === undefined) return FOR_ALL;
  return new Map(
    Object.entries(meant).map(([name, given]) => {
      const own = [...path, name];
      const check = checkOf(name, own, policy);
      if (!Array.isArray(given)) check(given as Scalar, own);
      else for (const [index, value] of given.entries()) check(value, [...own, index]);
      return [name, Array.isArray(given) ? given : [given as Scalar]];
    }),
  );
}

type Scalar = string | number | boolean;

/** What refuses a value of the attribute, or of the plan. */
function checkOf(name: string, path: Path, { attributes, plans }: Policy): (value: Scalar, at: Path) => void {
  if (name === "plan") {
    return (value, at) => {
      if (typeof value !== "string" || !plans.has(value))
        throw unknownName("unknown_plan", pointerTo(at), "plan", String(value), plans.keys());
    };
  }
  const attribute = attributes.get(name);
  if (attribute === undefined)
    throw unknownName("unknown_attribute", pointerTo(path), "declared attribute", name, ["plan", ...attributes.keys()]);
  return (value, at) => checkValue(value, at, { name, attribute });
}
