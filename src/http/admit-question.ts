/** What a question may ask for beyond its shape: a time of its own, a deadline within the server's. Pure. */
import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { QuestionBody } from "../service/service-types.ts";
import { requirePermission } from "./auth.ts";
import type { Settings } from "./settings.ts";

/** Throws AppError `forbidden`, `invalid_request` or `body_too_large`. */
export function admitQuestion(question: QuestionBody, caller: Caller, settings: Settings): void {
  const { requestDeadlineMs } = settings;
  admitCandidates(question.candidates ?? [], settings);
  if (question.at !== undefined) requirePermission(caller, "explain", { pointer: "/at" });
  const asked = question.deadline_ms;
  if (asked === undefined || asked <= requestDeadlineMs) return;
  const expected = `at most ${requestDeadlineMs}`;
  throw new AppError("invalid_request", `/deadline_ms: expected ${expected} (the server's own deadline), got ${asked}.`, {
    errors: [{ pointer: "/deadline_ms", message: `expected ${expected}, got ${asked}`, expected, got: String(asked) }],
  });
}

type Candidates = NonNullable<QuestionBody["candidates"]>;

function admitCandidates(candidates: Candidates, { maxCandidates, maxCandidateBytes }: Settings): void {
  if (candidates.length > maxCandidates) throw tooMuch("candidates", maxCandidates, candidates.length);
  let bytes = 0;
  for (const { text, abstract, label } of candidates) {
    bytes += Buffer.byteLength(text) + Buffer.byteLength(abstract ?? "") + Buffer.byteLength(label ?? "");
  }
  if (bytes > maxCandidateBytes) throw tooMuch("bytes of candidates' texts", maxCandidateBytes, bytes);
}

function tooMuch(what: string, limit: number, got: number): AppError {
  const message = `expected at most ${limit} ${what}, got ${got}`;
  return new AppError(
    "body_too_large",
    `/candidates: ${message}. Send fewer or shorter ones, those most likely to matter first.`,
    {
      errors: [{ pointer: "/candidates", message, expected: `at most ${limit} ${what}`, got: String(got) }],
      extra: { limit, got },
    },
  );
}
