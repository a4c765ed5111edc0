/** The candidates, turns and tools of a validated body: names checked, ids unique, nothing replaced in a circle. Pure. */
import { AppError } from "../errors.ts";
import { maySee, type Viewer } from "../pipeline/filter/access.ts";
import {
  type DeclaredTokens,
  type Given,
  type GivenItems,
  NO_ITEMS,
  NOTHING_RECALLED,
  type ToolDefinition,
  type Turn,
} from "../pipeline/given.ts";
import { STATEMENT_PREFIX } from "../pipeline/memory/statement-id.ts";
import { cleanText, hidesText } from "../policy/clean-value.ts";
import { FIXED_PART_IDS } from "../policy/fixed-parts.ts";
import type { Policy } from "../policy/snapshot.ts";
import { canonicalJson } from "../text/json/canonical.ts";
import { appliesTo } from "./applies-to.ts";
import { checkClaims } from "./check-claims.ts";
import type { CandidateBody, ItemsBody, ToolBody, TurnBody } from "./items-body.ts";
import { type Path, pointerTo } from "./pointer.ts";
import { refuseCycle } from "./refuse-cycle.ts";
import { refused } from "./refused.ts";

/**
 * Throws an AppError that names the place. A body without items costs nothing. Of what the viewer may not see only the form
 * counts, ids included: what it says and whom it replaces is not looked at, so that it can refuse nothing.
 */
export function resolveItems(body: ItemsBody, policy: Policy, viewer: Viewer): GivenItems {
  const { candidates = [], turns = [], tools = [] } = body;
  if (candidates.length + turns.length + tools.length === 0) return NO_ITEMS;
  const seen = new Map<string, Path>();
  for (const [index, turn] of turns.entries()) claimId(turn.id, ["turns", index, "id"], seen, policy);
  for (const [index, one] of candidates.entries()) claimId(one.id, ["candidates", index, "id"], seen, policy);
  const hidden = new Set(candidates.filter((one) => !maySee({ acl: aclOf(one) }, viewer)).map(({ id }) => id));
  checkTokens(body, policy, hidden);
  checkTools(tools);
  const known = { policy, turnIds: new Set(turns.map((turn) => turn.id)), hidden };
  const given = candidates.map((one, index) => givenOf(one, ["candidates", index], known));
  refuseCycle(
    given.filter(({ id }) => !hidden.has(id)),
    given,
  );
  return {
    candidates: given,
    hidden,
    turns: turns.map((turn, index) => turnOf(turn, ["turns", index])),
    tools: tools.map(toolOf).sort((a, b) => (a.name < b.name ? -1 : 1)),
    hiddenTools: tools.filter(hidesInTool).map(({ name }) => name),
    ...NOTHING_RECALLED,
  };
}

/** One id, one thing: also the pieces of the policy and the fixed parts are named in decisions. */
function claimId(id: string, path: Path, seen: Map<string, Path>, policy: Policy): void {
  const before = seen.get(id);
  const owner = before === undefined ? ownerOf(id, path, policy) : pointerTo(before);
  if (owner === null) {
    seen.set(id, path);
    return;
  }
  const pointer = pointerTo(path);
  const message = `the id stands already at ${owner}`;
  throw new AppError("duplicate_candidate_id", `${pointer}: ${message}; ids are unique in a request.`, {
    errors: [{ pointer, message, expected: "an id of its own", got: "an id that is taken" }],
  });
}

/** Whose name it is already; null for a free one. A candidate may be a statement that the caller hands over; a turn is never one. */
function ownerOf(id: string, path: Path, { pieces, documents, memory }: Policy): string | null {
  if (pieces.has(id)) return "a piece of the policy";
  if ((FIXED_PART_IDS as readonly string[]).includes(id)) return "a part of every prompt";
  if (memory !== null && path[0] === "turns" && id.startsWith(STATEMENT_PREFIX)) return "the statements of the memory store";
  const colon = id.indexOf(":");
  return colon > 0 && documents.has(id.slice(0, colon)) ? "the sections of a source of documents" : null;
}

interface Known {
  readonly policy: Policy;
  readonly turnIds: ReadonlySet<string>;
  /** Ids of candidates that the viewer may not see. */
  readonly hidden: ReadonlySet<string>;
}

/** Throws an AppError for a name that the policy or the request does not know. */
function checkNames(one: CandidateBody, path: Path, { policy, turnIds }: Known): void {
  checkClaims(one, path, policy.topics);
  if (one.after !== undefined && !turnIds.has(one.after)) {
    throw refused(pointerTo([...path, "after"]), "the id of a turn of this request", "an id that no turn has");
  }
}

function givenOf(one: CandidateBody, path: Path, known: Known): Given {
  const isHidden = known.hidden.has(one.id);
  if (!isHidden) checkNames(one, path, known);
  return {
    id: one.id,
    kind: one.kind,
    text: one.text,
    label: one.label ?? null,
    abstract: one.abstract ?? null,
    tool: one.tool ?? null,
    after: one.after ?? null,
    status: one.status ?? "ok",
    origin: one.origin ?? null,
    pinned: one.pinned ?? false,
    relevance: one.relevance ?? null,
    trust: one.trust ?? null,
    freshness: one.freshness ?? null,
    userNeed: one.user_need ?? null,
    conflictRisk: one.conflict_risk ?? null,
    value: one.value ?? null,
    publishedAt: one.published_at ?? null,
    effectiveFrom: one.effective_from ?? null,
    effectiveTo: one.effective_to ?? null,
    key: one.key ?? null,
    version: one.version === undefined ? null : String(one.version),
    supersedes: one.supersedes ?? NOTHING,
    topic: one.topic ?? null,
    claims: one.claims ?? null,
    appliesTo: appliesTo(isHidden ? undefined : one.applies_to, [...path, "applies_to"], known.policy),
    acl: aclOf(one),
    tokens: one.tokens ?? null,
    found: null,
  };
}

const aclOf = ({ acl }: CandidateBody): Given["acl"] =>
  acl === undefined ? null : { subjects: [], groups: [], plans: [], ...defined(acl) };

/** A provider refuses two functions of one name. */
function checkTools(tools: readonly ToolBody[]): void {
  const names = new Map<string, number>();
  for (const [index, { name }] of tools.entries()) {
    const first = names.get(name);
    if (first !== undefined) {
      throw refused(pointerTo(["tools", index, "name"]), "a name of its own", `the name of ${pointerTo(["tools", first])}`);
    }
    names.set(name, index);
  }
}

const NOTHING: readonly string[] = [];

const defined = <T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;

function turnOf(turn: TurnBody, path: Path): Turn {
  const { role, tool_calls: calls = [], tool_call_id: callId } = turn;
  if (calls.length > 0 && role !== "assistant") {
    throw refused(pointerTo([...path, "tool_calls"]), "no tool_calls: only an assistant turn has them", `a turn of role ${role}`);
  }
  if ((callId !== undefined) !== (role === "tool")) {
    throw refused(
      pointerTo([...path, "tool_call_id"]),
      "a tool_call_id on each tool turn, and on no other",
      `a turn of role ${role}`,
    );
  }
  return {
    id: turn.id,
    role,
    content: contentOf(turn.content),
    toolCalls: calls.map((call) => ({ id: call.id, ...call.function })),
    toolCallId: callId ?? null,
    value: turn.value ?? null,
    pinned: turn.pinned ?? false,
    tokens: turn.tokens ?? null,
  };
}

function contentOf(content: TurnBody["content"]): Turn["content"] {
  if (content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part) => (part.type === "text" ? part : { type: "image", url: part.image_url.url }));
}

const toolOf = ({ name, description, parameters }: ToolBody): ToolDefinition => ({
  name,
  description: description === undefined ? null : cleanText(description),
  // Members in one order, so that the same tools are the same bytes.
  parameters: JSON.parse(canonicalJson(parameters), cleanDescription),
});

/** Tools may come from servers of others. Names and values stay: the caller compares them with what the model calls. */
const cleanDescription = (member: string, value: unknown): unknown =>
  member === "description" && typeof value === "string" ? cleanText(value) : value;

const hidesInTool = ({ description = "", parameters }: ToolBody): boolean =>
  hidesText(description) || hidesText(JSON.stringify(parameters));

/** Declared counts are for tests; a policy that does not trust them must not be told them. */
function checkTokens({ candidates = [], turns = [] }: ItemsBody, { trustTokens }: Policy, hidden: ReadonlySet<string>): void {
  if (trustTokens) return;
  for (const [list, items] of [
    ["candidates", candidates],
    ["turns", turns],
  ] as const) {
    const index = items.findIndex(({ id, tokens }) => tokens !== undefined && !hidden.has(id));
    if (index >= 0) throw untrusted(pointerTo([list, index, "tokens"]));
  }
}

export function declaredTokens(tokens: ItemsBody["tokens"], { trustTokens }: Policy): DeclaredTokens | null {
  if (tokens !== undefined && !trustTokens) throw untrusted("/tokens");
  if (!trustTokens) return null;
  return { system: tokens?.system ?? null, tools: tokens?.tools ?? null, question: tokens?.question ?? null };
}

const untrusted = (pointer: string): AppError =>
  refused(pointer, "no declared counts: the policy does not say trust_tokens", "a declared count");
