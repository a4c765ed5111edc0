/** Values of declared attributes, as a request says them of the person and of what a candidate is meant for. Pure. */
import { AppError, type ErrorItem } from "../errors.ts";
import type { Attribute } from "../policy/snapshot.ts";
import { type Path, pointerTo } from "./pointer.ts";
import { unknownName } from "./unknown-name.ts";

type Value = string | number | boolean;
/** Throws an AppError for a name that is not declared, and for a value that the declaration does not allow. */
export function attributesOf(
  given: Readonly<Record<string, Value>>,
  declared: ReadonlyMap<string, Attribute>,
): ReadonlyMap<string, Value> {
  for (const [name, value] of Object.entries(given)) {
    const attribute = declared.get(name);
    if (attribute === undefined)
      throw unknownName("unknown_attribute", pointerTo(["attributes", name]), "declared attribute", name, declared.keys());
    checkValue(value, ["attributes", name], { name, attribute });
  }
  return new Map(Object.entries(given));
}

/** Throws an AppError that names the place where the declaration does not allow the value. */
export function checkValue(value: Value, path: Path, { name, attribute }: { name: string; attribute: Attribute }): void {
  const expected = fault(value, attribute);
  if (expected === null) return;
  const item: ErrorItem = { pointer: pointerTo(path), message: "not an allowed value", expected, got: typeof value };
  throw new AppError("invalid_request", `The attribute ${name} has a value that is not allowed; expected ${expected}.`, {
    errors: [item],
  });
}

/** What was expected, where the value is not it; null where it is fine. */
function fault(value: Value, { type, values, accepts }: Attribute): string | null {
  const wanted = type === "text" ? "string" : type;
  if (typeof value !== wanted) return type;
  if (values !== null && !values.includes(value)) return `one of ${values.join(", ")}`;
  return typeof value === "string" && !accepts(value) ? "text of the declared pattern" : null;
}
