/** The vectors of a corpus: filled in the background from a real server, kept in a real store. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { EmbedderOptions } from "../../src/model/embeddings.ts";
import type { EmbedFault } from "../../src/service/embed-sections.ts";
import { createSectionVectors, type SectionVectors, type SectionVectorsOptions } from "../../src/service/section-vectors.ts";
import type { VectorStore } from "../../src/store/vector-store.ts";
import type { StubModel } from "../model/build.ts";
import { stubModel } from "../model/build.ts";
import { embedder, gives, sentTexts, textServer } from "../model/build-embeddings.ts";
import { openTemporaryStore } from "../store/manifest-fixture.ts";
import { hang, json } from "../support/stub-upstream.ts";

const KNEES = ["knee", "hip", "neck"];

interface Changes extends Partial<Omit<SectionVectorsOptions, "embedder">> {
  readonly embedder?: Partial<EmbedderOptions>;
}

/** Vectors from a server, ended after the test; `faults` is what its log gets. */
async function vectorsFrom(server: StubModel, { embedder: changes = {}, ...options }: Changes = {}) {
  const faults: EmbedFault[] = [];
  const one = createSectionVectors({
    store: options.store ?? (await openTemporaryStore()).store.vectors,
    firstRestMs: 1,
    longestRestMs: 8,
    onFault: (fault) => faults.push(fault),
    ...options,
    embedder: embedder(server, changes),
  });
  onTestFinished(() => one.close());
  return { one, faults };
}

const ofLength = async () => textServer((text) => [text.length, 1]);
const present = (one: SectionVectors, digest: string, dimensions = 2) => one.vectorsOf(digest, dimensions).present;
const untilPresent = (one: SectionVectors, digest: string, count: number, dimensions = 2) =>
  expect.poll(() => present(one, digest, dimensions), { interval: 2, timeout: 10_000 }).toBe(count);
const sent = (server: StubModel) => server.bodies.map((_, call) => sentTexts(server, call));
/** The number that `ofLength` made a vector from. */
const lengths = (one: SectionVectors, digest: string) =>
  one.vectorsOf(digest, 2).vectors.map((vector) => (vector === null ? null : Math.round((vector[0] ?? 0) / (vector[1] ?? 1))));

describe("filling", () => {
  test("every text gets its vector, in its place, and a restart asks for none of them again", async () => {
    const { store } = await openTemporaryStore();
    const server = await ofLength();
    const { one } = await vectorsFrom(server, { store: store.vectors });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    expect(lengths(one, "a")).toEqual([4, 3, 4]);
    await one.close();
    const calls = server.calls.length;
    const { one: next } = await vectorsFrom(server, { store: store.vectors });
    next.keep("a", KNEES);
    await untilPresent(next, "a", 3);
    expect(lengths(next, "a")).toEqual([4, 3, 4]);
    expect(server.calls).toHaveLength(calls);
  });

  test("a large corpus goes in batches, each text once, however often it stands there", async () => {
    const server = await ofLength();
    const { one } = await vectorsFrom(server, { embedder: { batch: 10 } });
    const texts = Array.from({ length: 150 }, (_, at) => `text ${at % 100}`);
    one.keep("a", texts);
    await untilPresent(one, "a", 150);
    expect(Math.max(...sent(server).map(({ length }) => length))).toBe(10);
    expect(sent(server).flat().sort()).toEqual([...new Set(texts)].sort());
  });

  test("no vector is there before it came, and what was served once never changes", async () => {
    let answer: () => void = () => {};
    const server = await stubModel((request, response) => {
      answer = () => gives([[3, 4]])(request, response);
    });
    const { one } = await vectorsFrom(server);
    one.keep("a", ["knee"]);
    await expect.poll(() => server.bodies.length, { interval: 2 }).toBe(1);
    const early = one.vectorsOf("a", 2);
    expect(early).toEqual({ vectors: [null], present: 0 });
    answer();
    await untilPresent(one, "a", 1);
    expect(one.vectorsOf("a", 2).vectors).toEqual([Float32Array.of(0.6, 0.8)]);
    expect(early).toEqual({ vectors: [null], present: 0 });
    expect([early, early.vectors].every(Object.isFrozen)).toBe(true);
  });

  test("an empty corpus and an unknown one ask nothing", async () => {
    const server = await ofLength();
    const { one } = await vectorsFrom(server);
    one.keep("a", []);
    expect(one.vectorsOf("a", 2)).toEqual({ vectors: [], present: 0 });
    expect(one.vectorsOf("b", 2)).toEqual({ vectors: [], present: 0 });
    await one.close();
    expect(server.calls).toHaveLength(0);
  });

  test("a store that cannot be written costs the next start, not this one", async () => {
    const broken: VectorStore = { read: async () => new Map(), write: async () => false };
    const { one, faults } = await vectorsFrom(await ofLength(), { store: broken });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    expect(faults).toEqual([]);
  });
});

describe("several corpora", () => {
  test("the successor of a corpus asks for what changed only, and the memory of the old one is freed", async () => {
    const server = await ofLength();
    const forgetful: VectorStore = { read: async () => new Map(), write: async () => false };
    const { one } = await vectorsFrom(server, { store: forgetful, maxSections: 4 });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    const before = server.bodies.length;
    one.keep("b", ["knee", "hip", "shoulder"]);
    one.forget("a");
    await untilPresent(one, "b", 3);
    expect(sent(server).slice(before)).toEqual([["shoulder"]]);
    expect(one.vectorsOf("a", 2)).toEqual({ vectors: [], present: 0 });
    one.keep("c", ["ankle"]);
    await untilPresent(one, "c", 1);
  });

  test("texts that another corpus has are served without a call, beyond the first turn as well", async () => {
    const server = await ofLength();
    const { one } = await vectorsFrom(server);
    const texts = Array.from({ length: 200 }, (_, at) => `text ${at}`);
    one.keep("a", texts);
    await untilPresent(one, "a", 200);
    const before = server.calls.length;
    one.keep("b", texts.toReversed());
    await untilPresent(one, "b", 200);
    expect(server.calls).toHaveLength(before);
  });

  test.each([
    [0, 0],
    [2, 2],
    [3, 3],
    [4, 3],
  ])("of three texts with room for %i, %i have a vector, and the others wait for room", async (maxSections, count) => {
    const server = await ofLength();
    const { one } = await vectorsFrom(server, { maxSections });
    one.keep("a", KNEES);
    await untilPresent(one, "a", count);
    one.keep("b", ["back"]);
    if (maxSections === 4) await untilPresent(one, "b", 1);
    one.forget("a");
    await untilPresent(one, "b", Math.min(1, maxSections));
    expect(new Set(sent(server).flat()).size).toBe(Math.min(4, count + Math.min(1, maxSections)));
  });
});

describe("faults", () => {
  test("each one is followed by a rest, twice as long as the last up to the longest, and told without a text", async () => {
    const server = await stubModel(json({}, 401));
    const { one, faults } = await vectorsFrom(server, { firstRestMs: 2, longestRestMs: 9 });
    one.keep("a", KNEES);
    await expect.poll(() => faults.length, { interval: 2 }).toBeGreaterThanOrEqual(5);
    const fault = { status: "failed", cause: "http_status", httpStatus: 401, texts: 3 };
    expect(faults.slice(0, 5)).toEqual([2, 4, 8, 9, 9].map((restMs) => ({ ...fault, restMs })));
    expect(JSON.stringify(faults)).not.toMatch(/knee|hip|neck/);
    expect(sent(server).every(({ length }) => length === 3)).toBe(true);
    server.reply(
      gives([
        [1, 0],
        [1, 0],
        [1, 0],
      ]),
    );
    await untilPresent(one, "a", 3);
    server.reply(json({}, 401));
    const before = faults.length;
    one.keep("b", ["back"]);
    await expect.poll(() => faults.length, { interval: 2 }).toBeGreaterThan(before);
    expect(faults[before]?.restMs).toBe(2);
  });

  test("no call is made while it rests", async () => {
    const server = await stubModel(json({}, 500));
    const { one, faults } = await vectorsFrom(server, { firstRestMs: 60_000, longestRestMs: 60_000 });
    one.keep("a", KNEES);
    await expect.poll(() => faults.length, { interval: 2 }).toBe(1);
    one.keep("b", ["back"]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(server.calls).toHaveLength(1);
  });

  test.each([400, 413, 422])(
    "a text that is answered with %i keeps its batch from nothing, and is not sent for ever",
    async (status) => {
      const server = await textServer((text) => (text === "hip" ? status : [1, 1]));
      const { one, faults } = await vectorsFrom(server);
      const texts = ["ankle", "back", ...KNEES, "shoulder", "toe", "wrist"];
      one.keep("a", texts);
      await untilPresent(one, "a", 7);
      await expect.poll(() => sent(server).filter((call) => call.join() === "hip").length, { interval: 2 }).toBe(1);
      one.keep("b", ["hip", "elbow"]);
      await untilPresent(one, "b", 1);
      await one.close();
      expect(one.vectorsOf("a", 2).vectors.map((vector) => vector !== null)).toEqual(texts.map((text) => text !== "hip"));
      expect(sent(server).filter((call) => call.includes("hip"))).toHaveLength(4);
      expect(faults).toHaveLength(4);
    },
  );

  test("a text that breaks the server down holds up no other, and is tried again", async () => {
    let broken = true;
    const server = await textServer((text) => (broken && text === "hip" ? 500 : [1, 1]));
    const { one } = await vectorsFrom(server, { embedder: { restMs: 0 } });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 2);
    broken = false;
    await untilPresent(one, "a", 3);
  });

  test("a server too slow for a batch gets half as many", async () => {
    const server = await stubModel(hang);
    server.reply((request, response) => {
      const texts = sentTexts(server, server.bodies.length - 1);
      if (texts.length < 3) gives(texts.map(() => [1, 1]))(request, response);
    });
    const { one, faults } = await vectorsFrom(server, { embedder: { deadlineMs: 250 } });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    expect(faults[0]).toMatchObject({ cause: "timeout", texts: 3 });
  });

  test("refusals begin with short rests, and those of a server that refuses everything grow long", async () => {
    const server = await stubModel(json({}, 400));
    const { one, faults } = await vectorsFrom(server, { firstRestMs: 8, longestRestMs: 20 });
    one.keep("a", KNEES);
    await expect.poll(() => faults.length, { interval: 2 }).toBeGreaterThanOrEqual(11);
    expect(faults.slice(0, 11).map(({ restMs }) => restMs)).toEqual([1, 1, 1, 1, 1, 1, 2, 4, 8, 16, 20]);
  });

  test("a server that refuses everything is given another chance with everything", async () => {
    const server = await stubModel(json({}, 400));
    const { one, faults } = await vectorsFrom(server);
    one.keep("a", KNEES);
    await expect.poll(() => faults.filter(({ texts }) => texts === 1).length, { interval: 2 }).toBeGreaterThan(3);
    server.reply(gives([[1, 0]]));
    await untilPresent(one, "a", 3);
  });
});

describe("the length of the vectors", () => {
  test("stored vectors of another length than the first question's are asked for again", async () => {
    const { store } = await openTemporaryStore();
    const { one } = await vectorsFrom(await ofLength(), { store: store.vectors });
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    await one.close();
    const three = await textServer((text) => [text.length, 1, 0]);
    const { one: next } = await vectorsFrom(three, { store: store.vectors });
    next.keep("a", KNEES);
    await untilPresent(next, "a", 3, 3);
    expect(next.vectorsOf("a", 3).vectors.map((vector) => vector?.length)).toEqual([3, 3, 3]);
    expect(sent(three).flat().sort()).toEqual([...KNEES].sort());
  });

  test("for a question of another length than the first one there is nothing, and nothing is asked for again", async () => {
    const server = await ofLength();
    const { one } = await vectorsFrom(server);
    one.keep("a", KNEES);
    await untilPresent(one, "a", 3);
    expect(one.vectorsOf("a", 3)).toEqual({ vectors: [], present: 0 });
    expect(present(one, "a")).toBe(3);
    expect(sent(server).flat()).toHaveLength(3);
  });

  test("vectors of another length than the question's are a fault and are not kept", async () => {
    const { store } = await openTemporaryStore();
    const server = await ofLength();
    const { one, faults } = await vectorsFrom(server, { store: store.vectors });
    one.vectorsOf("a", 3);
    one.keep("a", ["knee"]);
    await expect.poll(() => faults[0]?.cause, { interval: 2 }).toBe("dimensions");
    expect(present(one, "a", 3)).toBe(0);
    await one.close();
    const { one: next } = await vectorsFrom(await stubModel(hang), { store: store.vectors });
    next.keep("a", ["knee"]);
    await next.close();
    expect(present(next, "a")).toBe(0);
  });
});

describe("the end", () => {
  test("a call under way is ended, and nothing is asked afterwards", async () => {
    const server = await stubModel(hang);
    const { one, faults } = await vectorsFrom(server, { embedder: { batch: 1 } });
    one.keep("a", KNEES);
    await server.received(1);
    await one.close();
    await server.dropped(1);
    one.keep("b", ["back"]);
    await one.close();
    expect(server.calls).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test("a rest is ended, however long it would be", async () => {
    const { one, faults } = await vectorsFrom(await stubModel(json({}, 500)), { firstRestMs: 1e9, longestRestMs: 1e9 });
    one.keep("a", KNEES);
    await expect.poll(() => faults.length, { interval: 2 }).toBe(1);
    await one.close();
  });
});
