import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { callerAbout, verifiedCaller } from "../../src/caller.ts";
import { type AssembleDeps, type Assembly, assemble } from "../../src/pipeline/assemble.ts";
import { coreOf, type Hashing, versionsOf } from "../../src/pipeline/manifest.ts";
import type { Core } from "../../src/pipeline/records.ts";
import type { QuestionBody } from "../../src/service/answers.ts";
import { createKeptSelections, type KeptSelections } from "../../src/service/kept-selections.ts";
import { resolveRequest } from "../../src/service/resolve.ts";
import { sampleGatherer } from "../../src/sources/sample-gatherer.ts";
import type { SourceResult } from "../../src/sources/source-result.ts";
import { digestOf } from "../../src/text/digest.ts";
import type { Marker } from "../../src/text/marker.ts";
import { openMarker } from "../../src/text/marker.ts";
import { loadCoaching } from "../support/coaching.ts";
import { NO_DOCUMENTS } from "../support/memory-documents.ts";
import { randomQuestion } from "../support/questions.ts";

const { snapshot, policy, counter } = await loadCoaching();

const MORNING = "2026-03-10T09:00:00+02:00";
const QUESTION = "How should I pace my intervals this week?";

const callerOf = (tenant: string, subject: string) =>
  callerAbout(verifiedCaller({ tenant, subject: null, groups: [], permissions: new Set(["any_subject"]) }), subject);

/** One answer of each source for each person, the same object every time: what a cache does. */
const answers = new Map<string, SourceResult | Promise<SourceResult>>();

function askFor(subject: string): AssembleDeps["ask"] {
  const limits = { deadlineMs: Number.POSITIVE_INFINITY, signal: () => new AbortController().signal, traceparent: "" };
  const input = { policy, plan: null, attributes: new Map() };
  const gathering = sampleGatherer(snapshot.policies).open(callerOf("a", subject), input, limits);
  return (source) => {
    const answer = answers.get(`${subject} ${source}`) ?? gathering.ask(source);
    answers.set(`${subject} ${source}`, answer);
    return answer;
  };
}

const hashing: Hashing = {
  keyed: digestOf,
  versions: versionsOf({ service: "test", snapshot: snapshot.digest, tokenizer: "t", hash_key: "k", platform: "p" }),
};

interface Asked {
  readonly assembly: Assembly;
  readonly core: Core;
}

interface Asking {
  readonly kept: KeptSelections | null;
  readonly tenant?: string;
  readonly marker?: Marker;
}

async function ask(body: Partial<QuestionBody>, { kept, tenant = "a", marker = openMarker }: Asking): Promise<Asked> {
  const full = { subject: "maya", question: QUESTION, at: MORNING, ...body };
  const assembly = await assemble(resolveRequest(full, policy, { nowMs: 0, groups: NO_GROUPS }), {
    languages: snapshot.languages,
    groups: NO_GROUPS,
    counter,
    marker,
    ask: askFor(full.subject),
    askDocuments: NO_DOCUMENTS,
    askModel: null,
    kept: kept === null ? null : kept.of(callerOf(tenant, full.subject)),
  });
  return { assembly, core: coreOf(assembly, hashing) };
}

const NO_GROUPS: readonly string[] = [];

test("the same question on the same answers selects once, and says the same but for the time", async () => {
  const kept = createKeptSelections();
  const first = await ask({}, { kept });
  const again = await ask({ at: "2026-03-10T10:30:00+02:00" }, { kept });
  expect(again.assembly.parts).toBe(first.assembly.parts);
  expect(again.core).toEqual({ ...first.core, at: "2026-03-10T08:30:00.000Z" });
  expect(JSON.stringify(again.core)).toBe(JSON.stringify((await ask({ at: "2026-03-10T10:30:00+02:00" }, { kept: null })).core));
  expect(Object.isFrozen(again.core.included)).toBe(true);
});

test("a fact that is of today is of yesterday from the first instant of the next day", async () => {
  const kept = createKeptSelections();
  const lastMoment = "2026-03-10T21:59:59.999Z";
  const first = await ask({ at: lastMoment }, { kept });
  expect((await ask({ at: "2026-03-09T22:00:00.000Z" }, { kept })).assembly.parts).toBe(first.assembly.parts);
  const next = await ask({ at: "2026-03-10T22:00:00.000Z" }, { kept });
  expect(first.core.dropped).toEqual([]);
  expect(next.core.dropped.map(({ id, reason }) => [id, reason])).toContainEqual(["readiness_training", "stale"]);
  const before = await ask({ at: "2026-03-09T21:59:59.999Z" }, { kept });
  expect(before.core.dropped.map(({ id, reason }) => [id, reason])).toContainEqual(["readiness_training", "stale"]);
});

test.each<[string, Partial<QuestionBody>, Partial<Asking>]>([
  ["another question", { question: "How should I pace my intervals today?" }, {}],
  ["another person", { subject: "jonas" }, {}],
  ["another tenant", {}, { tenant: "b" }],
  ["another tenant's marks", {}, { marker: (text) => openMarker(text) }],
  ["another plan", { plan: "free" }, {}],
  ["another language", { language: "de" }, {}],
  ["another time zone", { time_zone: "Europe/Berlin" }, {}],
  ["another model", { model: "gpt-4o" }, {}],
  ["another format", { format: "text" }, {}],
  ["an intent of the caller's", { intent: "training" }, {}],
  ["a conversation", { conversation: "c" }, {}],
])("%s is selected for anew", async (_what, body, asking) => {
  const kept = createKeptSelections();
  const first = await ask({}, { kept });
  const other = await ask(body, { kept, ...asking });
  expect(other.assembly.parts).not.toBe(first.assembly.parts);
  expect(JSON.stringify(other.core)).toBe(JSON.stringify((await ask(body, { kept: null, ...asking })).core));
});

test("a newer answer of one source is selected from anew", async () => {
  const kept = createKeptSelections();
  const first = await ask({ subject: "priya" }, { kept });
  const source = "priya readiness";
  const old = await answers.get(source);
  if (old?.status !== "facts") throw new Error("the sample has a readiness");
  answers.set(source, { ...old });
  expect((await ask({ subject: "priya" }, { kept })).assembly.parts).not.toBe(first.assembly.parts);
});

test("what a request brings of its own is never kept", async () => {
  const kept = createKeptSelections();
  const body: Partial<QuestionBody> = { candidates: [{ id: "h", kind: "hint", text: "Rain at six." }] };
  const first = await ask(body, { kept });
  expect((await ask(body, { kept })).assembly.parts).not.toBe(first.assembly.parts);
});

test("what was made from an answer that no cache keeps is not kept", async () => {
  const kept = createKeptSelections();
  const failed: SourceResult = { status: "failed", cause: "timeout" };
  answers.set("failing readiness", failed);
  const first = await ask({ subject: "failing" }, { kept });
  expect(first.core.missing.map(({ cause }) => cause)).toContain("timeout");
  expect((await ask({ subject: "failing" }, { kept })).assembly.parts).not.toBe(first.assembly.parts);
});

test("a selection goes with the answer that may be kept the least time", async () => {
  const kept = createKeptSelections();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  const first = await ask({}, { kept });
  const least = Math.min(...["profile", "readiness"].map((name) => policy.sources.get(name)?.ttlMs ?? 0));
  expect(least).toBe(300_000);
  const start = performance.now();
  clock.mockReturnValue(start + least - 1_000);
  expect((await ask({}, { kept })).assembly.parts).toBe(first.assembly.parts);
  clock.mockReturnValue(start + least + 1_000);
  // The cache asks for the time once in a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await ask({}, { kept })).assembly.parts).not.toBe(first.assembly.parts);
});

test("an erased person leaves nothing, the others stay", async () => {
  const kept = createKeptSelections();
  const maya = await ask({}, { kept });
  const jonas = await ask({ subject: "jonas" }, { kept });
  const elsewhere = await ask({}, { kept, tenant: "b" });
  kept.forget(callerOf("a", "maya"));
  expect((await ask({}, { kept })).assembly.parts).not.toBe(maya.assembly.parts);
  expect((await ask({ subject: "jonas" }, { kept })).assembly.parts).toBe(jonas.assembly.parts);
  expect((await ask({}, { kept, tenant: "b" })).assembly.parts).toBe(elsewhere.assembly.parts);
});

test("what was under way while somebody was erased is not kept", async () => {
  const kept = createKeptSelections();
  const under = kept.of(callerOf("a", "maya"));
  kept.forget(callerOf("a", "maya"));
  const late = { of: () => under, forget: kept.forget };
  const first = await ask({}, { kept: late });
  expect((await ask({}, { kept })).assembly.parts).not.toBe(first.assembly.parts);
});

test("at most so many are kept, and the one that was used least lately goes first", async () => {
  const kept = createKeptSelections(2);
  const maya = await ask({}, { kept });
  const jonas = await ask({ subject: "jonas" }, { kept });
  await ask({}, { kept });
  await ask({ subject: "lena" }, { kept });
  expect((await ask({}, { kept })).assembly.parts).toBe(maya.assembly.parts);
  expect((await ask({ subject: "jonas" }, { kept })).assembly.parts).not.toBe(jonas.assembly.parts);
});

test("kept or not, the core and the prompt have the same bytes at any time", async () => {
  const kept = createKeptSelections();
  const body = fc.record({
    question: fc.oneof(fc.constantFrom(QUESTION, "What should I eat?"), randomQuestion),
    subject: fc.constantFrom("maya", "jonas", "lena"),
    at: fc.integer({ min: -48, max: 48 }).map((hours) => new Date(Date.parse(MORNING) + hours * 3_600_000).toISOString()),
  });
  await fc.assert(
    fc.asyncProperty(body, async (asked) => {
      const [a, b] = [await ask(asked, { kept }), await ask(asked, { kept: null })];
      expect(JSON.stringify([a.core, a.assembly.prompt, a.assembly.labels])).toBe(
        JSON.stringify([b.core, b.assembly.prompt, b.assembly.labels]),
      );
    }),
    { numRuns: 150 },
  );
});
