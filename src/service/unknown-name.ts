/** The refusal of a name that the policy does not have, with the names it has. Pure. */
import { AppError, type ErrorCode } from "../errors.ts";
import { nearest } from "../policy/nearest.ts";

const VOWEL = /^[aeiou]/;

export function unknownName(code: ErrorCode, pointer: string, what: string, got: string, known: Iterable<string>): AppError {
  const names = [...known];
  const near = nearest(got, names);
  const hint = near === null ? "." : `; did you mean "${near}"?`;
  const expected = names.length === 0 ? `no ${what}: the policy has none` : `one of ${names.join(", ")}`;
  const shown = got.length > 100 ? `a name of ${got.length} characters` : `"${got}"`;
  const message = `${shown} is not ${VOWEL.test(what) ? "an" : "a"} ${what} here${hint}`;
  return new AppError(code, `${message} Expected ${expected}.`, { errors: [{ pointer, message, expected, got: shown }] });
}
