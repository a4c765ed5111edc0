/** Which items the answer that was posted for a manifest cites. Reads the store. */
import type { AnswerRecord } from "../../answer/records.ts";
import type { Caller } from "../../caller.ts";
import type { AnswerStore } from "../../store/answer-store.ts";

/** Ids; none where no answer was posted. */
export async function citedBy(
  store: Pick<AnswerStore, "readAnswer">,
  caller: Caller,
  manifestId: string,
): Promise<ReadonlySet<string>> {
  const answer = await store.readAnswer(caller, manifestId);
  return new Set((answer?.record as Pick<AnswerRecord, "cited"> | undefined)?.cited.map(({ id }) => id));
}
