/** Memory in prompts, over HTTP on a real SQLite file: what stands competes, what was replaced never comes back. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordSet } from "../../src/cli/record.ts";
import { replayRecordings } from "../../src/cli/replay.ts";
import { digestOf } from "../../src/text/digest.ts";
import { replyOf, startWholeService, type WholeService } from "../support/whole-service.ts";

let whole: WholeService;
const folder = mkdtempSync(join(tmpdir(), "winnow-memory-"));
const sets = mkdtempSync(join(tmpdir(), "winnow-memory-sets-"));
beforeAll(async () => {
  cpSync("policies/coaching", join(folder, "coaching"), { recursive: true });
  appendFileSync(join(folder, "coaching", "sources.yaml"), "\nmemory: {}\n");
  whole = await startWholeService({ POLICIES_DIR: folder });
});
afterAll(async () => {
  await whole.close();
  for (const one of [folder, sets]) rmSync(one, { recursive: true });
});

const ask = (given: object = {}) =>
  whole.ask("/assemble", { subject: "maya", question: "Should I train through this pain?", conversation: "c", ...given });
const write = async (statement: string, given: object = {}) =>
  (await whole.ask("/memory", { subject: "maya", statement, origin: "explicit", ...given })).body.memory;

test("the old address reaches no prompt again: not by itself, nor by a copy, nor through its turn; a replay says the same", async () => {
  const old = await write("Lives on Zebra street.", { key: "address", source: { conversation: "c", turn: "t1" } });
  const before = await ask();
  expect(JSON.stringify(before.body.prompt)).toContain("Zebra street");
  const next = await write("Lives on Okapi street.", { key: "address", source: { conversation: "c", turn: "t3" } });
  const after = await ask({
    turns: [
      { id: "t1", role: "user", content: "I live on Zebra street." },
      { id: "t2", role: "user", content: "It rains." },
    ],
    candidates: [
      { id: old.id, kind: "memory", text: "Her home is on Zebra street." },
      { id: "copy", kind: "memory", text: "Zebra street is home.", key: "address" },
    ],
  });
  expect(after.status).toBe(200);
  const prompt = JSON.stringify(after.body.prompt);
  expect([prompt.includes("Zebra"), prompt.includes("Okapi street"), prompt.includes("It rains.")]).toEqual([false, true, true]);
  const dropped = after.body.dropped as readonly { id: string; reason: string; detail: object }[];
  const by = { by: `memory:${next.id}` };
  expect(dropped.filter(({ reason }) => reason === "superseded").map(({ id, detail }) => [id, detail])).toEqual(
    expect.arrayContaining([
      ["t1", {}],
      [old.id, by],
      ["copy", by],
    ]),
  );
  await replyOf(`${whole.url}/memory/${next.id}`, { method: "DELETE" });
  for (const id of [before.body.manifest_id, after.body.manifest_id]) {
    expect((await whole.ask(`/manifests/${id}/replay`, {})).body).toMatchObject({ outcome: "identical" });
  }
});

test("an expired statement is not used, with its reason, without any cleaning up", async () => {
  const { id } = await write("Has a cold, sneezes.", { key: "health", expires_at: new Date(Date.now() + 1_500).toISOString() });
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  const { body } = await ask();
  expect(JSON.stringify(body.prompt)).not.toContain("sneezes");
  expect(body.dropped).toContainEqual(expect.objectContaining({ id: `memory:${id}`, reason: "expired" }));
});

test("another person's memory, and another conversation's turn of the same name, are not touched", async () => {
  await write("Swims in the Lynx lake.", { subject: "boris" });
  const reply = await ask({ conversation: "d", turns: [{ id: "t1", role: "user", content: "Another turn." }] });
  const prompt = JSON.stringify(reply.body.prompt);
  expect([prompt.includes("Lynx"), prompt.includes("Another turn.")]).toEqual([false, true]);
});

test("a set of such requests runs again elsewhere, without the store or its key: each statement and each replaced turn as it was", async () => {
  await write("Lives on Heron street.", { subject: "nora", key: "address", source: { conversation: "c", turn: "t1" } });
  await write("Lives on Ibis street.", { subject: "nora", key: "address" });
  const { body } = await ask({ subject: "nora", turns: [{ id: "t1", role: "user", content: "I live on Heron street." }] });
  expect(JSON.stringify(body.prompt)).toContain("Ibis street");
  const printed: string[] = [];
  const output = { print: (line: string) => void printed.push(line), complain: (line: string) => void printed.push(line) };
  const out = join(sets, "set.jsonl");
  const common = { tenant: "default", variant: null };
  const environment = { STORE_PATH: whole.storePath };
  expect(await recordSet({ ...common, against: "2020-01-01..2100-01-01", environment, out }, output)).toBe(0);
  const lines = readFileSync(out, "utf8").trim().split("\n");
  const recorded = lines.map((line) => JSON.parse(line).recording).find((one) => one?.manifest_id === body.manifest_id);
  const texts = lines.flatMap((line) => JSON.parse(line).text ?? []);
  expect(JSON.parse(texts.find((text) => digestOf(text) === recorded.inputs.memory_hash))).toMatchObject({ turns: ["t1"] });
  printed.length = 0;
  const shown = { directory: folder, changed: null, as: null, json: true, markdown: null, html: null, progress: null };
  expect(await replayRecordings({ ...common, ...shown, against: out, environment: {} }, output)).toBe(0);
  const summary = JSON.parse(printed[0] as string);
  expect(summary.identical).toBe(lines.filter((line) => "recording" in JSON.parse(line)).length);
  // A set without the text of a memory is not run as if there had been none.
  writeFileSync(out, lines.filter((line) => !line.includes("Ibis street")).join("\n"));
  printed.length = 0;
  await replayRecordings({ ...common, ...shown, against: out, environment: {} }, output);
  expect(JSON.parse(printed[0] as string).not_replayed).toEqual([{ name: "text_expired", count: 1 }]);
});
