/** Assemblies that are found again, over real HTTP: the same bytes but for ids and the time, counted and logged each time, gone with the person. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json } from "../support/stub-upstream.ts";
import { type Reply, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const lines: Record<string, unknown>[] = [];
let service: WholeService;
beforeAll(async () => {
  service = await startWholeService({ NODE_ENV: "test" }, pino({}, { write: (line) => lines.push(JSON.parse(line)) }));
});
afterAll(() => service.close());

const BODY = { policy: "coaching", subject: "maya", question: "How should I pace my intervals this week?", at: SAMPLE_MORNING };
const explain = (changes: Partial<typeof BODY> = {}): Promise<Reply> => service.ask("/explain?include=", { ...BODY, ...changes });
const calls = (): number => Object.values(service.upstreams).reduce((sum, { calls: made }) => sum + made.length, 0);

/** The bytes of a body without its own ids and time. */
const shared = ({ text, body }: Reply): string =>
  text.replace(body.request_id, "").replace(body.trace_id, "").replace(body.at, "");

const metric = async (start: string): Promise<number> =>
  Number(
    (await service.get("/metrics")).text
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.split(" ")
      .at(-1),
  );

test("found again: the same bytes but for ids and the time, one line and one count for each, and no call", async () => {
  const first = await explain();
  const made = calls();
  const again = [await explain(), await explain({ at: "2026-03-10T09:30:00+02:00" }), await explain()];
  expect(again.map(shared)).toEqual([shared(first), shared(first), shared(first)]);
  expect(again.map(({ body }) => body.at)).toEqual(
    [BODY.at, "2026-03-10T09:30:00+02:00", BODY.at].map((at) => new Date(at).toISOString()),
  );
  const all = [first, ...again];
  expect(new Set(all.map(({ body }) => body.request_id)).size).toBe(4);
  expect(new Set(all.map(({ body }) => body.trace_id)).size).toBe(4);
  expect(calls()).toBe(made);
  expect(first.headers.get("winnow-policy-digest")).toBe(first.body.policy.digest);
  for (const { headers, body } of again) expect(headers.get("winnow-policy-digest")).toBe(body.policy.digest);
  const told = lines.filter(({ msg, route }) => msg === "request" && route === "/explain");
  expect(told.map(({ request_id, counts }) => [request_id, counts])).toEqual(
    all.map(({ body }) => [body.request_id, body.counts]),
  );
  expect(await metric('winnow_http_requests_total{method="POST",route="/explain",status="200"}')).toBe(4);
});

test("an assembly is stored each time, and its explanation says the same", async () => {
  const [one, other] = [await service.ask("/assemble", BODY), await service.ask("/assemble", BODY)];
  expect(one.body.manifest_id).not.toBe(other.body.manifest_id);
  const stored = await Promise.all([one, other].map(({ body }) => service.get(`/manifests/${body.manifest_id}`)));
  expect(stored.map(({ status }) => status)).toEqual([200, 200]);
  expect(stored[0]?.body.core).toEqual(stored[1]?.body.core);
  expect((await explain()).body.context_hash).toBe(other.body.context_hash);
});

test("nobody is given what was found for another person, and after an erasure it is decided anew, from new answers", async () => {
  const before = await explain();
  service.upstreams.profile.reply(json({ city: "athens", timezone: "Europe/Athens" }));
  const missing = ({ body }: Reply): readonly string[] => body.missing.map(({ source }: { source: string }) => source);
  expect(shared(await explain())).toBe(shared(before));
  expect(missing(await explain({ subject: "jonas" }))).toContain("profile");
  const erased = await fetch(`${service.url}/subjects/maya`, { method: "DELETE" });
  expect(erased.status).toBe(200);
  const after = await explain();
  expect(missing(after)).toContain("profile");
  expect(after.body.context_hash).not.toBe(before.body.context_hash);
});
