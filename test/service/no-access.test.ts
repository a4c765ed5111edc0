/** What a caller may not see leaves no trace for that caller: not in the prompt, not in a reason, not in a count. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, type Permission, verifiedCaller } from "../../src/caller.ts";
import { assembleBody, explainBody } from "../../src/http/answer-view.ts";
import type { CandidateBody } from "../../src/service/items-body.ts";
import type { Call, ExplainPart, QuestionBody } from "../../src/service/service-types.ts";
import { SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

let whole: WholeService;
beforeAll(async () => {
  whole = await startWholeService({ REQUEST_DEADLINE_MS: "30000" });
});
afterAll(() => whole.close());

const caller = (...permissions: readonly Permission[]): Caller =>
  verifiedCaller({ tenant: "default", subject: "maya", groups: ["runners"], permissions: new Set(permissions) });
const AUDITOR = caller("assemble", "explain", "reveal", "audit");
const OTHER = caller("assemble", "explain", "reveal");

const call = (): Call => ({
  requestId: "r",
  traceId: "t",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  arrivedMs: performance.now(),
  signal: () => new AbortController().signal,
});

const TEXT =
  "Runners of the club may use the pool on Mondays and Thursdays, with a card from the desk, until nine in the evening.";
const OPEN: readonly CandidateBody[] = [
  { id: "pool", kind: "document", text: TEXT, key: "pool", version: 2, relevance: 0.8 },
  { id: "for_runners", kind: "document", text: "The track is closed in May.", acl: { groups: ["runners"] } },
  { id: "for_maya", kind: "memory", text: "Prefers mornings.", acl: { subjects: ["maya"] }, relevance: 0.1 },
  { id: "stale", kind: "document", text: "The pool opens in 2019.", key: "opening", version: 1 },
];
/** Each would change something if it were only looked at: a copy, a successor, what holds the text, what is always in. */
const DENIED: readonly CandidateBody[] = [
  { id: "a_copy", kind: "document", text: TEXT, relevance: 1, trust: 1, acl: {} },
  { id: "newer", kind: "document", text: "No pool.", key: "pool", version: 3, acl: { groups: ["coaches"] } },
  { id: "link", kind: "document", text: "Nothing.", supersedes: ["for_runners", "stale"], acl: { subjects: ["jonas"] } },
  { id: "holder", kind: "document", text: `${TEXT} And more of it.`, pinned: true, acl: { plans: ["gone"] } },
  { id: "large", kind: "document", text: "word ".repeat(50_000), pinned: true, acl: { subjects: [] } },
  { id: "lookup", kind: "tool_result", tool: "club", text: "", status: "error", acl: { groups: [] } },
];
const DENIED_IDS = DENIED.map(({ id }) => id).sort();

const body = (candidates: readonly CandidateBody[]): QuestionBody => ({
  policy: "coaching",
  subject: "maya",
  question: "Should I train through this pain?",
  at: SAMPLE_MORNING,
  candidates,
});
const mixed = [DENIED[0], OPEN[0], DENIED[1], OPEN[1], ...DENIED.slice(2), ...OPEN.slice(2)] as readonly CandidateBody[];

const PARTS: ReadonlySet<ExplainPart> = new Set(["decisions", "branches", "near_misses", "naive"]);
const explained = async (who: Caller, candidates: readonly CandidateBody[], parts = PARTS) =>
  explainBody(await whole.booted.service.explain(who, body(candidates), parts, call()), call(), parts);

async function assembled(who: Caller, candidates: readonly CandidateBody[]) {
  const answer = await whole.booted.service.assemble(who, body(candidates), call());
  return { ...assembleBody(answer, call(), true), manifest_id: null };
}

async function stored(who: Caller, candidates: readonly CandidateBody[], reader: Caller) {
  const { manifestId } = await whole.booted.service.assemble(who, body(candidates), call());
  return whole.booted.service.manifest(reader, manifestId ?? "");
}

describe("a caller without the permission audit", () => {
  test("gets the same bytes whether or not there was something it may not see", async () => {
    expect(JSON.stringify(await assembled(OTHER, mixed))).toBe(JSON.stringify(await assembled(OTHER, OPEN)));
    expect(JSON.stringify(await explained(OTHER, mixed))).toBe(JSON.stringify(await explained(OTHER, OPEN)));
  });

  test("gets decisions, branches and near misses without a word of it", async () => {
    const answer = JSON.stringify(await explained(OTHER, mixed));
    for (const id of [...DENIED_IDS, "denied", "no_access"]) expect(answer).not.toContain(`"${id}"`);
  });

  test("reads a manifest that differs in the hash of the request alone", async () => {
    const [first, second] = [await stored(OTHER, mixed, OTHER), await stored(OTHER, OPEN, OTHER)];
    expect(JSON.stringify(first.core)).toBe(JSON.stringify(second.core));
    expect({ ...first.inputs, request_hash: "" }).toEqual({ ...second.inputs, request_hash: "" });
    expect(first.inputs).not.toHaveProperty("denied");
  });
});

describe("a caller with the permission audit", () => {
  test("gets the ids beside the decisions, and the same answer otherwise", async () => {
    const { denied, ...rest } = await explained(AUDITOR, mixed);
    expect(denied).toEqual(DENIED_IDS);
    expect(JSON.stringify(rest)).toBe(JSON.stringify(await explained(OTHER, OPEN)));
    expect((await explained(AUDITOR, OPEN)).denied).toEqual([]);
  });

  test("gets none without the decisions, and none from /assemble", async () => {
    expect(await explained(AUDITOR, mixed, new Set(["naive"]))).not.toHaveProperty("denied");
    expect(JSON.stringify(await assembled(AUDITOR, mixed))).toBe(JSON.stringify(await assembled(OTHER, OPEN)));
  });

  test("reads the ids in a manifest, also in that of another caller, and never in its core", async () => {
    const manifest = await stored(OTHER, mixed, AUDITOR);
    expect(manifest.inputs.denied).toEqual(DENIED_IDS);
    for (const id of DENIED_IDS) expect(JSON.stringify(manifest.core)).not.toContain(`"${id}"`);
    expect((await stored(AUDITOR, OPEN, AUDITOR)).inputs.denied).toEqual([]);
  });
});
