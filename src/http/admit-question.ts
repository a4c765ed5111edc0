/** What a question may ask for beyond its shape: a time of its own, a deadline within the server's. Pure. */
import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { QuestionBody } from "../service/answers.ts";
import { requirePermission } from "./auth.ts";
import type { Settings } from "./settings.ts";

/** Throws AppError `forbidden` or `invalid_request`. */
export function admitQuestion(question: QuestionBody, caller: Caller, { requestDeadlineMs }: Settings): void {
  if (question.at !== undefined) requirePermission(caller, "explain", { pointer: "/at" });
  const asked = question.deadline_ms;
  if (asked === undefined || asked <= requestDeadlineMs) return;
  const expected = `at most ${requestDeadlineMs}`;
  throw new AppError("invalid_request", `/deadline_ms: expected ${expected} (the server's own deadline), got ${asked}.`, {
    errors: [{ pointer: "/deadline_ms", message: `expected ${expected}, got ${asked}`, expected, got: String(asked) }],
  });
}
