/** The refusal of a value whose shape is right and which still cannot stand where it stands. Pure. */
import { AppError } from "../errors.ts";

export function refused(pointer: string, expected: string, got: string): AppError {
  const message = `expected ${expected}, got ${got}`;
  return new AppError("invalid_request", `${pointer}: ${message}.`, { errors: [{ pointer, message, expected, got }] });
}
