/** What of a request is recorded, as one text: the body as it was asked, the clock, and the groups of who asked. Pure. */
import { canonicalJson } from "../../text/json/canonical.ts";
import type { QuestionBody } from "../service-types.ts";

export interface RequestRecord {
  /** As validated, so that a changed policy resolves it anew: another default model, a plan that is gone. */
  readonly body: QuestionBody;
  /** RFC 3339 UTC: what `at` was taken to be. */
  readonly at: string;
  /** Of the verified caller: what access was tested against. */
  readonly groups: readonly string[];
  /** What was learnt of the model's estimated counts by then, in thousandths. */
  readonly learnt_milli: number;
}

export const requestText = (record: RequestRecord): string => canonicalJson(record);

/** Null for a text of an older version of the service, which recorded something else. */
export function readRequestText(text: string): RequestRecord | null {
  const parsed: unknown = JSON.parse(text);
  const isRecord = typeof parsed === "object" && parsed !== null && "body" in parsed && "at" in parsed && "groups" in parsed;
  return isRecord ? (parsed as RequestRecord) : null;
}
