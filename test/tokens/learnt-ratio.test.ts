import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadCounters } from "../../src/tokens/counters.ts";
import { boundMilli, createLearntRatios, type Learnt, learn, NOTHING_LEARNT } from "../../src/tokens/learnt-ratio.ts";

const posted = (times: number, measured: number, from: Learnt = NOTHING_LEARNT): Learnt =>
  Array.from({ length: times }).reduce<Learnt>((known) => learn(known, { ours: 1_000, measured }), from);

describe("what is learnt of a model's estimates", () => {
  test("changes nothing before eight prompts", () => {
    expect([0, 7, 8].map((times) => boundMilli(posted(times, 2_000)))).toEqual([1000, 1000, 1500]);
  });

  test("comes near to what is measured, from above, in steps of a twentieth", () => {
    expect(boundMilli(posted(100, 900))).toBe(950);
    expect(boundMilli(posted(100, 1_100))).toBe(1150);
    expect(posted(100, 900).ratioMilli).toBeCloseTo(900, 0);
  });

  test("is above nearly all prompts where they differ", () => {
    const ratios = [800, 850, 900, 950, 1000, 1050];
    let known = NOTHING_LEARNT;
    for (let at = 0; at < 600; at += 1) known = learn(known, { ours: 1_000, measured: ratios[(at * 5) % 6] as number });
    expect(boundMilli(known)).toBeGreaterThanOrEqual(1050);
  });

  test("forgets: a tokenizer that changes is followed within some dozens of prompts", () => {
    const before = posted(1_000, 900);
    expect(boundMilli(posted(40, 1_200, before))).toBeGreaterThanOrEqual(1200);
    expect(boundMilli(posted(100, 1_200, before))).toBe(1250);
  });

  test("one prompt out of all proportion moves it by an eighth of as much as one prompt may count", () => {
    const known = learn(posted(100, 1_000), { ours: 1_000, measured: 1_000_000 });
    expect(known.ratioMilli).toBeCloseTo(1_125, 0);
  });

  test.each([
    { ours: 255, measured: 300 },
    { ours: 1_000, measured: 0 },
    { ours: 1_000, measured: -5 },
    { ours: 1_000, measured: Number.NaN },
    { ours: Number.POSITIVE_INFINITY, measured: 10 },
    { ours: 0, measured: 10 },
  ])("%o changes nothing", (counted) => {
    expect(learn(NOTHING_LEARNT, counted)).toBe(NOTHING_LEARNT);
  });

  test("stays within 0.8 and 1.5, whatever is posted", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ ours: fc.double(), measured: fc.double() }), { maxLength: 60 }), (all) => {
        const bound = boundMilli(all.reduce(learn, NOTHING_LEARNT));
        expect(bound >= 800 && bound <= 1500 && bound % 50 === 0).toBe(true);
      }),
    );
    expect(boundMilli(posted(200, 1))).toBe(800);
    expect(boundMilli(posted(200, 1e12))).toBe(1500);
  });
});

describe("the ratios of all models", () => {
  const estimated = { name: "claude-opus-5-5", exact: false };

  test("each model has its own, exact ones have none", () => {
    const ratios = createLearntRatios();
    for (let at = 0; at < 60; at += 1) ratios.observe("claude-opus-5-5", { ours: 1_000, measured: 900 });
    for (let at = 0; at < 60; at += 1) ratios.observe("gpt-4o", { ours: 1_000, measured: 1_300 });
    expect(ratios.milliOf(estimated)).toBe(950);
    expect(ratios.milliOf({ name: "claude-opus-5", exact: false })).toBe(1000);
    expect(ratios.milliOf({ name: "gpt-4o", exact: true })).toBe(1000);
  });

  const prompt = { ours: 1_000, measured: 900 };

  test("go on from what others know, with what was observed here on top, once", () => {
    const [first, second] = [createLearntRatios(), createLearntRatios()];
    for (let at = 0; at < 60; at += 1) first.observe(estimated.name, prompt);
    second.observe(estimated.name, { ours: 1_000, measured: 1_300 });
    const joined = second.over(first.known());
    // Between joining and settling.
    second.observe(estimated.name, prompt);
    second.settle(joined);
    const all = [...Array.from({ length: 60 }, () => prompt), { ours: 1_000, measured: 1_300 }, prompt];
    const last = all.reduce(learn, NOTHING_LEARNT);
    expect([joined.observed, second.known().get(estimated.name)]).toEqual([1, last]);
    expect(second.over(joined.known)).toEqual({ known: new Map([[estimated.name, last]]), observed: 1 });
  });

  test("a thousand models are kept, not more", () => {
    const ratios = createLearntRatios();
    for (let at = 0; at < 1_500; at += 1) ratios.observe(`m${at}`, { ours: 1_000, measured: 900 });
    expect(ratios.known().size).toBe(1_000);
  });
});

test("the counter of a model has it; one object for each step", async () => {
  const counters = await loadCounters();
  const model = { encoding: "o200k_base", marginMilli: 1350, exact: false };
  const text = "a few words of a text that is counted";
  const plain = counters.base.count(text);
  expect(counters.of(model, 800).count(text)).toBe(Math.ceil((plain * 1080) / 1000));
  expect(counters.of(model, 800)).toBe(counters.of(model, 800));
  expect(counters.of(model, 800)).not.toBe(counters.of(model));
  expect(counters.of({ ...model, exact: true, marginMilli: 1000 }, 1500)).toBe(counters.base);
});
