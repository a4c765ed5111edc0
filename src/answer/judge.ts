/** A model's answer against the manifest of its prompt: what it cites, how long it is, what it cost. Pure. */
import type { Core } from "../pipeline/records/core.ts";
import { countWords } from "../text/words/count-words.ts";
import { type Citing, citableOf } from "./citable.ts";
import { citationsOf } from "./citations.ts";
import { compareTokens } from "./compare-tokens.ts";
import { answerFindings } from "./findings.ts";
import { finishOf } from "./finish.ts";
import { type PostedAnswer, textOf } from "./posted.ts";
import type { AnswerRecord, Usage } from "./records.ts";

export interface JudgeInput {
  readonly manifestId: string;
  readonly core: Core;
  readonly citing: Citing;
  readonly posted: PostedAnswer;
  readonly usage: Usage | null;
  /** Keyed hash of all that was posted. */
  readonly answerHash: string;
}

/** Targets of links are no words. */
const LINK_TARGET = /\]\([^()\s]*\)/g;

/** A pure function of the manifest and what was posted: the same again for the same answer. */
export function judgeAnswer({ manifestId, core, citing, posted, usage, answerHash }: JudgeInput): AnswerRecord {
  const text = textOf(posted);
  const reason = posted.finish_reason ?? null;
  const { prose, ...citations } = citationsOf(
    { text, content: posted.content ?? [], included: core.included },
    citableOf(core, citing),
  );
  const judged = {
    manifest_id: manifestId,
    answer_hash: answerHash,
    model: posted.model ?? null,
    finish: { reason, kind: finishOf(reason, posted.content ?? []) },
    words: { count: countWords(prose.replace(LINK_TARGET, "]")), allowed: core.instructions.max_words },
    ...citations,
    usage,
    tokens: compareTokens(core, usage),
  };
  return { ...judged, findings: answerFindings(judged, core) };
}
