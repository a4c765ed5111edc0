/** A model's answer comes back: judged against its manifest, stored beside it, learnt from. IO through the store. */

import type { Citing } from "../answer/citable.ts";
import { unlearntTokens } from "../answer/compare-tokens.ts";
import { judgeAnswer } from "../answer/judge.ts";
import { type PostedAnswer, postedOf } from "../answer/posted.ts";
import type { AnswerRecord, Usage } from "../answer/records.ts";
import { readUsage, tellsNumbers, USAGE_NAMES } from "../answer/usage.ts";
import type { Caller } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { CitingRecord } from "../pipeline/manifest/citing-record.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { AnswerStore } from "../store/answer-store.ts";
import type { ManifestStore, StoredManifest } from "../store/manifest-store.ts";
import { unknownManifest } from "../store/store-errors.ts";
import { canonicalJson } from "../text/json/canonical.ts";
import { createInTurn } from "./in-turn.ts";
import type { Meter } from "./meter.ts";
import { readRequestText } from "./replay/request-record.ts";
import type { ReceivedAnswer, Service } from "./service-types.ts";
import type { UsageObservers } from "./usage-observers.ts";

export interface ReceiveDeps {
  readonly store: ManifestStore & AnswerStore;
  readonly observers: UsageObservers;
  readonly meter: Pick<Meter, "answered">;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

/** The part of the service that takes models' answers and shows what was found out about them. */
export function modelAnswers(deps: ReceiveDeps): Pick<Service, "putAnswer" | "answer"> {
  const inTurn = createInTurn();
  return {
    // One manifest's answers one after the other: each sees what was stored and learnt before it.
    putAnswer: (caller, id, sent) =>
      inTurn(JSON.stringify([caller.tenant, id]), () => receiveAnswer(deps, caller, id, postedOf(sent))),
    async answer(caller, id) {
      const kept = await readKept(deps.store, caller, id);
      if (kept === null) throw new AppError("not_found", "There is no answer to a manifest of that id.");
      return kept.answer;
    },
  };
}

/**
 * The same answer again gives the same record and counts once; another one replaces it. Throws AppError `not_found` for a manifest
 * that the caller may not read, `erased`, `invalid_request` for a usage of unknown names, `audit_unavailable` when nothing was stored.
 */
async function receiveAnswer(
  { store, observers, meter, now }: ReceiveDeps,
  caller: Caller,
  manifestId: string,
  posted: PostedAnswer,
): Promise<ReceivedAnswer> {
  const usage = usageOf(posted);
  const manifest = await store.read(caller, manifestId);
  if (manifest === null) throw unknownManifest();
  const body = canonicalJson(posted);
  const answerHash = store.hash(caller, body);
  const kept = await readKept(store, caller, manifestId);
  const before = kept?.answer ?? null;
  if (before?.answer_hash === answerHash) return before;
  const citing = await citingOf(store, caller, manifest);
  const judged = judgeAnswer({ manifestId, core: manifest.core, citing, posted, usage, answerHash });
  // One prompt is learnt from once, whatever is posted of it, and never what another model measured.
  const wasLearnt = kept?.wasLearnt ?? false;
  const learnsFrom = wasLearnt || judged.findings.some(({ code }) => code === "other_model") ? null : usage;
  const record = learnsFrom === null ? judged : withCacheFalls(judged, learnsFrom, { ...manifest, ...observers });
  const receivedAt = new Date(now()).toISOString();
  const stored = await store.putAnswer(caller, manifestId, {
    record: { ...record, learnt_from: wasLearnt || learnsFrom !== null } satisfies KeptRecord,
    texts: new Map([[answerHash, body]]),
    received_at: receivedAt,
  });
  if (stored === "unknown") throw unknownManifest();
  // Where none was seen and one is replaced, another process stored and counted it in between. What was not stored is posted again.
  if (before !== null || stored === "stored") {
    if (learnsFrom !== null) observeRatio(observers, manifest.core, learnsFrom);
    meter.answered(record, manifest.core);
  }
  return { ...record, received_at: receivedAt };
}

/** As it is stored: whether its prompt was learnt from, by this answer or one before it. Older records do not say. */
interface KeptRecord extends AnswerRecord {
  readonly learnt_from?: boolean;
}

interface KeptAnswer {
  readonly answer: ReceivedAnswer;
  readonly wasLearnt: boolean;
}

/** Null where there is none that the caller may read. */
async function readKept(store: AnswerStore, caller: Caller, manifestId: string): Promise<KeptAnswer | null> {
  const found = await store.readAnswer(caller, manifestId);
  if (found === null) return null;
  const { learnt_from: learntFrom, ...record } = found.record as KeptRecord;
  return { answer: { ...record, received_at: found.received_at }, wasLearnt: learntFrom ?? record.usage !== null };
}

function usageOf({ usage }: PostedAnswer): Usage | null {
  if (usage === undefined || !tellsNumbers(usage)) return null;
  const read = readUsage(usage);
  if (read !== null) return read;
  const message = `expected the number of input tokens as ${USAGE_NAMES}`;
  throw new AppError("invalid_request", `/usage: ${message}.`, {
    errors: [{ pointer: "/usage", message, expected: USAGE_NAMES, got: "none of them" }],
  });
}

const NOTHING_CITED: Citing = { labels: new Map(), numbers: new Map(), quoted: [] };

/** From the texts that were stored with the manifest; what is past its time tells nothing. */
async function citingOf(store: ManifestStore, caller: Caller, { core, inputs }: StoredManifest): Promise<Citing> {
  const hash = inputs.citing_hash ?? null;
  const text = hash === null ? null : await store.readText(caller, hash);
  const recorded = text === null ? null : (JSON.parse(text) as CitingRecord);
  const labels = new Map(Object.entries(recorded?.labels ?? {}));
  if (core.dropped.some(({ id, kind }) => kind !== "fact" && kind !== "turn" && !labels.has(id))) {
    const request = await store.readText(caller, inputs.request_hash);
    for (const [id, label] of request === null ? [] : candidateLabels(request)) labels.set(id, label);
  }
  return recorded === null && labels.size === 0
    ? NOTHING_CITED
    : { labels, numbers: new Map(Object.entries(recorded?.numbers ?? {})), quoted: recorded?.quoted ?? [] };
}

/** None where an older version recorded the request in a form of its own. */
const candidateLabels = (request: string): readonly (readonly [string, string])[] =>
  (readRequestText(request)?.body.candidates ?? []).map(({ id, label }) => [id, label ?? id] as const);

function observeRatio({ ratio }: Pick<UsageObservers, "ratio">, { model, budget }: Core, usage: Usage): void {
  ratio.observe(model, { ours: unlearntTokens(budget), measured: usage.input_tokens });
}

/** With what is to be told of the share of cached tokens. */
function withCacheFalls(
  judged: AnswerRecord,
  { input_tokens: inputTokens, cached_tokens: cachedTokens }: Usage,
  { core, cache }: Pick<UsageObservers, "cache"> & { readonly core: Core },
): AnswerRecord {
  if (cachedTokens === null) return judged;
  const told = cache.reported(core, { inputTokens, cachedTokens });
  const falls = told.map(({ message, items }) => ({ code: "cached_share_falling" as const, message, items }));
  return falls.length === 0 ? judged : { ...judged, findings: [...judged.findings, ...falls] };
}
