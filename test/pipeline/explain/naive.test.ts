/** What a prompt without a choice would cost, of both policies: all that was fetched and brought, before the same question. */
import { describe, expect, test } from "vitest";
import { callerAbout, verifiedCaller } from "../../../src/caller.ts";
import { naiveEstimate, naiveOf } from "../../../src/pipeline/explain/naive.ts";
import { sampleGatherer } from "../../../src/sources/sample-gatherer.ts";
import { askOnSamples, loadCoaching } from "../../support/coaching.ts";

const loaded = await loadCoaching();
const support = { ...loaded, policy: loaded.snapshot.policies.get("support") ?? loaded.policy };
const QUESTION = { subject: "nora", question: "How long do I have to return a weather station?" };
const ask = async () => ({ status: "not_computed" }) as const;

const naive = async (body: object = {}, policy = support) => {
  const { assembly } = await askOnSamples(policy, { ...QUESTION, ...body });
  return { exact: await naiveOf(assembly, { ask, counter: loaded.counter }), estimate: naiveEstimate(assembly, loaded.counter) };
};

describe("support", () => {
  test("documents are all that could have been sent, candidates and turns all that came", async () => {
    const text = "The return window of stations is 45 days for members, from delivery.";
    const alone = await naive();
    const candidates = [{ id: "c", kind: "document", text, relevance: 0.9 }];
    const withCandidate = await naive({ candidates });
    const withTurn = await naive({ turns: [{ id: "t1", role: "user", content: text }] });
    const tokens = loaded.counter.count(text);
    for (const { exact } of [withCandidate, withTurn]) {
      expect(exact.naive_tokens - alone.exact.naive_tokens).toBeGreaterThanOrEqual(tokens);
      expect(exact.naive_tokens - alone.exact.naive_tokens).toBeLessThan(tokens + 40);
    }
    expect(alone.exact.sources).toContain("handbook");
    expect(alone.exact.naive_tokens).toBeGreaterThan(3 * alone.exact.tokens);
  });

  test("the order in which candidates are sent changes nothing", async () => {
    const texts = ["A lamp.", "{", "\n\n\nHarbours and boats", "7", "Stations 45"];
    const candidates = texts.map((text, at) => ({ id: `c${at}`, kind: "document", text }));
    const [one, other] = [await naive({ candidates }), await naive({ candidates: [...candidates].reverse() })];
    expect(one.exact.naive_tokens).toBe(other.exact.naive_tokens);
    expect(one.estimate).toEqual(other.estimate);
  });

  test("images and the arguments of calls came too", async () => {
    const plain = await naive({ turns: [{ id: "u", role: "user", content: "What is it?" }] });
    const image = { type: "image_url", image_url: { url: "https://pictures.example/station.png" } };
    const withImage = await naive({
      turns: [{ id: "u", role: "user", content: [{ type: "text", text: "What is it?" }, image] }],
    });
    const given = JSON.stringify({ note: "opened and used in the rain ".repeat(60) });
    const call = { id: "c", type: "function", function: { name: "look_up", arguments: given } };
    const turns = [
      { id: "a", role: "assistant", content: "", tool_calls: [call] },
      { id: "t", role: "tool", tool_call_id: "c", content: "In stock." },
    ];
    const withCall = await naive({ turns });
    for (const [one, least] of [
      [withImage, 500],
      [withCall, loaded.counter.count(given)],
    ] as const) {
      expect(one.exact.naive_tokens - plain.exact.naive_tokens).toBeGreaterThan(least);
      expect(one.exact.naive_tokens).toBeGreaterThan(one.exact.tokens);
      expect(one.estimate.naive).toBeGreaterThan(one.estimate.sent);
    }
  });

  test("what the caller may not see is in none of it", async () => {
    const hidden = { id: "h", kind: "document", text: "secret ".repeat(500), acl: { subjects: ["somebody-else"] } };
    const [without, withHidden] = [await naive(), await naive({ candidates: [hidden] })];
    expect([withHidden.exact.naive_tokens, withHidden.estimate.naive]).toEqual([
      without.exact.naive_tokens,
      without.estimate.naive,
    ]);
  });
});

const LIMITS = { deadlineMs: Number.POSITIVE_INFINITY, signal: () => new AbortController().signal, traceparent: "" };

describe("the estimate", () => {
  test.each([
    ["coaching", "maya", "Should I train through this pain?"],
    ["support", "nora", "How long do I have to return a weather station?"],
  ])("of %s is what /explain says, less the sources that nobody asked", async (name, subject, question) => {
    const policy = loaded.snapshot.policies.get(name) ?? loaded.policy;
    const candidates = [{ id: "c", kind: "document" as const, text: "Stations may be returned within thirty days." }];
    const turns = [{ id: "t1", role: "user" as const, content: "Hello, about my order." }];
    const { assembly } = await askOnSamples({ ...loaded, policy }, { subject, question, candidates, turns });
    const caller = callerAbout(verifiedCaller({ tenant: "test", subject, groups: [], permissions: new Set() }), subject);
    const all = sampleGatherer(new Map([[name, policy]])).open(caller, assembly.request, LIMITS);
    const exact = await naiveOf(assembly, { ask: all.ask, counter: loaded.counter });
    const unasked = [...policy.sources.keys()].filter((source) => !assembly.results.has(source));
    const payloads = await Promise.all(unasked.map((source) => all.ask(source)));
    const left = payloads.reduce((sum, one) => sum + (one.status === "facts" ? loaded.counter.count(one.raw) : 0), 0);
    const { naive: estimated, sent } = naiveEstimate(assembly, loaded.counter);
    expect(sent).toBe(exact.tokens);
    expect(exact.naive_tokens).toBeGreaterThan(sent);
    expect(Math.abs((estimated + left) / exact.naive_tokens - 1)).toBeLessThan(0.15);
  });

  test("is near the exact number of what was fetched, beyond the characters that are counted too", async () => {
    const candidates = Array.from({ length: 200 }, (_, at) => ({
      ...{ id: `c${at}`, kind: "document" as const },
      text: `Note ${at}: a station that was opened may be returned in its box within thirty days of its delivery.`,
    }));
    for (const body of [{}, { candidates }]) {
      const { assembly } = await askOnSamples(support, { ...QUESTION, ...body });
      const fetched = async (source: string) => assembly.results.get(source) ?? ({ status: "not_computed" } as const);
      const exact = await naiveOf(assembly, { ask: fetched, counter: loaded.counter });
      const { naive: estimated, sent } = naiveEstimate(assembly, loaded.counter);
      expect(sent).toBe(exact.tokens);
      expect(Math.abs(estimated / exact.naive_tokens - 1)).toBeLessThan(0.15);
    }
  });
});
