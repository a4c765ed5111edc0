/** Requests recorded by the whole service over HTTP, run again from its store. */
import { appendFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { json } from "../../support/stub-upstream.ts";
import { temporaryFolder } from "../../support/test-end.ts";
import { SAMPLE_HANDLERS, SAMPLE_MORNING, startWholeService, type WholeService } from "../../support/whole-service.ts";

let whole: WholeService;
beforeAll(async () => {
  whole = await startWholeService();
});
afterAll(() => whole.close());

const PAIN = "Should I train through this pain?";
const SURE = "How long should my intervals be in today's workout?";

const ASKED = { policy: "coaching", subject: "maya", question: PAIN, plan: "free", at: SAMPLE_MORNING };

async function recorded(body: object = {}): Promise<string> {
  const reply = await whole.ask("/assemble", { ...ASKED, ...body });
  expect(reply.status).toBe(200);
  return reply.body.manifest_id;
}

const replay = async (id: string, change?: object) =>
  (await whole.ask(`/manifests/${id}/replay`, change === undefined ? {} : { change })).body;

const IDENTICAL = { outcome: "identical", reason: null, not_recorded: [] };

test.each([
  [{ plan: "nope" }, "/change/plan"],
  [{ intent: "nope" }, "/change/intent"],
  [{ model: "nope" }, "/change/model"],
  [{ payloads: { nope: {} } }, "/change/payloads/nope"],
  [{ failures: { nope: "refused" } }, "/change/failures/nope"],
  [{ variants: { nope: "x" } }, "/change/variants/nope"],
  [{ policy: { "sources.yaml": "x" } }, "/change/policy/sources.yaml"],
  [{ policy: { "policy.yaml": "nope: 1" } }, "/change/policy"],
])("a change that the policy cannot take is refused where it stands: %j", async (change, pointer) => {
  const told = await replay(await recorded(), change);
  expect([told.code, told.errors[0].pointer]).toEqual(["invalid_request", pointer]);
  expect(JSON.stringify(told)).not.toContain("what_if");
});

describe("unchanged", () => {
  test.each([
    ["an uncertain question", {}],
    ["a certain one, another plan", { question: SURE, plan: "paid" }],
    ["every format", { format: "anthropic-messages" }],
    ["a language that is detected", { question: "Tut mein Knie weh, soll ich laufen?" }],
    ["without a time of its own", { at: undefined }],
    [
      "turns, tools and candidates",
      {
        turns: [
          { id: "t1", role: "user", content: "My knee hurts." },
          {
            id: "t2",
            role: "assistant",
            content: "Since when?",
            tool_calls: [{ id: "c", function: { name: "log", arguments: "{}" } }],
          },
          { id: "t3", role: "tool", tool_call_id: "c", content: '{"days": 3}' },
        ],
        tools: [{ name: "log", parameters: { type: "object" } }],
        candidates: [
          { id: "m1", kind: "memory", text: "She had the same knee pain in May." },
          { id: "d1", kind: "document", text: "A knee needs rest.", acl: { groups: ["staff"] } },
        ],
      },
    ],
  ])("%s gives the recorded bytes without asking anybody", async (_name, body) => {
    const id = await recorded(body);
    const before = Object.values(whole.upstreams).map(({ calls }) => calls.length);
    expect(await replay(id)).toMatchObject({ ...IDENTICAL, difference: { first: null, changes: [] } });
    expect(Object.values(whole.upstreams).map(({ calls }) => calls.length)).toEqual(before);
  });

  test("failed sources fail again as they did, though they would answer by now", async () => {
    whole.upstreams.readiness.reply(json({ error: "x" }, 503));
    const id = await recorded({ subject: "lena" });
    whole.upstreams.readiness.reply(SAMPLE_HANDLERS.readiness);
    const manifest = (await whole.get(`/manifests/${id}`)).body;
    expect(manifest.core.missing.map(({ reason }: { reason: string }) => reason)).toContain("unreachable");
    expect(await replay(id)).toMatchObject(IDENTICAL);
  });

  test("writes nothing: the list of manifests is what it was", async () => {
    const id = await recorded();
    const list = (await whole.get("/manifests")).body.items;
    await replay(id);
    expect((await whole.get("/manifests")).body.items).toEqual(list);
  });
});

describe("under a change", () => {
  test("a plan: what it brings in and what it costs", async () => {
    const { outcome, difference } = await replay(await recorded(), { plan: "paid" });
    expect([outcome, difference.first]).toEqual(["changed", "inputs"]);
    expect(difference.changes[0]).toEqual({ stage: "inputs", id: null, what: "plan", before: "free", after: "paid" });
    const [came] = difference.shown;
    expect(difference.changes).toContainEqual(
      expect.objectContaining({ stage: "pack", id: came, before: "dropped: over_plan", after: "included: packed" }),
    );
    expect(difference.tokens.after).toBeGreaterThan(difference.tokens.before);
  });

  test.each(["intent", "verdict"])("an %s that the policy does not have is refused with those that it has", async (name) => {
    const { status, body } = await whole.ask(`/manifests/${await recorded()}/replay`, { change: { [name]: "nope" } });
    expect([status, body.errors[0].pointer, body.errors[0].got]).toEqual([400, `/change/${name}`, "nope"]);
    expect(body.errors[0].expected).toMatch(/^one of training, injury/);
  });

  test("another budget: told as the first difference, though nothing came in or left", async () => {
    const { outcome, difference } = await replay(await recorded(), { budget: { total: 3_999 } });
    const changed = { stage: "budget", id: null, what: "limit", before: 4_000, after: 3_999 };
    expect([outcome, difference.first, difference.changes]).toEqual(["changed", "budget", [changed]]);
  });

  test("a failing source: told as missing, at the stage gather", async () => {
    const { difference } = await replay(await recorded(), { failures: { readiness: "timeout" } });
    expect(difference.first).toBe("gather");
    expect(difference.hidden).toContain("readiness_injury");
  });

  test("policy files: the stage where they decide otherwise", async () => {
    const policy = readFileSync("policies/coaching/intents.yaml", "utf8");
    const changed = policy.replaceAll("max_words: 250", "max_words: 199").replaceAll("max_words: 220", "max_words: 199");
    const { difference } = await replay(await recorded(), { policy: { "intents.yaml": changed } });
    expect(difference.first).toBe("routing");
    expect(difference.changes[0]).toEqual({ stage: "routing", id: null, what: "max_words", before: 250, after: 199 });
  });
});

describe("ablation", () => {
  test("an item: its tokens, and what is in the prompt without it", async () => {
    const id = await recorded({ plan: "paid" });
    const { core } = (await whole.get(`/manifests/${id}`)).body;
    const [item] = core.included.filter(({ kind }: { kind: string }) => kind === "fact");
    const { items } = (await whole.ask(`/manifests/${id}/ablate`, { by: "item", names: [item.id] })).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ by: "item", name: item.id, freed: item.tokens, removed: [item.id], cited: [] });
    expect(items[0].replay.difference.hidden).toEqual([item.id]);
    expect(items[0].used).toBe(items[0].replay.difference.tokens.after);
  });

  test("every kind that has something in the prompt, and neither policy text nor question", async () => {
    const candidates = [{ id: "m1", kind: "memory", text: "She had the same knee pain in May." }];
    const id = await recorded({ plan: "paid", candidates });
    const { items } = (await whole.ask(`/manifests/${id}/ablate`, { by: "kind" })).body;
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(["fact", "memory"]);
    const facts = items.find(({ name }: { name: string }) => name === "fact");
    expect(facts.instead).toEqual([]);
    expect(facts.removed).not.toContain("m1");
  });
});

describe("an ablation of what there is not", () => {
  test.each([
    ["kind", "memry", "one of fact, document, memory, turn, tool_result, example, hint"],
    ["kind", "question", "one of fact, document, memory, turn, tool_result, example, hint"],
    ["block", "fact", "one of system, request, evidence, memory, tools, safety"],
    ["item", "nothing", "the id of something that this manifest decided about"],
  ])("%s %s is refused with what is known", async (by, name, expected) => {
    const { status, body } = await whole.ask(`/manifests/${await recorded()}/ablate`, { by, names: ["memory", name].slice(1) });
    expect([status, body.code, body.errors]).toEqual([
      400,
      "invalid_request",
      [{ pointer: "/names/0", message: `expected ${expected}, got ${name}`, expected, got: name }],
    ]);
  });

  test("a known kind that the prompt has nothing of takes nothing", async () => {
    const { items } = (await whole.ask(`/manifests/${await recorded()}/ablate`, { by: "kind", names: ["hint"] })).body;
    expect(items).toMatchObject([{ name: "hint", freed: 0, removed: [], replay: { outcome: "identical" } }]);
  });
});

test("a list over a range that ends before it begins is refused", async () => {
  const [early, late] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
  for (const [from, to, status] of [
    [early, late, 200],
    [late, early, 400],
    [late, late, 400],
  ] as const) {
    const reply = await whole.get(`/manifests?from=${from}&to=${to}`);
    expect([reply.status, reply.body.errors?.[0].parameter]).toEqual([status, status === 400 ? "to" : undefined]);
  }
});

describe("two manifests", () => {
  test("FP-199: the same request twice differs in nothing that was decided", async () => {
    const [first, second] = [await recorded(), await recorded()];
    const { body } = await whole.get(`/manifests/${second}/diff?against=${first}`);
    expect(body).toMatchObject({ first: null, changes: [], shown: [], hidden: [] });
  });

  test("FP-199: one character of the policy shows in the digest, and each record still runs as it was", async () => {
    const folder = temporaryFolder("winnow-one-character-");
    cpSync("policies/coaching", join(folder, "coaching"), { recursive: true });
    appendFileSync(join(folder, "coaching", "intents.yaml"), "#");
    const first = await recorded();
    const other = await startWholeService({ POLICIES_DIR: folder, STORE_PATH: whole.storePath });
    onTestFinished(() => other.close());
    const reply = await other.ask("/assemble", ASKED);
    const { body } = await whole.get(`/manifests/${reply.body.manifest_id}/diff?against=${first}`);
    expect(body.changes.filter(({ stage }: { stage: string }) => stage !== "inputs")).toEqual([]);
    expect(body.changes.map(({ what }: { what: string }) => what).sort()).toEqual(expect.arrayContaining(["policy", "snapshot"]));
    for (const id of [first, reply.body.manifest_id]) expect(await replay(id, {})).toMatchObject({ outcome: "identical" });
  });

  test("what was decided otherwise comes before that something else was asked: a supersession is the first difference", async () => {
    const texts = { v1: "The gym closes at nine.", v2: "The gym closes at ten." };
    const ask = (more: (id: string) => object) =>
      recorded({ candidates: Object.entries(texts).map(([id, text]) => ({ id, kind: "document", text, ...more(id) })) });
    const unknown = await ask(() => ({}));
    const known = await ask((id) => ({ key: "hours", version: id }));
    const { body } = await whole.get(`/manifests/${known}/diff?against=${unknown}`);
    expect(body.first).toBe("filter");
    expect(body.changes[0]).toEqual({
      ...{ stage: "filter", id: "v1", what: "outcome" },
      ...{ before: "included: packed", after: "dropped: superseded" },
    });
    expect(body.changes.at(-1)).toMatchObject({ stage: "inputs", what: "request" });
  });

  test("another answer of a source is told first, by its name", async () => {
    const first = await recorded();
    whole.upstreams.readiness.reply(json({ error: "x" }, 503));
    const second = await recorded({ subject: "tom" });
    whole.upstreams.readiness.reply(SAMPLE_HANDLERS.readiness);
    const { body } = await whole.get(`/manifests/${second}/diff?against=${first}`);
    expect(body.first).toBe("inputs");
    expect(body.changes.map(({ what }: { what: string }) => what)).toContain("answer of readiness");
    expect(body.hidden).toContain("readiness_injury");
  });
});

describe("the prompt of a manifest", () => {
  test("comes back byte for byte, and who saw it stands in the incident record", async () => {
    const asked = { policy: "coaching", subject: "maya", question: PAIN, plan: "free", at: SAMPLE_MORNING };
    const sent = (await whole.ask("/assemble", asked)).body;
    const shown = await whole.get(`/manifests/${sent.manifest_id}/prompt?reason=complaint%20of%20maya`);
    expect(JSON.stringify(shown.body.prompt)).toBe(JSON.stringify(sent.prompt));
    const { body } = await whole.get(`/manifests/${sent.manifest_id}/export`);
    expect(body.texts).toBeNull();
    expect(body.views).toMatchObject([{ what: "prompt", reason: "complaint of maya", viewer: null }]);
    expect(JSON.stringify(body)).not.toContain(PAIN);
  });

  test("an export with a reason holds every text by its hash, and is a view itself", async () => {
    const id = await recorded();
    const { body } = await whole.get(`/manifests/${id}/export?reason=court`);
    expect(body.texts[body.manifest.inputs.question_hash]).toBe(PAIN);
    expect(Object.values(body.texts).join("\n")).toContain("Injury readiness this morning");
    expect(body.texts[body.manifest.inputs.citing_hash]).toContain("labels");
    expect(body.views).toMatchObject([{ what: "export", reason: "court" }]);
  });

  test("is not shown without a reason", async () => {
    const reply = await whole.get(`/manifests/${await recorded()}/prompt`);
    expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, "reason"]);
  });
});

describe("the list", () => {
  test("is found by intent, conversation and what was left out, page by page, newest first", async () => {
    const ids = [];
    for (const plan of ["free", "paid", "free"]) ids.push(await recorded({ plan, conversation: "chat-7" }));
    const all = (await whole.get("/manifests?conversation=chat-7")).body;
    expect(all.items.map((one: { manifest_id: string }) => one.manifest_id).sort()).toEqual([...ids].sort());
    const dropped = (await whole.get("/manifests?conversation=chat-7&reason=over_plan")).body.items;
    expect(dropped.map((one: { manifest_id: string }) => one.manifest_id).sort()).toEqual([ids[0], ids[2]].sort());
    const first = (await whole.get("/manifests?conversation=chat-7&limit=2")).body;
    const rest = (await whole.get(`/manifests?conversation=chat-7&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.next_cursor).toBeNull();
  });

  test("a cursor of another search is refused", async () => {
    await Promise.all([recorded({ conversation: "chat-8" }), recorded({ conversation: "chat-8" })]);
    const { next_cursor } = (await whole.get("/manifests?conversation=chat-8&limit=1")).body;
    expect((await whole.get(`/manifests?limit=1&cursor=${next_cursor}`)).body.code).toBe("invalid_cursor");
  });
});

test("an unknown id is not_found for every verb", async () => {
  for (const [path, body] of [
    ["replay", {}],
    ["ablate", { by: "kind" }],
  ] as const)
    expect((await whole.ask(`/manifests/none/${path}`, body)).body.code).toBe("not_found");
  for (const path of ["prompt?reason=audit", "export", "diff?against=none"])
    expect((await whole.get(`/manifests/none/${path}`)).body.code).toBe("not_found");
});
