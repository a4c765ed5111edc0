/** What is remembered of prompts and of their caches, and what metrics hear. */
import { describe, expect, test } from "vitest";
import { NO_PREFIX, USAGE_WINDOW } from "../../src/pipeline/cache/prefix.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import { createPrefixTracker, type PromptPrefix } from "../../src/service/prefix-tracker.ts";
import { ANSWER } from "../http/canned-answer.ts";

const { core } = ANSWER;
const withShared = (hash: string, changed: Partial<Core> = {}): Core => ({
  ...core,
  zones: core.zones.map((zone) => (zone.name === "shared" ? { ...zone, hash } : zone)),
  ...changed,
});

describe("prompts", () => {
  test("tell a shared zone that changed under the same policies, format, model and tools, once", () => {
    const { sent } = createPrefixTracker();
    const codes = (one: Core) => sent(one, NO_PREFIX).map(({ code }) => code);
    expect(codes(withShared("a"))).toEqual([]);
    expect(codes(withShared("a"))).toEqual([]);
    expect(codes(withShared("b"))).toEqual(["shared_prefix_changed"]);
    expect(codes(withShared("b"))).toEqual([]);
  });

  test.each<[string, Partial<Core>]>([
    ["snapshot", { versions: { ...core.versions, snapshot: "another" } }],
    ["policy", { policy: { ...core.policy, digest: "another" } }],
    ["format", { format: "gemini" }],
    ["model", { model: "another" }],
    ["set of tools", { blocks: [{ id: "tools", kind: "tools", zone: "shared", tokens: 1, hash: "another" }] }],
  ])("under another %s a shared zone may be another", (_, changed) => {
    const { sent } = createPrefixTracker();
    sent(withShared("a"), NO_PREFIX);
    expect(sent(withShared("b", changed), NO_PREFIX)).toEqual([]);
  });

  test("metrics hear of each: what changed, what was lost, how much is common", () => {
    const heard: PromptPrefix[] = [];
    const { sent } = createPrefixTracker({ onPrompt: (prompt) => heard.push(prompt) });
    sent(withShared("a"), NO_PREFIX);
    sent(withShared("b"), ANSWER.prefix);
    sent(withShared("b"), { common: { tokens: 10 }, findings: [{ code: "cache_out_of_reach", message: "Far.", items: ["1a"] }] });
    expect(heard).toEqual([
      { changes: [], sharedTokens: 140, commonTokens: null },
      { changes: ["shared", "conversation"], sharedTokens: 140, commonTokens: 136 },
      { changes: ["out_of_reach"], sharedTokens: 140, commonTokens: 10 },
    ]);
  });

  test("remembers a bounded number: the oldest is as unknown as a new one", () => {
    const { sent } = createPrefixTracker();
    sent(withShared("a"), NO_PREFIX);
    for (let at = 0; at < 1_000; at += 1) sent(withShared("a", { model: `m${at}` }), NO_PREFIX);
    expect(sent(withShared("b"), NO_PREFIX)).toEqual([]);
  });
});

describe("usage", () => {
  const report = (tracker: ReturnType<typeof createPrefixTracker>, cachedTokens: number, one: Core = core): readonly string[] =>
    Array.from({ length: USAGE_WINDOW }, () => tracker.reported(one, { inputTokens: 1_000, cachedTokens })).flatMap((found) =>
      found.map(({ code }) => code),
    );

  test("a fall is told once, and the next one is one from there", () => {
    const tracker = createPrefixTracker();
    expect(report(tracker, 800)).toEqual([]);
    expect(report(tracker, 0)).toEqual(["cached_share_falling"]);
    expect(report(tracker, 0)).toEqual([]);
    expect(report(tracker, 800)).toEqual([]);
    expect(report(tracker, 0)).toEqual(["cached_share_falling"]);
  });

  test("models, formats and versions of a policy are told apart", () => {
    const tracker = createPrefixTracker();
    report(tracker, 800);
    expect(report(tracker, 0, { ...core, model: "another" })).toEqual([]);
    expect(report(tracker, 0, { ...core, policy: { ...core.policy, digest: "another" } })).toEqual([]);
  });

  test("metrics hear of each, and which of them told a fall", () => {
    const heard: boolean[] = [];
    const tracker = createPrefixTracker({ onUsage: ({ falling }) => heard.push(falling) });
    report(tracker, 800);
    report(tracker, 0);
    expect(heard).toHaveLength(2 * USAGE_WINDOW);
    expect(heard.filter((falling) => falling)).toHaveLength(1);
  });
});
