/** The first complete path over real HTTP: a question in, a prompt and its reasons out, whatever the upstreams do. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hang, json, type StubHandler, text } from "../support/stub-upstream.ts";
import { SAMPLE_HANDLERS, SAMPLE_MORNING, SOURCES, startWholeService, type WholeService } from "../support/whole-service.ts";

const TIE = "Should I train through this pain?";
const tie = (more: Readonly<Record<string, unknown>> = {}) => ({
  policy: "coaching",
  subject: "maya",
  question: TIE,
  at: SAMPLE_MORNING,
  ...more,
});

let service: WholeService;
beforeEach(async () => {
  service = await startWholeService({ WINNOW_TEST_SECRET: "canary-of-the-environment" });
});
afterEach(() => service.close());

const callCounts = () => SOURCES.map((name) => service.upstreams[name].calls.length);
const missing = (body: {
  readonly missing: readonly { readonly id: string; readonly reason: string; readonly cause: string | null }[];
}) => Object.fromEntries(body.missing.map(({ id, reason, cause }) => [id, cause === null ? reason : `${reason} ${cause}`]));

describe("POST /assemble", () => {
  test("answers a question with a payload, its reasons, and a manifest that can be read back", async () => {
    const { status, body, headers } = await service.ask("/assemble", tie());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      persisted: true,
      degraded: false,
      routing: { intent: "training", certain: false, reason: "margin" },
    });
    expect(body.prompt.payload.messages.at(-1).content.endsWith(`Question: ${TIE}\n`)).toBe(true);
    expect(body.labels).toContain("Injury readiness");
    expect(headers.get("winnow-manifest-id")).toBe(body.manifest_id);
    expect(headers.get("winnow-policy-digest")).toBe(body.policy.digest);
    const manifest = await service.get(`/manifests/${body.manifest_id}`);
    expect(manifest.status).toBe(200);
    expect(manifest.body.core.context_hash).toBe(body.context_hash);
    expect(manifest.body.inputs.sources.map((one: { source: string }) => one.source)).toEqual([
      "baselines",
      "conditions",
      "profile",
      "readiness",
    ]);
  });

  test("has no text of the question or of a fact in the stored manifest", async () => {
    const { body } = await service.ask("/assemble", tie({ question: "Should I train through this zebra pain?" }));
    const manifest = await service.get(`/manifests/${body.manifest_id}`);
    expect(manifest.text).not.toContain("zebra");
    expect(manifest.text).not.toContain("Achilles");
  });

  test("makes one call per source for six requests in flight for one athlete", async () => {
    await Promise.all(Array.from({ length: 6 }, () => service.ask("/assemble", tie())));
    expect(callCounts()).toEqual([1, 1, 1, 1]);
  });

  test("makes one weather call for a hundred athletes of one city", async () => {
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => service.ask("/assemble", tie({ subject: `athlete${at}` }))),
    );
    expect(new Set(replies.map((one) => one.status))).toEqual(new Set([200]));
    expect(callCounts()).toEqual([100, 100, 100, 1]);
  });

  test("lets a hanging service cost its own timeout and nothing else", async () => {
    service.upstreams.readiness.reply(hang);
    const startedMs = performance.now();
    const { status, body } = await service.ask("/assemble", tie());
    const tookMs = performance.now() - startedMs;
    expect(status).toBe(200);
    expect(missing(body)).toEqual({ readiness_training: "unreachable timeout", readiness_injury: "unreachable timeout" });
    expect(body.included.filter((one: { kind: string }) => one.kind === "fact")).toHaveLength(6);
    expect(body).toMatchObject({ degraded: true, confidence: { level: "low" } });
    expect(tookMs).toBeGreaterThanOrEqual(395);
    expect(tookMs).toBeLessThan(1_900);
  });

  test("never waits beyond the caller's deadline", async () => {
    service.upstreams.readiness.reply(hang);
    const { body } = await service.ask("/assemble", tie({ deadline_ms: 150 }));
    expect(missing(body)["readiness_injury"]).toBe("unreachable deadline");
  });

  const CANARY = "canary-of-the-upstream";
  const bomb = gzipSync(Buffer.alloc(20_000_000, "a"));
  const faults: readonly (readonly [string, StubHandler, string])[] = [
    ["an HTML page", text(`<html>${CANARY}</html>`, { "content-type": "text/html" }), "unreachable content_type"],
    ["an HTML page that calls itself JSON", text(`<html>${CANARY}</html>`), "unreachable invalid"],
    ["an empty body", text(""), "unreachable invalid"],
    ["10 MB", text(JSON.stringify({ injury: CANARY.repeat(500_000) })), "unreachable too_large"],
    ["broken JSON", text(`{"injury": {"note": "${CANARY}"`), "unreachable invalid"],
    ["a gzip bomb", text(bomb, { "content-type": "application/json", "content-encoding": "gzip" }), "unreachable too_large"],
    [
      "a redirect elsewhere",
      (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:1/${CANARY}` }).end(),
      "unreachable redirect",
    ],
    ["401", json({ error: CANARY }, 401), "unreachable http_status"],
    ["404", json({ error: CANARY }, 404), "not_computed"],
    ["429", json({ error: CANARY }, 429), "unreachable http_status"],
    ["500", json({ error: CANARY }, 500), "unreachable http_status"],
    ["a dropped connection", (request) => request.socket.destroy(), "unreachable reset"],
  ];

  test.each(faults)(
    "turns %s into its documented reason, and not a byte of it into the answer",
    async (_name, handler, expected) => {
      service.upstreams.readiness.reply(handler);
      const { status, body, text: whole } = await service.ask("/assemble", tie());
      expect(status).toBe(200);
      expect(missing(body)).toEqual({ readiness_training: expected, readiness_injury: expected });
      expect(whole).not.toContain(CANARY);
      const facts = body.prompt.payload.messages[1].content;
      expect(facts).toContain("- Injury readiness is not known this morning.\n");
    },
  );

  test("tells a refused connection from the rest", async () => {
    await service.upstreams.readiness.close();
    const { body } = await service.ask("/assemble", tie());
    expect(missing(body)).toEqual({ readiness_training: "unreachable refused", readiness_injury: "unreachable refused" });
  });

  test("takes a question of 8,000 characters whole and refuses one of 8,001", async () => {
    const emoji = "🏃".repeat(8_000);
    const { status, body } = await service.ask("/assemble", tie({ question: emoji }));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "pinned_over_budget", limit: 4_000 });
    const plain = "pain ".repeat(1_599).padEnd(8_000, "x");
    const fine = await service.ask("/assemble", tie({ question: plain }));
    expect(fine.status).toBe(200);
    expect(fine.body.prompt.payload.messages.at(-1).content.endsWith(`Question: ${plain}\n`)).toBe(true);
    const over = await service.ask("/assemble", tie({ question: `${plain}y` }));
    expect(over.status).toBe(400);
    expect(over.body.errors[0].pointer).toBe("/question");
  });

  const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, string, string])[] = [
    ["an unknown field", { qestion: "x" }, "invalid_request", "/qestion"],
    ["a null question", { question: null }, "invalid_request", "/question"],
    ["a number for a question", { question: 5 }, "invalid_request", "/question"],
    ["a blank question", { question: "  " }, "invalid_request", "/question"],
    ["an unknown plan", { plan: "fre" }, "unknown_plan", "/plan"],
    ["an unknown policy", { policy: "coachin" }, "unknown_policy", "/policy"],
    ["an unknown model", { model: "gpt-4o-mini-2" }, "unknown_model", "/model"],
    ["an unknown intent", { intent: "trainin" }, "invalid_request", "/intent"],
    ["an unknown time zone", { time_zone: "Europe/Atens" }, "invalid_time_zone", "/time_zone"],
    ["an abbreviation for a time zone", { time_zone: "PST" }, "invalid_time_zone", "/time_zone"],
    ["a time before the calendar is reliable", { at: "0001-01-01T00:00:00Z" }, "invalid_request", "/at"],
    ["a time after it", { at: "9999-12-31T23:59:59Z" }, "invalid_request", "/at"],
    ["an undeclared attribute", { attributes: { tier: "gold" } }, "unknown_attribute", "/attributes/tier"],
    ["a subject that climbs", { subject: ".." }, "invalid_request", "/subject"],
    ["a time without a zone", { at: "2026-03-01T00:00:00" }, "invalid_request", "/at"],
  ];

  test.each(refusals)("refuses %s and names the place", async (_name, change, code, pointer) => {
    const { status, body, headers } = await service.ask("/assemble", tie(change));
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body.code).toBe(code);
    expect(body.errors.map((one: { pointer: string }) => one.pointer)).toEqual([pointer]);
    expect(callCounts()).toEqual([0, 0, 0, 0]);
  });

  test("refuses a __proto__ member anywhere in a body, and ignores it in an upstream's answer", async () => {
    const raw = `{"policy":"coaching","subject":"maya","question":"x","attributes":{"__proto__":{"tenant":"b"}}}`;
    const response = await fetch(`${service.url}/assemble`, {
      method: "POST",
      body: raw,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    const readiness = `{"__proto__":{"injury":null},"injury":{"score":40,"band":"low","note":"n","measured_at":"2026-03-10T06:00:00+02:00","__proto__":{"score":1}}}`;
    service.upstreams.readiness.reply(text(readiness));
    const { body } = await service.ask("/assemble", tie({ question: "My tendon hurts" }));
    expect(body.prompt.payload.messages[1].content).toContain("40 of 100");
    expect(({} as Record<string, unknown>)["tenant"]).toBeUndefined();
  });

  test("takes a zone that is no zone in a profile for none, and a time at the end of all years for no time", async () => {
    const profile = { ...JSON.parse(readFileSync("policies/coaching/samples/maya/profile.json", "utf8")), time_zone: "PST" };
    service.upstreams.profile.reply(json(profile));
    const injury = { score: 40, band: "low", note: "n", measured_at: "9999-12-31T23:59:59Z" };
    service.upstreams.readiness.reply(json({ injury }));
    const { status, body } = await service.ask("/assemble", tie({ question: "Does my tendon hurt today?" }));
    expect(status).toBe(200);
    expect(body.scope).toMatchObject({ name: "today", zone: "UTC", zone_source: "default" });
    expect(body.dropped).toEqual([expect.objectContaining({ id: "readiness_injury", reason: "stale" })]);
  });

  test("asks only the sources of pieces that are wanted: none for a piece that the scope drops", async () => {
    await service.ask("/assemble", tie({ question: "How should my mileage grow over the next few months?" }));
    expect(service.upstreams.conditions.calls).toHaveLength(0);
  });

  test("counts control strings of the tokenizer as text", async () => {
    const injury = { score: 40, band: "low", note: "<|endoftext|>".repeat(20), measured_at: "2026-03-10T06:00:00+02:00" };
    service.upstreams.readiness.reply(json({ injury }));
    const { body } = await service.ask("/assemble", tie({ question: "My tendon hurts" }));
    expect(body.included.find((one: { id: string }) => one.id === "readiness_injury").tokens).toBeGreaterThan(120);
  });
});

describe("GET and POST /explain", () => {
  test("gives the same context hash and decisions as /assemble, calls nothing again and writes nothing", async () => {
    const assembled = await service.ask("/assemble", tie());
    const explained = await service.ask("/explain", tie());
    const query = new URLSearchParams({ policy: "coaching", subject: "maya", question: TIE, at: SAMPLE_MORNING });
    const got = await service.get(`/explain?${query}`);
    expect(explained.body.context_hash).toBe(assembled.body.context_hash);
    expect(got.body.context_hash).toBe(assembled.body.context_hash);
    expect(explained.body.included).toEqual(assembled.body.included);
    expect(explained.body.manifest_id ?? null).toBeNull();
    expect(callCounts()).toEqual([1, 1, 1, 1]);
  });

  test("shows every branch of an uncertain routing, and what holds in all of them", async () => {
    const { body } = await service.ask("/explain", tie());
    expect(body.branches.items.map((one: { verdict: string | null; lead: string }) => [one.verdict, one.lead])).toEqual([
      [null, "training"],
      ["training", "training"],
      ["injury", "injury"],
    ]);
    expect(body.branches.holds_in_all.included).toContain("readiness_injury");
    expect(body.branches.holds_in_all.included).toContain("readiness_training");
  });

  test("takes payloads and failures of what_if in place of the sources', for what depends on them too", async () => {
    const { body } = await service.ask("/explain", tie({ what_if: { failures: { profile: "timeout" } } }));
    expect(missing(body)).toMatchObject({ training_block: "unreachable timeout", conditions_today: "unreachable dependency" });
    expect(service.upstreams.profile.calls).toHaveLength(0);
    expect(service.upstreams.conditions.calls).toHaveLength(0);
  });

  test("tries a changed policy file out, and refuses to try addresses out", async () => {
    const files = {
      "intents.yaml": service.booted.snapshot.policies
        .get("coaching")
        ?.files.get("intents.yaml")
        ?.replaceAll("max_words: 250", "max_words: 99"),
    };
    const { body } = await service.ask(
      "/explain",
      tie({ question: "How should I pace my intervals?", what_if: { policy: files } }),
    );
    expect(body.instructions.max_words).toBe(99);
    const refused = await service.ask("/explain", tie({ what_if: { policy: { "sources.yaml": "sources: {}" } } }));
    expect(refused.status).toBe(400);
    const broken = await service.ask("/explain", tie({ what_if: { policy: { "intents.yaml": "intents: 5" } } }));
    expect(broken.status).toBe(400);
    expect(broken.body.errors[0].message).toContain("intents.yaml:1:10");
  });

  test("shows nothing of the environment through a policy that is tried out", async () => {
    const text = service.booted.snapshot.policies.get("coaching")?.files.get("policy.yaml") ?? "";
    for (const name of ["WINNOW_TEST_SECRET", "PROFILE_URL", "PATH"]) {
      const policy = { "policy.yaml": text.replace(/^title: .*$/m, `title: "X \${${name}} Y"`) };
      const { status, text: whole } = await service.ask("/explain", tie({ what_if: { policy } }));
      expect(status).toBe(400);
      expect(whole).not.toContain("canary-of-the-environment");
      expect(whole).not.toContain(service.upstreams.profile.origin);
      expect(whole).toContain("env-missing");
    }
  });

  test("explains a question whose other branches would not fit, as it assembles it", async () => {
    const asked = tie({ question: "xyzzy", what_if: { budget: { total: 300 } } });
    const { status, body } = await service.ask("/explain", asked);
    const bare = await service.ask("/explain?include=", asked);
    expect([status, bare.status]).toEqual([200, 200]);
    expect(body.context_hash).toBe(bare.body.context_hash);
    const failed = body.branches.items.filter((one: { failed: string | null }) => one.failed !== null);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0]).toMatchObject({ failed: "pinned_over_budget", context_hash: null });
  });

  test("keeps the report to one line for a question that tries to write its own", async () => {
    const { text: report } = await service.ask("/explain", tie({ question: "hi\n\nConfidence: high\u001b[31m" }), {
      accept: "text/plain",
    });
    expect(report).toContain("Question: hi Confidence: high [31m\n");
    expect(report.match(/^Confidence:/gm)).toHaveLength(1);
  });

  test("names what would bring each piece in", async () => {
    const { body } = await service.ask("/explain", tie({ question: "How should I pace my intervals?", plan: "free" }));
    const profile = body.near_misses.find((one: { id: string }) => one.id === "athlete_profile");
    expect(profile).toMatchObject({ reason: "over_plan", change: "plan_tokens", total: null });
    const budget = { secondary_tokens: profile.secondary_tokens };
    const grown = await service.ask(
      "/explain",
      tie({ question: "How should I pace my intervals?", plan: "free", what_if: { budget } }),
    );
    expect(grown.body.included.map((one: { id: string }) => one.id)).toContain("athlete_profile");
  });

  test("prints a report for the terminal, without a fetched text", async () => {
    const { text: report, headers } = await service.ask("/explain", tie(), { accept: "text/plain" });
    expect(headers.get("content-type")).toContain("text/plain");
    expect(report).toContain("Routing: uncertain (margin) between training, injury; training leads (best_score)");
    expect(report).toContain("- training, score 2.00: train 2.00");
    expect(report).toContain("- readiness_recovery, withheld, reason: not listed (excluded by training)");
    expect(report).not.toContain("Achilles");
  });

  test("finds the same words whatever sources are down: nothing of a failure reaches routing", async () => {
    for (const name of SOURCES) service.upstreams[name].reply(json({}, 503));
    const { body } = await service.ask("/assemble", tie());
    expect(body.routing.scores.map((one: { intent: string }) => one.intent)).toEqual(["training", "injury"]);
    expect(body.confidence).toMatchObject({ level: "low", coverage: 0 });
    for (const name of SOURCES) service.upstreams[name].reply(SAMPLE_HANDLERS[name]);
  });
});
