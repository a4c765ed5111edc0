/** A model's answer over real HTTP and the real store: judged, kept, shown, counted once, and gone with its person. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerAbout, verifiedCaller } from "../../src/caller.ts";
import { AppError } from "../../src/errors.ts";
import { modelAnswers } from "../../src/service/receive-answer.ts";
import { NO_OBSERVERS } from "../../src/service/usage-observers.ts";
import { type Reply, replyOf, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const ANYONE = verifiedCaller({ tenant: "default", subject: null, groups: [], permissions: new Set(["any_subject"]) });
const QUESTION = { policy: "coaching", subject: "maya", question: "Should I train through this pain?", at: SAMPLE_MORNING };

const assembled = async (body: object = {}): Promise<Reply["body"]> =>
  (await service.ask("/assemble", { ...QUESTION, ...body })).body;

const put = (id: string, body: unknown): Promise<Reply> =>
  replyOf(`${service.url}/manifests/${id}/answer`, {
    method: "PUT",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

describe("an answer", () => {
  test("is judged against its manifest, and read again as it was judged", async () => {
    const { manifest_id: id, labels, budget } = await assembled();
    const usage = { prompt_tokens: budget.used, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 128 } };
    const reply = await put(id, { text: `Rest today. [${labels[0]}]`, model: "gpt-4o-mini", finish_reason: "stop", usage });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      manifest_id: id,
      finish: { reason: "stop", kind: "complete" },
      words: { count: 2, allowed: 250 },
      coverage: { citable: labels.length, cited: 1 },
      cited: [{ label: labels[0], role: "primary", how: ["label"], times: 1 }],
      tokens: { counted: budget.used, measured: budget.used, ratio: 1 },
      usage: { input_tokens: budget.used, cached_tokens: 128, output_tokens: 9 },
    });
    expect(reply.body.findings.map(({ code }: { code: string }) => code)).toEqual(["primary_uncited"]);
    expect((await service.get(`/manifests/${id}/answer`)).body).toEqual(reply.body);
  });

  test.each([[{}], [{ inputTokens: null, outputTokenDetails: {} }]])("a usage without any number is none: %j", async (usage) => {
    const { manifest_id: id } = await assembled();
    const reply = await put(id, { text: "Rest.", usage });
    expect([reply.status, reply.body.usage]).toEqual([200, null]);
  });

  test("null for what a stream did not tell is the same as leaving it out", async () => {
    const { manifest_id: id } = await assembled();
    const reply = await put(id, { text: "Rest.", model: null, finish_reason: null, usage: null });
    expect([reply.status, reply.body.model, reply.body.usage, reply.body.finish.reason]).toEqual([200, null, null, null]);
    expect((await put(id, { text: "Rest." })).body).toEqual(reply.body);
  });

  test("posted again changes nothing; another one takes its place", async () => {
    const { manifest_id: id } = await assembled();
    const first = await put(id, { text: "Rest." });
    expect((await put(id, { text: "Rest." })).body).toEqual(first.body);
    const second = await put(id, { text: "Rest well." });
    expect([second.body.words.count, second.body.answer_hash === first.body.answer_hash]).toEqual([2, false]);
    expect((await service.get(`/manifests/${id}/answer`)).body).toEqual(second.body);
  });

  test("is learnt from once, whatever else is posted of its prompt, and never where another model answered", async () => {
    const ratio = async (): Promise<string | undefined> =>
      /^winnow_token_ratio\{model="gpt-4o"\} (.*)$/m.exec((await service.get("/metrics")).text)?.[1];
    const [one, other] = [await assembled({ model: "gpt-4o" }), await assembled({ model: "gpt-4o" })];
    const usage = { prompt_tokens: 2 * one.budget.used };
    await put(other.manifest_id, { text: "Rest.", model: "claude-opus-5-5", usage });
    expect(await ratio()).toBeUndefined();
    await put(one.manifest_id, { text: "Rest.", model: "gpt-4o-2024-11-20", usage });
    const learnt = await ratio();
    expect(Number(learnt)).toBe(1.125);
    for (let at = 0; at < 5; at += 1) await put(one.manifest_id, { text: `Rest ${at}.`, model: "gpt-4o", usage });
    expect(await ratio()).toBe(learnt);
    // Without a usage in between, and then with one again.
    for (const again of [{ text: "Rest." }, { text: "Rest.", usage }]) await put(one.manifest_id, again);
    expect(await ratio()).toBe(learnt);
    // What another model measured takes nothing from what its own model does.
    await put(other.manifest_id, { text: "Rest.", model: "gpt-4o", usage });
    expect(Number(await ratio())).toBeGreaterThan(1.2);
  });

  test("that was not stored is learnt from when it is posted again", async () => {
    const { manifest_id: id, budget } = await assembled();
    const { store } = service.booted;
    let isDown = true;
    let learnt = 0;
    const putAnswer: typeof store.putAnswer = (...to) =>
      isDown ? Promise.reject(new AppError("audit_unavailable", "down")) : store.putAnswer(...to);
    const answers = modelAnswers({
      ...{ store: { ...store, putAnswer }, meter: { answered: () => {} }, now: () => 0 },
      observers: { ...NO_OBSERVERS, ratio: { ...NO_OBSERVERS.ratio, observe: () => (learnt += 1) } },
    });
    const posted = { text: "Rest.", usage: { prompt_tokens: budget.used } };
    await expect(answers.putAnswer(ANYONE, id, posted)).rejects.toMatchObject({ code: "audit_unavailable" });
    expect(learnt).toBe(0);
    isDown = false;
    await answers.putAnswer(ANYONE, id, posted);
    expect(learnt).toBe(1);
  });

  test("posted many times at once is one answer, counted once and learnt from once", async () => {
    const { manifest_id: id, budget } = await assembled();
    const { store } = service.booted;
    const calls: string[] = [];
    const slow: typeof store.readAnswer = async (...asked) => {
      const found = await store.readAnswer(...asked);
      await pause(20);
      return found;
    };
    const { putAnswer } = modelAnswers({
      store: { ...store, readAnswer: slow },
      observers: {
        ratio: { ...NO_OBSERVERS.ratio, observe: () => calls.push("ratio") },
        cache: {
          reported: () => {
            calls.push("cache");
            return [];
          },
        },
      },
      meter: { answered: () => calls.push("meter") },
      now: () => 0,
    });
    const usage = { prompt_tokens: budget.used, prompt_tokens_details: { cached_tokens: 128 } };
    const posted = { text: "Rest.", model: "gpt-4o-mini", usage };
    const records = await Promise.all(Array.from({ length: 10 }, () => putAnswer(ANYONE, id, posted)));
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1);
    expect(calls).toEqual(["cache", "ratio", "meter"]);
  });

  test("posted to two processes at once is counted by the one that stored it", async () => {
    const { manifest_id: id } = await assembled();
    const { store } = service.booted;
    let counted = 0;
    let seen = 0;
    let bothSaw = (): void => {};
    const both = new Promise<void>((resolve) => {
      bothSaw = resolve;
    });
    const readAnswer: typeof store.readAnswer = async (...asked) => {
      const found = await store.readAnswer(...asked);
      seen += 1;
      if (seen === 2) bothSaw();
      await both;
      return found;
    };
    const process = () =>
      modelAnswers({
        ...{ store: { ...store, readAnswer }, observers: NO_OBSERVERS, now: () => 0 },
        meter: { answered: () => (counted += 1) },
      });
    await Promise.all([process(), process()].map((one) => one.putAnswer(ANYONE, id, { text: "Rest." })));
    expect(counted).toBe(1);
  });

  test("of any size and shape is read in time, and of absurd counts nothing is believed", async () => {
    const { manifest_id: id, labels } = await assembled();
    const texts = ["[".repeat(200_000), "[]".repeat(100_000), `[${labels[0]}]`.repeat(10_000), `[${"a,".repeat(100_000)}]`];
    const started = performance.now();
    for (const text of [...texts, "[1-999999999]".repeat(10_000), "漢字".repeat(100_000)]) {
      expect((await put(id, { text })).status).toBe(200);
    }
    expect(performance.now() - started).toBeLessThan(10_000);
    const citations = [
      { document_index: -1 },
      { document_index: 1e308, start_block_index: -1e308 },
      { search_result_index: "1" },
    ];
    const { body } = await put(id, { content: [{ type: "text", text: "a", citations }] });
    expect(body.marks).toMatchObject({ native: 3, native_unknown: 2 });
    const absurd = await put(id, { text: "a", usage: { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 1e9 } } });
    expect([absurd.body.usage.cached_tokens, absurd.body.tokens.cached_share]).toEqual([null, null]);
    for (const tokens of [-5, 1.5, 1e300, "12", Number.MAX_SAFE_INTEGER]) {
      const refused = await put(id, { text: "a", usage: { prompt_tokens: tokens } });
      expect([tokens, refused.body.code, refused.body.errors[0].pointer]).toEqual([tokens, "invalid_request", "/usage"]);
    }
  });

  test("twenty at once leave one of them, whole", async () => {
    const { manifest_id: id } = await assembled();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => put(id, { text: "Rest ".repeat((at % 3) + 1) })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await service.get(`/manifests/${id}/answer`);
    expect(replies.map((reply) => reply.body)).toContainEqual(body);
  });

  test("that names a withheld piece is told so by its label in the language of the answer", async () => {
    const { manifest_id: id, withheld } = await assembled({ question: "How should I pace my intervals this week?" });
    expect(ids(withheld)).toContain("readiness_injury");
    const reply = await put(id, { text: "Easy. [Injury readiness] [Training readiness]" });
    expect(reply.body.unsent).toEqual([
      { id: "readiness_injury", label: "Injury readiness", outcome: "withheld", reason: "excluded", times: 1 },
    ]);
  });

  test("that names candidates of its request knows them by label or id, and their brackets for quotes", async () => {
    const candidates = [
      { id: "old", kind: "document", label: "Shoe guide", text: "Change shoes every 500 km.", key: "shoes", version: 1 },
      { id: "new", kind: "document", text: "Change shoes every 800 km [17], see [Plan B].", key: "shoes", version: 2 },
    ];
    const { manifest_id: id, included } = await assembled({ candidates });
    expect(ids(included)).toContain("new");
    const { body } = await put(id, { text: "[new] [Shoe guide] [17] [plan b] [18]" });
    expect(ids(body.cited)).toEqual(["new"]);
    expect(body.unsent).toMatchObject([{ id: "old", outcome: "dropped", reason: "superseded" }]);
    expect(body.marks).toMatchObject({ quoted: 2, unknown: 1 });
  });

  test("that repeats a bracket of the question cites nothing, and one of an earlier answer is not excused", async () => {
    const turns = [
      { id: "t1", role: "user", content: "What about [my plan]?" },
      { id: "t2", role: "assistant", content: "Rest. [Sleep diary]" },
    ];
    const { manifest_id: id } = await assembled({ question: "Should I train through this pain [left knee]?", turns });
    const { body } = await put(id, { text: "[left knee] [my plan] [Sleep diary]" });
    expect(body.marks).toMatchObject({ quoted: 2, unknown: 1 });
  });
});

describe("support", () => {
  test("sections are cited by their numbers, and one that was found and not sent is told", async () => {
    const body = { policy: "support", subject: "nora", question: "How long do I have to return a weather station?" };
    const { manifest_id: id, included, dropped } = await assembled({ ...body, at: undefined });
    const section = included.find(({ kind, source }: { kind: string; source: string }) => kind === "document" && source !== null);
    const left = dropped.find(({ reason }: { reason: string }) => reason === "outside_k" || reason === "below_floor");
    const { inputs } = (await service.get(`/manifests/${id}`)).body;
    const { labels } = JSON.parse((await service.booted.store.readText(ANYONE, inputs.citing_hash)) ?? "");
    const record = (await put(id, { text: `You have 30 days [${section.label}], or not [${labels[left.id]}].` })).body;
    expect(ids(record.cited)).toContain(section.id);
    expect(record.unsent).toMatchObject([{ id: left.id, outcome: "dropped", reason: left.reason }]);
  });
});

describe("the shipped support policy", () => {
  test.each([
    ["Section 4.2 says 30 days.", "named"],
    ["30 days (4.2).", "named"],
    ["30 days [4.2].", "label"],
    ["30 days [Section 4.2].", "label"],
    ["30 days, § 4.2.", "named"],
    ["根据第4.2节，30天。", "named"],
    ["30天【4.2】", "label"],
  ])("cites a section by the number that the prompt asks for: %s", async (text, how) => {
    const body = { policy: "support", subject: "nora", question: "How long is the refund window?", at: undefined };
    const { manifest_id: id, labels } = await assembled(body);
    expect(labels).toContain("Support handbook 4.2");
    const { body: record } = await put(id, { text });
    expect(record.cited).toMatchObject([{ label: "Support handbook 4.2", how: [how], times: 1 }]);
    expect(record.unknown).toEqual([]);
  });
});

describe("is refused", () => {
  test.each<readonly [string, unknown, string]>([
    ["without text and content", {}, ""],
    ["with a field that is not known", { text: "a", txt: "b" }, "/txt"],
    ["with a usage of other names", { text: "a", usage: { tokens: 5 } }, "/usage"],
    ["with too long a text", { text: "a".repeat(250_001) }, "/text"],
    ["with a text that is none", { text: 5 }, "/text"],
    ["with blocks that are none", { content: ["a"] }, "/content/0"],
    ["with too many blocks", { content: Array.from({ length: 2_001 }, () => ({})) }, "/content"],
    ["with an endless reason", { text: "a", finish_reason: "x".repeat(101) }, "/finish_reason"],
  ])("%s", async (_what, body, pointer) => {
    const { manifest_id: id } = await assembled();
    const reply = await put(id, body);
    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([400, "invalid_request", pointer]);
    expect((await service.get(`/manifests/${id}/answer`)).status).toBe(404);
  });

  test("for a manifest that is not there, and then there is nothing to read either", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    const replies = [await put(id, { text: "a" }), await service.get(`/manifests/${id}/answer`)];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [404, "not_found"],
      [404, "not_found"],
    ]);
  });
});

describe("among tenants and persons", () => {
  const caller = (tenant: string, subject: string | null, ...more: readonly "any_subject"[]) =>
    verifiedCaller({ tenant, subject, groups: [], permissions: new Set(["assemble", ...more]) });
  const codeOf = (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => "answered",
      (error: unknown) => (error instanceof AppError ? error.code : "thrown"),
    );

  test("only who may read a manifest may answer it, or read its answer", async () => {
    const { manifest_id: id } = await assembled();
    const { service: inner } = service.booted;
    const posted = { text: "Rest." };
    expect(await codeOf(inner.putAnswer(caller("other", null, "any_subject"), id, posted))).toBe("not_found");
    expect(await codeOf(inner.putAnswer(caller("default", "jonas"), id, posted))).toBe("not_found");
    expect(await codeOf(inner.answer(caller("default", "maya"), id))).toBe("not_found");
    expect(await codeOf(inner.putAnswer(caller("default", "maya"), id, posted))).toBe("answered");
    expect(await codeOf(inner.answer(caller("default", "maya"), id))).toBe("answered");
    expect(await codeOf(inner.answer(caller("default", "jonas"), id))).toBe("not_found");
  });

  test("an erased manifest takes no answer, and gives none", async () => {
    const { manifest_id: id } = await assembled({ subject: "lena" });
    expect((await put(id, { text: "Rest." })).status).toBe(200);
    const about = callerAbout(caller("default", null, "any_subject"), "lena");
    await service.booted.store.erase(about, "2026-11-30T12:00:00.000Z");
    const replies = [await put(id, { text: "Rest more." }), await service.get(`/manifests/${id}/answer`)];
    expect(replies.map(({ status }) => status)).toEqual([410, 410]);
  });
});
