/** What is remembered about the person, as candidates of one request; and what it replaced, taken out of what the request brings. Pure but for the reading. */
import type { CallerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { Given } from "../pipeline/given.ts";
import type { Hashing } from "../pipeline/manifest.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { TimeLeft } from "../sources/time-left.ts";
import { turnName } from "../store/memory-rules.ts";
import type { MemoryStore, StoredMemory } from "../store/memory-store.ts";

/** One page of the store; with what was replaced, so that a copy of it is known. */
const MOST_READ = 500;

/** What a store had, as it is recorded: a replay reads this, not the store. */
interface Recall {
  readonly items: readonly StoredMemory[];
  /** Ids of those turns of the request that a replaced statement was taken from: they need no key to be read again. */
  readonly turns: readonly string[];
}

export type RecallStore = Pick<MemoryStore, "memories" | "supersededTurns">;

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
  if (request.policy.memory === null) return null;
  const reading = Promise.all([
    store.memories(caller, { limit: MOST_READ, after: null, superseded: true }),
    store.supersededTurns(caller),
  ]);
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
  const [{ items }, replaced] = read;
  return JSON.stringify({ items, turns: replacedTurns(request, replaced, hashing.keyed) } satisfies Recall);
}

function replacedTurns(
  { subject, conversation, items }: AssemblyRequest,
  replaced: ReadonlySet<string>,
  keyed: (text: string) => string,
): readonly string[] {
  const isReplaced = (turn: string): boolean =>
    [conversation, null].some((of) => replaced.has(keyed(turnName(subject, { conversation: of, turn }))));
  return items.turns.flatMap(({ id }) => (isReplaced(id) ? [id] : []));
}

/** `without`: ids that are taken away, for ablation. */
export function withRecall(
  request: AssemblyRequest,
  recall: string | null,
  without: ReadonlySet<string> = new Set(),
): AssemblyRequest {
  if (recall === null || request.policy.memory === null) return request;
  const { items, turns } = JSON.parse(recall) as Recall;
  const standing = items.filter(({ superseded_by }) => superseded_by === null).slice(0, request.policy.memory.most);
  const candidates = standing
    .map((one) => candidateOf(one, { items, own: request.items.candidates }))
    .filter(({ id }) => !without.has(id));
  return {
    ...request,
    items: {
      ...request.items,
      candidates: [...request.items.candidates, ...candidates],
      supersededTurns: new Set(turns),
    },
  };
}

/** It replaces a copy of what it replaced in the store, under either of its names, and whatever else fills its slot. */
function candidateOf(memory: StoredMemory, { items, own }: Around): Given {
  const copies = own.filter((one) => one.kind === "memory" && one.key !== null && one.key === memory.key && isUndated(one));
  return {
    ...{ id: candidateId(memory.id), kind: "memory", text: memory.statement, origin: memory.origin, key: memory.key },
    ...{ publishedAt: memory.stated_at, effectiveFrom: memory.created_at, effectiveTo: memory.expires_at },
    supersedes: [...replacedBy(memory.id, items).flatMap((id) => [id, candidateId(id)]), ...copies.map(({ id }) => id)],
    ...{ label: null, abstract: null, tool: null, after: null, status: "ok", pinned: false, relevance: null, trust: null },
    ...{ freshness: null, userNeed: null, conflictRisk: null, value: null, version: null, topic: null, claims: null },
    ...{ appliesTo: new Map(), acl: null, tokens: null, found: null },
  };
}

interface Around {
  readonly items: readonly StoredMemory[];
  /** Of the request. */
  readonly own: readonly Given[];
}

/** Nothing else says which of two is newer, and the store knows when its own was said. */
const isUndated = ({ effectiveFrom, version }: Given): boolean => effectiveFrom === null && version === null;

/** In however many steps. */
function replacedBy(id: string, all: readonly StoredMemory[]): readonly string[] {
  const direct = all.filter(({ superseded_by }) => superseded_by === id).map((one) => one.id);
  return [...direct, ...direct.flatMap((one) => replacedBy(one, all))];
}

/** `resolve-items.ts` keeps the name from a request's own candidates. */
const candidateId = (id: string): string => `memory:${id}`;
