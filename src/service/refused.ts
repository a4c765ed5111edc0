/** The refusal of a value whose shape is right and which still cannot stand where it stands. Pure. */
import { AppError } from "../errors.ts";

/** Longer than any name that could be meant. */
const MOST_SHOWN = 100;

export function refused(pointer: string, expected: string, value: string): AppError {
  const got = value.length <= MOST_SHOWN ? value : `${value.slice(0, MOST_SHOWN).toWellFormed()}…`;
  const message = `expected ${expected}, got ${got}`;
  return new AppError("invalid_request", `${pointer}: ${message}.`, { errors: [{ pointer, message, expected, got }] });
}
