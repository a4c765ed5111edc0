/** A person erased and handed over by the whole service: over HTTP, on a real SQLite file. */
import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { json } from "../support/stub-upstream.ts";
import { type Reply, replyOf, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const CANARY = "canary-zebra-knee";

let whole: WholeService;
beforeEach(async () => {
  whole = await startWholeService();
});
afterEach(() => whole.close());

async function recorded(subject: string, question = `Should I train through this pain, ${CANARY}?`): Promise<string> {
  const asked = { policy: "coaching", subject, question, plan: "free", at: SAMPLE_MORNING, conversation: `${CANARY}-${subject}` };
  const reply = await whole.ask("/assemble", asked);
  expect(reply.status).toBe(200);
  return reply.body.manifest_id;
}

const erase = (subject: string): Promise<Reply> => replyOf(`${whole.url}/subjects/${subject}`, { method: "DELETE" });

const onDisk = (): string =>
  ["", "-wal", "-shm"]
    .map((end) => `${whole.storePath}${end}`)
    .filter(existsSync)
    .map((path) => readFileSync(path, "latin1"))
    .join("");

const callsOf = (source: "profile" | "readiness" | "conditions"): number => whole.upstreams[source].calls.length;

test("after an erasure the record is 410 wherever it is asked for, the list says when, and no byte of it is on the disk", async () => {
  const id = await recorded("maya");
  const other = await recorded("boris", "How long should my intervals be?");
  expect([onDisk().includes(id), onDisk().includes(CANARY)]).toEqual([true, false]);
  const reply = await erase("maya");
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    receipt_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    erased_at: expect.stringMatching(/^\d{4}-.*Z$/),
    counts: { manifests: 1, answers: 0, texts: expect.any(Number), memories: 0, cached: 3 },
  });
  expect(reply.body.counts.texts).toBeGreaterThan(2);
  for (const path of ["", "/prompt?reason=audit", "/export", "/export?reason=audit"]) {
    const gone = await whole.get(`/manifests/${id}${path}`);
    expect([path, gone.status, gone.body.code]).toEqual([path, 410, "erased"]);
  }
  for (const [path, body] of [
    ["replay", {}],
    ["ablate", { by: "kind" }],
  ] as const) {
    const gone = await whole.ask(`/manifests/${id}/${path}`, body);
    expect([path, gone.status, gone.body.code]).toEqual([path, 410, "erased"]);
  }
  const { items } = (await whole.get("/manifests")).body;
  expect(Object.fromEntries(items.map((item: Record<string, string>) => [item["manifest_id"], item["erased_at"]]))).toEqual({
    [id]: reply.body.erased_at,
    [other]: null,
  });
  expect(onDisk().includes(`${CANARY}-maya`)).toBe(false);
  expect(onDisk().includes(`this pain, ${CANARY}`)).toBe(false);
  expect((await whole.get(`/manifests/${other}`)).status).toBe(200);
});

test("asked again, it answers with a receipt of nothing", async () => {
  await recorded("maya");
  const first = await erase("maya");
  const again = await erase("maya");
  expect(again.status).toBe(200);
  expect(again.body.counts).toEqual({ manifests: 0, answers: 0, texts: 0, memories: 0, cached: 0 });
  expect(again.body.receipt_id).not.toBe(first.body.receipt_id);
  expect((await erase("nobody-was-here")).body.counts.manifests).toBe(0);
});

test("what the process held of the person is asked for anew, others' and what is shared is not", async () => {
  for (const subject of ["maya", "boris"]) await recorded(subject);
  expect([callsOf("profile"), callsOf("conditions")]).toEqual([2, 1]);
  await erase("maya");
  await recorded("boris");
  expect(callsOf("profile")).toBe(2);
  await recorded("maya");
  expect([callsOf("profile"), callsOf("conditions")]).toEqual([3, 1]);
});

test("an answer that was on its way during an erasure is not kept", async () => {
  let answer: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    asked = resolve;
  });
  whole.upstreams.profile.reply(async (request, response) => {
    asked();
    await waiting;
    await json({ name: CANARY })(request, response);
  });
  const first = recorded("maya");
  await reached;
  await erase("maya");
  answer();
  await first;
  const before = callsOf("profile");
  await recorded("maya");
  expect(callsOf("profile")).toBe(before + 1);
});

test("an export has every record a line, who saw it noted, and nothing of anybody else", async () => {
  const id = await recorded("maya");
  await recorded("boris", "A question of somebody else about kayaks?");
  const reply = await whole.get("/subjects/maya/export?reason=She+asked");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  const lines = reply.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toEqual({ kind: "end", id: String(lines.length - 1), body: null });
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  expect(of("manifest").map((line) => line.id)).toEqual([id]);
  expect(of("text").some(({ body }) => body.includes(CANARY))).toBe(true);
  expect(reply.text).not.toContain("kayaks");
  expect((await whole.get(`/manifests/${id}/export`)).body.views).toEqual([
    { manifest_id: id, what: "export", reason: "She asked", viewer: null, at: expect.any(String) },
  ]);
  await erase("maya");
  const after = await whole.get("/subjects/maya/export?reason=again");
  expect(
    after.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).kind),
  ).toEqual(["view", "end"]);
  expect(after.text).not.toContain("She asked");
});

test("an export without a reason is refused", async () => {
  const reply = await whole.get("/subjects/maya/export");
  expect([reply.status, reply.body.errors]).toEqual([400, [expect.objectContaining({ parameter: "reason" })]]);
});
