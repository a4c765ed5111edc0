/** What is remembered about the person, as candidates of one request; and what it replaced, taken out of what the request brings. Pure but for the reading. */
import type { CallerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { Given } from "../pipeline/given.ts";
import type { Hashing } from "../pipeline/manifest.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { TimeLeft } from "../sources/time-left.ts";
import { turnName } from "../store/memory-rules.ts";
import type { MemoryStore, StoredMemory } from "../store/memory-store.ts";
import { refuseCycle } from "./refuse-cycle.ts";
import { candidateIdOf, statementOf } from "./statement-id.ts";

/** What a store had, as it is recorded: a replay reads this, not the store. */
interface Recall {
  readonly items: readonly StoredMemory[];
  /** Statements in force then, those that were not handed over among them. */
  readonly in_force: number;
  /** Ids of the request's own candidates that are replaced statements, each with the id of what replaced it. */
  readonly replaced: readonly (readonly [id: string, by: string])[];
  /** Ids of those turns of the request that a replaced statement was taken from: they need no key to be read again. */
  readonly turns: readonly string[];
}

export type RecallStore = Pick<MemoryStore, "recall">;

interface RecallAsked {
  readonly caller: CallerAbout;
  readonly request: AssemblyRequest;
  /** With the keyed hash that the store's turns are hashed with. */
  readonly hashing: Pick<Hashing, "keyed">;
}

/**
 * The recall as text; null where the policy asks for none. What may be outdated is not guessed: rejects as the store does, and with AppError
 * `store_unavailable` when it has not answered before the time is over.
 */
export async function recallOf(
  store: RecallStore,
  { caller, request, hashing }: RecallAsked,
  timeLeft: Pick<TimeLeft, "wait">,
): Promise<string | null> {
  const { policy, items: own, atMs } = request;
  if (policy.memory === null) return null;
  const ids = [...new Set(own.candidates.flatMap(({ id }) => statementOf(id) ?? []))];
  const reading = store.recall(caller, { most: policy.memory.most, atMs, ids });
  const read = await timeLeft.wait<Awaited<typeof reading> | null>({ joined: false, result: reading, leave: () => {} }, null);
  if (read === null) {
    throw new AppError(
      "store_unavailable",
      "The memory of the person was not read before the deadline of the request. Try again.",
      {
        retryAfterSeconds: 1,
      },
    );
  }
  const { items, inForce, replaced, turns } = read;
  const recall: Recall = {
    ...{ items, in_force: inForce, replaced: replacedCandidates(own.candidates, replaced) },
    turns: replacedTurns(request, turns, hashing.keyed),
  };
  return JSON.stringify(recall);
}

/** By the candidates' own ids, which may say `memory:` or not. */
const replacedCandidates = (own: readonly Given[], replaced: ReadonlyMap<string, string>): Recall["replaced"] =>
  own
    .flatMap(({ id }) => {
      const by = replaced.get(statementOf(id) ?? "");
      return by === undefined ? [] : [[id, by] as const];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));

function replacedTurns(
  { subject, conversation, items }: AssemblyRequest,
  replaced: ReadonlySet<string>,
  keyed: (text: string) => string,
): readonly string[] {
  const isReplaced = (turn: string): boolean =>
    replaced.size > 0 && [conversation, null].some((of) => replaced.has(keyed(turnName(subject, { conversation: of, turn }))));
  return items.turns.flatMap(({ id }) => (isReplaced(id) ? [id] : []));
}

/**
 * `without`: ids that are taken away, for ablation. Throws AppError `supersedes_cycle` where the request's links and what the store has go
 * round in a circle.
 */
export function withRecall(
  request: AssemblyRequest,
  recall: string | null,
  without: ReadonlySet<string> = new Set(),
): AssemblyRequest {
  if (recall === null || request.policy.memory === null) return request;
  const { items, in_force: inForce, replaced, turns } = readRecall(recall);
  const { atMs } = request;
  const competing = items.slice(0, request.policy.memory.most);
  const stored = new Set(competing.map(({ id }) => candidateIdOf(id)));
  // One id, one text: of a statement that the request brings too, the store knows the words and whether they stand.
  const own = request.items.candidates.filter(({ id }) => !stored.has(id));
  const hidden = new Set([...request.items.hidden].filter((id) => !stored.has(id)));
  const seen = own.filter(({ id }) => !hidden.has(id));
  const candidates = competing.map((one) => candidateOf(one, seen)).filter(({ id }) => !without.has(id));
  const outdated = new Map(replaced.map(([id, by]) => [id, candidateIdOf(by)]));
  refuseCycle(
    [...seen, ...candidates].filter(({ id }) => !outdated.has(id)),
    request.items.candidates,
  );
  return {
    ...request,
    items: {
      ...request.items,
      hidden,
      candidates: [...own, ...candidates],
      supersededTurns: new Set(turns),
      supersededCandidates: outdated,
      recall: { inForce, competing: competing.filter((one) => isInForce(one, atMs)).length },
    },
  };
}

/** Whether the policy wants more of a record's memory than was recorded. */
export function lacksRecall({ memory }: AssemblyRequest["policy"], recall: string | null): boolean {
  if (memory === null) return false;
  if (recall === null) return true;
  const { items, in_force: inForce } = readRecall(recall);
  return items.length < Math.min(memory.most, inForce);
}

/** Records of before 0.3 have what was replaced among the items. */
function readRecall(text: string): Recall {
  const { items, in_force, replaced = [], turns } = JSON.parse(text) as Pick<Recall, "items" | "turns"> & Partial<Recall>;
  const standing = items.filter(({ superseded_by }) => superseded_by === null);
  return { items: standing, in_force: in_force ?? standing.length, replaced, turns };
}

const isInForce = ({ expires_at }: StoredMemory, atMs: number): boolean => expires_at === null || Date.parse(expires_at) > atMs;

/** It replaces whatever else fills its slot and does not say when, or that it replaces it. */
function candidateOf(memory: StoredMemory, own: readonly Given[]): Given {
  const id = candidateIdOf(memory.id);
  const copies = own.filter(
    (one) =>
      one.kind === "memory" && one.key !== null && one.key === memory.key && isUndated(one) && !one.supersedes.includes(id),
  );
  return {
    ...{ id, kind: "memory", text: memory.statement, origin: memory.origin, key: memory.key },
    ...{ publishedAt: memory.stated_at, effectiveFrom: memory.created_at, effectiveTo: memory.expires_at },
    supersedes: copies.map((one) => one.id),
    ...{ label: null, abstract: null, tool: null, after: null, status: "ok", pinned: false, relevance: null, trust: null },
    ...{ freshness: null, userNeed: null, conflictRisk: null, value: null, version: null, topic: null, claims: null },
    ...{ appliesTo: new Map(), acl: null, tokens: null, found: null },
  };
}

/** Nothing else says which of two is newer, and the store knows when its own was said. */
const isUndated = ({ effectiveFrom, publishedAt, version }: Given): boolean =>
  effectiveFrom === null && publishedAt === null && version === null;
