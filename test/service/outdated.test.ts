/** What was replaced or deleted in the memory reaches no prompt through the turns and candidates of a request, over HTTP on a real SQLite file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { replyOf } from "../support/whole-service.ts";
import { startWithMemory, type WithMemory } from "../support/with-memory.ts";

let whole: WithMemory;
beforeAll(async () => {
  whole = await startWithMemory();
});
afterAll(() => whole.close());

const write = async (subject: string, statement: string, given: object = {}) =>
  (await whole.ask("/memory", { subject, statement, origin: "explicit", ...given })).body.memory;
const remove = (id: string) => replyOf(`${whole.url}/memory/${id}`, { method: "DELETE" });

interface Said {
  readonly prompt: string;
  readonly id: string;
  /** Of what was dropped: reason and detail, by id. */
  readonly dropped: Readonly<Record<string, readonly [string, object]>>;
}

async function ask(subject: string, given: object): Promise<Said> {
  const question = "Should I train through this pain?";
  const { status, body } = await whole.ask("/assemble", { subject, question, conversation: "c", ...given });
  expect([status, body.detail]).toEqual([200, undefined]);
  const dropped = body.dropped.map((one: { id: string; reason: string; detail: object }) => [one.id, [one.reason, one.detail]]);
  return { prompt: JSON.stringify(body.prompt), id: body.manifest_id, dropped: Object.fromEntries(dropped) };
}

const user = (id: string, content: string) => ({ id, role: "user", content });
const assistant = (id: string, content: string) => ({ id, role: "assistant", content });
const replayed = async (id: string) => (await whole.ask(`/manifests/${id}/replay`, {})).body.outcome;

test("an answer that repeats what was replaced goes, with the rule and what replaced it; who tells of both stays, and what shares a word", async () => {
  const old = await write("maya", "Lives at 12 Elm Street.", { key: "address", source: { turn: "t1" } });
  const next = await write("maya", "Lives at 5 Oak Road.", { key: "address", source: { turn: "t5" } });
  const { prompt, dropped, id } = await ask("maya", {
    turns: [
      user("t1", "My place is the red house."),
      assistant("t2", "Noted, you live at 12 Elm Street now."),
      user("t3", "The cafe on Elm Street has 12 kinds of cake."),
      assistant("t4", "Shall I send it to 12 Elm Street?"),
      user("t5", "Forget 12 Elm Street, I moved."),
      assistant("t6", "So you moved from 12 Elm Street to 5 Oak Road."),
      user("t7", "Indeed; we live on Elm Street no more."),
    ],
  });
  const told = (rule: string) => ["superseded", { by: `memory:${next.id}`, rule, statement: `memory:${old.id}` }];
  expect(dropped).toMatchObject({ t1: told("source_turn"), t2: told("value"), t4: told("value") });
  expect(Object.keys(dropped).filter((one) => one.startsWith("t"))).toEqual(["t1", "t2", "t4"]);
  for (const words of ["red house", "Noted", "Shall I"]) expect(prompt).not.toContain(words);
  for (const words of ["kinds of cake", "Forget 12", "So you moved", "Indeed"]) expect(prompt).toContain(words);
  await remove(next.id);
  expect(await replayed(id)).toBe("identical");
});

test("a call with its result goes with the turn that says it, and the rest of the conversation stays in order", async () => {
  await write("noor", "Lives in Kyiv.", { key: "city" });
  await write("noor", "Lives in Lviv.", { key: "city" });
  const call = { id: "c1", type: "function", function: { name: "weather", arguments: "{}" } };
  const { prompt, dropped } = await ask("noor", {
    turns: [
      user("t1", "Is it warm?"),
      { ...assistant("t2", "You live in Kyiv, so I look there."), tool_calls: [call] },
      { id: "t3", role: "tool", tool_call_id: "c1", content: "18 degrees" },
      assistant("t4", "It is warm."),
      user("t5", "I like Kyiv."),
    ],
    format: "anthropic-messages",
  });
  expect([dropped["t2"]?.[0], dropped["t3"]?.[0]]).toEqual(["superseded", "superseded"]);
  expect(dropped["t3"]?.[1]).toMatchObject({ rule: "restated" });
  const { messages } = JSON.parse(prompt).payload;
  const roles = messages.map(({ role }: { role: string }) => role);
  expect(roles.every((role: string, at: number) => role === (at % 2 === 0 ? "user" : "assistant"))).toBe(true);
  for (const words of ["look there", "18 degrees"]) expect(prompt).not.toContain(words);
  for (const words of ["It is warm.", "I like Kyiv."]) expect(prompt).toContain(words);
});

test("memory that the request brings under another id with the same words is out; what says that it is newer, or replaces what stands, competes", async () => {
  const old = await write("olga", "Sleeps six hours.", { key: "sleep" });
  const next = await write("olga", "Sleeps eight hours.", { key: "sleep" });
  const memory = (id: string, more: object = {}) => ({ id, kind: "memory", text: "sleeps SIX hours", ...more });
  const document = { kind: "document", text: "Sleeps six hours. So does her cat." };
  const one = async (candidate: object) => (await ask("olga", { candidates: [candidate] })).dropped;
  const told = (rule: string) => ["superseded", { by: `memory:${next.id}`, rule, statement: `memory:${old.id}` }];
  expect((await one(memory("a")))["a"]).toEqual(told("words"));
  expect((await one({ id: "b", kind: "hint", text: "She sleeps for six hours or so." }))["b"]).toEqual(told("restated"));
  expect((await one({ id: "c", ...document }))["c"]).toEqual(told("words"));
  expect((await one({ id: "d", ...document, text: "Who sleeps six hours is tired." }))["d"]).toBeUndefined();
  expect((await one(memory("e", { published_at: "2100-01-01T00:00:00Z" })))["e"]).toBeUndefined();
  const replacing = await one(memory("f", { supersedes: [`memory:${next.id}`] }));
  expect([replacing["f"], replacing[`memory:${next.id}`]?.[0]]).toEqual([undefined, "superseded"]);
});

test("what was deleted without a replacement is deleted wherever it comes from: by its id, its turn, its words, its values", async () => {
  const cat = await write("petra", "Has a grey cat.", { source: { turn: "t1", conversation: "c" } });
  const home = await write("petra", "Lives at 12 Elm Street.", { key: "address" });
  for (const { id } of [cat, home]) await remove(id);
  const { prompt, dropped, id } = await ask("petra", {
    turns: [
      user("t1", "My pet is Tom."),
      assistant("t2", "I see. Has a grey cat. Good."),
      assistant("t3", "Is it 12 Elm Street?"),
      user("t4", "A grey cat ran by."),
    ],
    candidates: [
      { id: cat.id, kind: "memory", text: "Keeps a pet called Tom." },
      { id: `memory:${home.id}`, kind: "memory", text: "Home is with the oaks." },
      { id: "copy", kind: "memory", text: "Has a grey cat" },
    ],
  });
  const told = (rule: string, of: { id: string }) => ["deleted", { rule, statement: `memory:${of.id}` }];
  expect(dropped).toMatchObject({
    ...{ t1: told("source_turn", cat), t2: told("words", cat), t3: told("value", home), copy: told("words", cat) },
    ...{ [cat.id]: told("id", cat), [`memory:${home.id}`]: told("id", home) },
  });
  for (const words of ["Tom", "Has a grey", "12 Elm", "oaks"]) expect(prompt).not.toContain(words);
  expect(prompt).toContain("A grey cat ran by.");
  expect(await replayed(id)).toBe("identical");
  const { body } = await whole.ask("/explain", {
    ...{ subject: "petra", question: "Should I train?", turns: [assistant("t2", "Has a grey cat.")] },
  });
  const missed = body.near_misses.find((one: { id: string }) => one.id === "t2");
  expect(missed?.message ?? "").toContain("deleted from the memory");
});

test("words that stand again are no copy of what was replaced", async () => {
  for (const city of ["Lives in Kyiv.", "Lives in Lviv.", "Lives in Kyiv."]) await write("rosa", city, { key: "city" });
  const { dropped, prompt } = await ask("rosa", {
    turns: [assistant("t1", "You live in Kyiv."), assistant("t2", "You live in Lviv.")],
  });
  expect([dropped["t1"], dropped["t2"]?.[0]]).toEqual([undefined, "superseded"]);
  expect(prompt).toContain("You live in Kyiv.");
});

test("whatever of an item reaches the prompt is compared: abstract, label, arguments of a call; a label that stands over the truth is part of it", async () => {
  await write("sven", "Lives at 12 Elm Street.", { key: "address" });
  await write("sven", "Lives at 5 Oak Road.", { key: "address" });
  const call = (id: string, value: unknown) => ({
    id,
    type: "function",
    function: { name: "weather", arguments: JSON.stringify(value) },
  });
  const { dropped, prompt } = await ask("sven", {
    candidates: [
      { id: "a", kind: "memory", text: "The house has a garden.", abstract: "Home is 12 Elm Street." },
      { id: "b", kind: "hint", text: "The house has a cellar.", label: "12 Elm Street" },
      { id: "c", kind: "hint", text: "Moved to 5 Oak Road.", label: "From 12 Elm Street" },
      { id: "d", kind: "memory", text: "Moved from 12 Elm Street to 5 Oak Road.", abstract: "Home is 12 Elm Street." },
      { id: "e", kind: "hint", text: "The house has a roof.", label: "Elm Street", abstract: "A roof." },
    ],
    turns: [
      { ...assistant("t1", "I look it up."), tool_calls: [call("c1", { where: ["12 Elm Street"] })] },
      { id: "t2", role: "tool", tool_call_id: "c1", content: "18 degrees" },
      { ...assistant("t3", "I look there."), tool_calls: [call("c2", { where: "5 Oak Road", not: "12 Elm Street" })] },
      { id: "t4", role: "tool", tool_call_id: "c2", content: "19 degrees" },
    ],
  });
  const outdated = Object.entries(dropped).filter(([, [reason]]) => reason === "superseded");
  expect(outdated.map(([id]) => id).sort()).toEqual(expect.arrayContaining(["a", "b", "d", "t1"]));
  for (const id of ["c", "e", "t3", "t4"]) expect(dropped[id]?.[0]).not.toBe("superseded");
  expect(dropped["t1"]?.[1]).toMatchObject({ rule: "value" });
  for (const words of ["18 degrees", "I look it up"]) expect(prompt).not.toContain(words);
  expect(prompt).toContain("19 degrees");
});

test("the turn that both what was and what stands were taken from stays; one that a deleted statement was taken from too does not", async () => {
  const source = { turn: "t1", conversation: "c" };
  await write("tove", "Favourite colour is red.", { key: "colour", source });
  await write("tove", "Favourite colour is blue.", { key: "colour", source });
  const said = { turns: [user("t1", "My favourite was red but now it is blue, and I have a snake.")] };
  expect((await ask("tove", said)).dropped["t1"]).toBeUndefined();
  const { id } = await write("tove", "Has a snake.", { source });
  await remove(id);
  expect((await ask("tove", said)).dropped["t1"]).toEqual(["deleted", { rule: "source_turn", statement: `memory:${id}` }]);
});

test("a deleted statement does not come back as an item of a list, behind a label or as JSON", async () => {
  const { id } = await write("ugo", "Takes zorblaxine for sleep.");
  await remove(id);
  const texts = [
    "- Takes zorblaxine for sleep.\n- Has two kids.",
    "Memory: Takes zorblaxine for sleep",
    '{"fact":"Takes zorblaxine for sleep"}',
  ];
  const { dropped, prompt } = await ask("ugo", {
    candidates: [
      ...texts.map((text, at) => ({ id: `m${at}`, kind: "memory", text })),
      { id: "doc", kind: "document", text: "Notes:\n1. Takes zorblaxine for sleep\n2. Runs" },
    ],
  });
  const told = ["deleted", { rule: "words", statement: `memory:${id}` }];
  expect(dropped).toMatchObject({ m0: told, m1: told, m2: told, doc: told });
  expect(prompt).not.toContain("zorblaxine");
});

test("who corrects or denies what was replaced is heard", async () => {
  await write("vera", "Lives at 12 Elm Street.", { key: "address" });
  await write("vera", "Lives at 5 Oak Road, Shelbyville.", { key: "address" });
  const { dropped } = await ask("vera", {
    turns: [
      user("t1", "I moved from 12 Elm Street to 5 Oak Road."),
      user("t2", "I do not live at 12 Elm Street any more."),
      assistant("t3", "Good. You live at 12\u00A0Elm  Street."),
    ],
  });
  expect([dropped["t1"], dropped["t2"], dropped["t3"]?.[0]]).toEqual([undefined, undefined, "superseded"]);
});
