/** `GET /metrics` of the whole service: what is counted, and that no text, question, person or id is among it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SAMPLED_EVERY } from "../../src/service/sample-saved.ts";
import { json } from "../support/stub-upstream.ts";
import { type Reply, replyOf, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const CANARY = "canaryheron";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const assemble = (body: object = {}): Promise<Reply> =>
  service.ask("/assemble", {
    policy: "coaching",
    subject: "maya",
    question: "Should I train through this pain?",
    at: SAMPLE_MORNING,
    ...body,
  });

/** `name{labels}` to its value. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const { text } = await service.get("/metrics");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}

const increase = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, series: string): number =>
  (after.get(series) ?? 0) - (before.get(series) ?? 0);

test("the page is Prometheus' text, with help and type for each metric of ours", async () => {
  const { status, headers, text } = await service.get("/metrics");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const names = (word: string) => [...text.matchAll(new RegExp(`^# ${word} (winnow_\\S+)`, "gm"))].map(([, name]) => name);
  expect(names("HELP")).toEqual(names("TYPE"));
  expect(new Set(names("HELP")).size).toBe(names("HELP").length);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("an assembly is counted with its stages, sources, decisions, findings and tokens", async () => {
  service.upstreams.conditions.reply(json({}, 503));
  const before = await metrics();
  const { body } = await assemble();
  const after = await metrics();
  const grown = (series: string): number => increase(before, after, series);
  const { intent } = body.routing;
  expect(grown(`winnow_assemblies_total{policy="coaching",intent="${intent}"}`)).toBe(1);
  expect(grown(`winnow_prompt_tokens_total{policy="coaching",intent="${intent}"}`)).toBe(body.budget.used);
  expect(grown('winnow_http_requests_total{method="POST",route="/assemble",status="200"}')).toBe(1);
  expect(grown('winnow_http_request_seconds_count{route="/assemble"}')).toBe(1);
  expect(grown('winnow_uncertain_total{policy="coaching"}')).toBe(1);
  for (const stage of ["understand", "gather", "select", "record", "store"]) {
    expect([stage, grown(`winnow_stage_seconds_count{stage="${stage}"}`)]).toEqual([stage, 1]);
  }
  expect(grown('winnow_source_results_total{source="conditions",via="upstream",result="http_status"}')).toBe(1);
  expect(grown('winnow_source_results_total{source="baselines",via="upstream",result="facts"}')).toBe(1);
  const primaries = body.included.filter(({ reason }: { reason: string }) => reason === "primary").length;
  expect(grown('winnow_candidates_total{policy="coaching",outcome="included",reason="primary"}')).toBe(primaries);
  expect(grown('winnow_candidates_total{policy="coaching",outcome="missing",reason="unreachable"}')).toBe(1);
  for (const { code } of body.findings) expect(grown(`winnow_findings_total{policy="coaching",code="${code}"}`)).toBe(1);
  expect(grown('winnow_store_writes_total{record="manifest",outcome="written"}')).toBe(1);
});

test("an explanation is a request and no assembly, and an error is counted by its code", async () => {
  const before = await metrics();
  await service.ask("/explain", { policy: "coaching", subject: "maya", question: "Should I train?" });
  await service.ask("/assemble", { policy: "unknown", subject: "maya", question: "Should I train?" });
  await service.get("/nowhere/else");
  const after = await metrics();
  expect(increase(before, after, 'winnow_http_requests_total{method="POST",route="/explain",status="200"}')).toBe(1);
  expect(increase(before, after, 'winnow_problems_total{code="unknown_policy"}')).toBe(1);
  expect(increase(before, after, 'winnow_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
  const assemblies = (all: ReadonlyMap<string, number>) =>
    [...all].filter(([name]) => name.startsWith("winnow_assemblies_total"));
  expect(assemblies(after)).toEqual(assemblies(before));
});

test("an answer is counted once, with its coverage, its tokens and its findings", async () => {
  const { body } = await assemble();
  const before = await metrics();
  const answer = () =>
    replyOf(`${service.url}/manifests/${body.manifest_id}/answer`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        text: `Rest. [${body.labels[0]}]`,
        finish_reason: "length",
        usage: { prompt_tokens: 400, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 128 } },
      }),
    });
  await Promise.all(Array.from({ length: 10 }, answer));
  await answer();
  const after = await metrics();
  const grown = (series: string): number => increase(before, after, series);
  const of = `{policy="coaching",model="${body.prompt.model}"}`;
  expect(grown('winnow_answers_total{policy="coaching",finish="cut"}')).toBe(1);
  expect(grown('winnow_answer_findings_total{policy="coaching",code="answer_cut"}')).toBe(1);
  expect(grown('winnow_answer_citation_share_count{policy="coaching"}')).toBe(1);
  expect(grown(`winnow_answer_input_tokens_total${of}`)).toBe(400);
  expect(grown(`winnow_answer_counted_tokens_total${of}`)).toBe(body.budget.used);
  expect(grown(`winnow_answer_cached_tokens_total${of}`)).toBe(128);
  expect(grown(`winnow_answer_output_tokens_total${of}`)).toBe(7);
  expect(grown('winnow_store_writes_total{record="answer",outcome="written"}')).toBe(1);
});

test("one assembly in sixteen tells what was saved, and the last hour is the sum of it", async () => {
  const before = await metrics();
  for (let at = 0; at < SAMPLED_EVERY; at += 1) await assemble();
  const after = await metrics();
  const naive = increase(before, after, 'winnow_sampled_naive_tokens_total{policy="coaching"}');
  const sent = increase(before, after, 'winnow_sampled_prompt_tokens_total{policy="coaching"}');
  expect(naive).toBeGreaterThan(sent);
  expect(sent).toBeGreaterThan(0);
  const share = after.get('winnow_saved_share_1h{policy="coaching"}') ?? 0;
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
  expect(after.get('winnow_saved_tokens_1h{policy="coaching"}')).toBeGreaterThan(0);
});

describe("privacy", () => {
  test("no text, question, label, person, tenant, conversation or id of a request is on the page", async () => {
    service.upstreams.readiness.reply(json({ injury: { score: 62, note: CANARY, measured_at: SAMPLE_MORNING } }));
    const { body } = await assemble({
      subject: `${CANARY}-subject`,
      question: `Should I train through this pain, ${CANARY}?`,
      conversation: `${CANARY}-conversation`,
      candidates: [{ id: `${CANARY}-id`, kind: "document", label: `${CANARY} label`, text: `Text of ${CANARY}.` }],
      turns: [{ id: "t1", role: "user", content: `I am ${CANARY}.` }],
    });
    await replyOf(`${service.url}/manifests/${body.manifest_id}/answer`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: `Rest, ${CANARY}. [${CANARY}]`, model: CANARY, finish_reason: CANARY }),
    });
    await service.get(`/manifests/${CANARY}`);
    await service.get(`/${CANARY}`);
    await service.ask(`/assemble?${CANARY}=1`, { [CANARY]: 1 });
    const { text } = await service.get("/metrics");
    expect(JSON.stringify(body.prompt)).toContain(CANARY);
    expect(text).not.toContain(CANARY);
    for (const id of [body.manifest_id, body.request_id, body.trace_id]) expect(text).not.toContain(id);
  });

  test("more persons, conversations and ids add no series of their own", async () => {
    await assemble();
    const before = (await metrics()).size;
    for (let at = 0; at < 40; at += 1) await assemble({ subject: `person-${at}`, conversation: `c-${at}` });
    for (let at = 0; at < 40; at += 1) await service.get(`/manifests/${at}`);
    const after = await metrics();
    const more = [...after.keys()].filter((name) => /person-|c-\d/.test(name));
    expect(more).toEqual([]);
    // One reason or route seen for the first time, and its buckets.
    expect(after.size - before).toBeLessThan(60);
  });
});
