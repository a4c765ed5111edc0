/** Memory in prompts, over HTTP on a real SQLite file: what stands competes, what was replaced never comes back, and a replay says the same. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordSet } from "../../src/cli/record.ts";
import { replayRecordings } from "../../src/cli/replay.ts";
import { digestOf } from "../../src/text/digest.ts";
import { temporaryFolder } from "../support/test-end.ts";
import { replyOf } from "../support/whole-service.ts";
import { startWithMemory, type WithMemory } from "../support/with-memory.ts";

let whole: WithMemory;
const sets = mkdtempSync(join(tmpdir(), "winnow-memory-sets-"));
beforeAll(async () => {
  whole = await startWithMemory();
});
afterAll(async () => {
  await whole.close();
  rmSync(sets, { recursive: true });
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
  const told = (rule: string) => ({ by: `memory:${next.id}`, rule, statement: `memory:${old.id}` });
  expect(dropped.filter(({ reason }) => reason === "superseded").map(({ id, detail }) => [id, detail])).toEqual(
    expect.arrayContaining([
      ["t1", told("source_turn")],
      [old.id, told("id")],
      ["copy", { by: `memory:${next.id}` }],
    ]),
  );
  await replyOf(`${whole.url}/memory/${next.id}`, { method: "DELETE" });
  for (const id of [before.body.manifest_id, after.body.manifest_id]) {
    expect((await whole.ask(`/manifests/${id}/replay`, {})).body).toMatchObject({ outcome: "identical" });
  }
});

test("FP-079: an expired statement is not used, with its reason, without any cleaning up", async () => {
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

const remove = (id: string) => replyOf(`${whole.url}/memory/${id}`, { method: "DELETE" });
const outcomes = (body: {
  readonly dropped: readonly { readonly id: string; readonly reason: string; readonly detail: object }[];
}) => new Map(body.dropped.map(({ id, reason, detail }) => [id, [reason, detail]]));

test("a copy of a replaced statement stays out when what replaced it was deleted, and whatever the copy itself replaces", async () => {
  const subject = "olga";
  const old = await write("Lives on Tapir street.", { subject, key: "address" });
  const next = await write("Lives on Dingo street.", { subject, key: "address" });
  const copy = { id: old.id, kind: "memory", text: "Home is Tapir street.", supersedes: [`memory:${next.id}`] };
  const by = { by: `memory:${next.id}`, rule: "id", statement: `memory:${old.id}` };
  const standing = await ask({ subject, candidates: [copy] });
  expect(outcomes(standing.body).get(old.id)).toEqual(["superseded", by]);
  expect(JSON.stringify(standing.body.prompt)).toContain("Dingo street");
  await remove(next.id);
  const { body } = await ask({ subject, candidates: [copy] });
  expect(outcomes(body).get(old.id)).toEqual(["superseded", by]);
  expect(JSON.stringify(body.prompt)).not.toContain("Tapir");
});

test("a statement that the request brings under memory:<id>: the store's own stands once, a replaced one is superseded, an unknown one competes", async () => {
  const subject = "sonja";
  const old = await write("Lives on Weasel street.", { subject, key: "address" });
  const next = await write("Lives on Badger street.", { subject, key: "address" });
  const [gone, stands, unknown] = [old.id, next.id, "00000000-0000-4000-8000-000000000000"].map((id) => `memory:${id}`);
  const said = (id: string | undefined, text: string) => ({ id, kind: "memory", key: "address", text });
  const { status, body } = await ask({
    subject,
    candidates: [
      said(gone, "Home is Weasel street."),
      { ...said(stands, "Home is Stoat street."), acl: { subjects: ["somebody-else"] } },
      { ...said(unknown, "Owns a kayak."), key: "boat" },
    ],
  });
  expect([status, body.detail]).toEqual([200, undefined]);
  const prompt = JSON.stringify(body.prompt);
  expect(["Weasel", "Stoat", "Badger street", "Owns a kayak."].map((words) => prompt.includes(words))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(prompt.split("Badger street")).toHaveLength(2);
  expect(outcomes(body).get(gone as string)).toEqual(["superseded", { by: stands, rule: "id", statement: gone }]);
  const decided: readonly { readonly id: string }[] = [...body.included, ...body.dropped];
  expect(decided.filter(({ id }) => id === stands)).toHaveLength(1);
  expect((await whole.ask(`/manifests/${body.manifest_id}/replay`, {})).body).toMatchObject({ outcome: "identical" });
});

test("a turn under the id of a statement is refused where the policy asks for memory", async () => {
  const { status, body } = await ask({ turns: [{ id: "memory:t1", role: "user", content: "Hello." }] });
  expect([status, body.code, body.errors[0].pointer]).toEqual([400, "duplicate_candidate_id", "/turns/0/id"]);
});

test("links that go round with what the store has are refused; a link to the statement alone is followed", async () => {
  const subject = "petra";
  const { id } = await write("Lives on Gibbon street.", { subject, key: "address" });
  const stored = `memory:${id}`;
  const said = { id: "said", kind: "memory", key: "address", text: "Home is Marmot street." };
  const circle = await ask({
    subject,
    candidates: [
      { ...said, supersedes: ["note"] },
      { id: "note", kind: "hint", text: "A note.", supersedes: [stored] },
    ],
  });
  expect([circle.status, circle.body.code, circle.body.errors[0].pointer]).toEqual([
    400,
    "supersedes_cycle",
    "/candidates/0/supersedes",
  ]);
  const linked = await ask({ subject, candidates: [{ ...said, supersedes: [stored] }] });
  expect(outcomes(linked.body).get(stored)).toEqual(["superseded", { by: "said" }]);
  expect(JSON.stringify(linked.body.prompt)).toContain("Marmot street");
  const published = await ask({ subject, candidates: [{ ...said, published_at: "2020-01-01T00:00:00Z" }] });
  expect(outcomes(published.body).get("said")).toEqual(["superseded", { by: stored }]);
  expect(JSON.stringify(published.body.prompt)).toContain("Gibbon street");
});

test("of more statements than the policy asks for the newest that the person said compete, and the record says that it was cut", async () => {
  const subject = "quinn";
  const key = (at: number) => ({
    subject,
    key: `k${at}`,
    expires_at: at === 3 ? new Date(Date.now() + 400).toISOString() : undefined,
  });
  await write("Inferred thing.", { subject, origin: "inferred" });
  for (let at = 0; at < 52; at += 1) await write(`Said thing ${at}.`, key(at));
  await new Promise((resolve) => setTimeout(resolve, 450));
  const { body } = await ask({ subject });
  const manifest = (await whole.get(`/manifests/${body.manifest_id}`)).body;
  expect(manifest.envelope.timings[0]).toEqual({ source: "memory", ms: expect.any(Number), via: "store" });
  expect(body.findings).toContainEqual({
    code: "memory_cut",
    message: expect.stringContaining("Of 52 statements in force about the person 50 competed"),
    items: [],
  });
  const listed = await whole.get(`/manifests?subject=${subject}&finding=memory_cut`);
  expect(listed.body.items.map((one: { manifest_id: string }) => one.manifest_id)).toEqual([body.manifest_id]);
  const prompt = JSON.stringify(body.prompt) + JSON.stringify(body.dropped);
  expect([prompt.includes("Said thing 51."), prompt.includes("Inferred"), prompt.includes("Said thing 0.")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await (await fetch(`${whole.url}/metrics`)).text()).toMatch(/winnow_stage_seconds_count\{stage="recall"\} [1-9]/);
  expect((await whole.ask(`/manifests/${body.manifest_id}/replay`, {})).body).toMatchObject({
    outcome: "identical",
    not_recorded: [],
  });
});

test("taken away one at a time: a statement, the whole kind, and what a set of others makes of it", async () => {
  const subject = "rosa";
  const kept = await write("Lives on Numbat street.", { subject, key: "address" });
  const other = await write("Sleeps six hours.", { subject });
  const { body } = await ask({ subject });
  const before = JSON.stringify(body.prompt);
  expect([before.includes("Numbat"), before.includes("Sleeps six")]).toEqual([true, true]);
  const ablated = async (by: string, names: readonly string[]) =>
    (await whole.ask(`/manifests/${body.manifest_id}/ablate`, { by, names })).body.items[0];
  const ids = [`memory:${kept.id}`, `memory:${other.id}`].sort();
  const one = await ablated("item", [`memory:${kept.id}`]);
  expect([one.removed, one.replay.outcome, one.replay.difference.hidden, one.replay.not_recorded]).toEqual([
    [`memory:${kept.id}`],
    "changed",
    [`memory:${kept.id}`],
    [],
  ]);
  expect(one.used).toBeLessThan(body.budget.used);
  const kind = await ablated("kind", ["memory"]);
  expect([[...kind.removed].sort(), [...kind.replay.difference.hidden].sort()]).toEqual([ids, ids]);
  expect(kind.used).toBeLessThan(one.used);
});

test("a what-if that asks for memory where none is recorded, or for more than is, says so", async () => {
  const text = (memory: string) => `${readFileSync("policies/coaching/sources.yaml", "utf8")}\n${memory}\n`;
  const others = temporaryFolder("winnow-memory-wider-");
  cpSync("policies/coaching", join(others, "coaching"), { recursive: true });
  const out = join(sets, "wider.jsonl");
  const subject = "quinn";
  const printed: string[] = [];
  const output = { print: (line: string) => void printed.push(line), complain: (line: string) => void printed.push(line) };
  const common = { tenant: "default", variant: null };
  const shown = { changed: null, as: null, json: true, markdown: null, html: null, progress: null };
  await ask({ subject });
  const environment = { STORE_PATH: whole.storePath };
  expect(await recordSet({ ...common, against: "2020-01-01..2100-01-01", environment, out }, output)).toBe(0);
  const notRecorded = async (sources: string, against: string) => {
    writeFileSync(join(others, "coaching", "sources.yaml"), sources);
    printed.length = 0;
    await replayRecordings({ ...common, ...shown, directory: others, against, environment: {} }, output);
    return JSON.parse(printed[0] as string).not_recorded;
  };
  expect(await notRecorded(text("memory: {}"), out)).toEqual([]);
  expect(await notRecorded(text("memory: { most: 51 }"), out)).toEqual(["memory"]);
  expect(await notRecorded(text("memory: {}"), "policies/coaching/coaching.recorded.jsonl")).toEqual(["memory"]);
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
  expect(JSON.parse(texts.find((text) => digestOf(text) === recorded.inputs.memory_hash))).toMatchObject({
    outdated: { candidates: [], turns: [["t1", { reason: "superseded", rule: "source_turn" }]] },
  });
  printed.length = 0;
  const shown = { directory: whole.folder, changed: null, as: null, json: true, markdown: null, html: null, progress: null };
  expect(await replayRecordings({ ...common, ...shown, against: out, environment: {} }, output)).toBe(0);
  const summary = JSON.parse(printed[0] as string);
  expect(summary.identical).toBe(lines.filter((line) => "recording" in JSON.parse(line)).length);
  // A set without the text of a memory is not run as if there had been none.
  writeFileSync(out, lines.filter((line) => !line.includes("Ibis street")).join("\n"));
  printed.length = 0;
  await replayRecordings({ ...common, ...shown, against: out, environment: {} }, output);
  expect(JSON.parse(printed[0] as string).not_replayed).toEqual([{ name: "text_expired", count: 1 }]);
});
