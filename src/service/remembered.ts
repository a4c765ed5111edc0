/** What is remembered about the person, as candidates of one request; and what it replaced, taken out of what the request brings. Pure but for the reading. */
import type { CallerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { AssembleDeps } from "../pipeline/assemble.ts";
import type { Given } from "../pipeline/given.ts";
import type { Hashing } from "../pipeline/manifest/manifest.ts";
import { bringsTexts, outdatedItems } from "../pipeline/memory/outdated.ts";
import { candidateIdOf, statementOf } from "../pipeline/memory/statement-id.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { TimeLeft } from "../sources/time-left.ts";
import { isInForce } from "../store/memory-rules.ts";
import type { MemoryStore, MemoryView, StoredMemory } from "../store/memory-store.ts";
import type { Recall } from "./recall.ts";
import { refuseCycle } from "./refuse-cycle.ts";

export type RecallStore = Pick<MemoryStore, "recall">;

interface Recalling {
  readonly caller: CallerAbout;
  readonly request: AssemblyRequest;
  /** With the keyed hash that the store's turns and traces are hashed with. */
  readonly hashing: Pick<Hashing, "keyed">;
  readonly deps: Pick<AssembleDeps, "languages">;
}

/**
 * Null where the policy asks for none. What may be outdated is not guessed: rejects as the store does, and with AppError `store_unavailable`
 * when it has not answered before the time is over.
 */
export async function recallOf(
  store: RecallStore,
  { caller, request, hashing, deps }: Recalling,
  timeLeft: Pick<TimeLeft, "wait">,
): Promise<Recall | null> {
  const { policy, items: own, atMs } = request;
  if (policy.memory === null) return null;
  const ids = [...new Set(own.candidates.flatMap(({ id }) => statementOf(id) ?? []))];
  const reading = store.recall(caller, { most: policy.memory.most, atMs, ids, compares: bringsTexts(request) });
  const view = await timeLeft.wait<MemoryView | null>({ joined: false, result: reading, leave: () => {} }, null);
  if (view === null) {
    throw new AppError(
      "store_unavailable",
      "The memory of the person was not read before the deadline of the request. Try again.",
      {
        retryAfterSeconds: 1,
      },
    );
  }
  const { rules } = deps.languages;
  return { items: view.items, inForce: view.inForce, ...outdatedItems({ view, request, keyed: hashing.keyed, rules }) };
}

/**
 * `without`: ids that are taken away, for ablation. Throws AppError `supersedes_cycle` where the request's links and what the store has go
 * round in a circle.
 */
export function withRecall(
  request: AssemblyRequest,
  recall: Recall | null,
  without: ReadonlySet<string> = new Set(),
): AssemblyRequest {
  if (recall === null || request.policy.memory === null) return request;
  const { items, inForce, candidates: outdated, turns } = recall;
  const { atMs } = request;
  const competing = items.slice(0, request.policy.memory.most);
  const stored = new Set(competing.map(({ id }) => candidateIdOf(id)));
  // One id, one text: of a statement that the request brings too, the store knows the words and whether they stand.
  const own = request.items.candidates.filter(({ id }) => !stored.has(id));
  const hidden = new Set([...request.items.hidden].filter((id) => !stored.has(id)));
  const seen = own.filter(({ id }) => !hidden.has(id));
  const candidates = competing.map((one) => candidateOf(one, seen)).filter(({ id }) => !without.has(id));
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
      outdatedTurns: turns,
      outdatedCandidates: outdated,
      recall: { inForce, competing: competing.filter((one) => isInForce(expiryOf(one), atMs)).length },
    },
  };
}

/** Whether the policy wants more of a record's memory than was recorded. */
export function lacksRecall({ memory }: AssemblyRequest["policy"], recall: Recall | null): boolean {
  if (memory === null) return false;
  if (recall === null) return true;
  const { items, inForce } = recall;
  return items.length < Math.min(memory.most, inForce);
}

const expiryOf = ({ expires_at }: StoredMemory): number | null => (expires_at === null ? null : Date.parse(expires_at));

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
