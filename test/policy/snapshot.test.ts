/** What comes out of a policy that loads. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { digestOfEntries } from "../../src/policy/digest.ts";
import type { Piece } from "../../src/policy/snapshot.ts";
import { hear } from "../../src/routing/hear.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../support/base-policy.ts";
import { cpuWatch } from "../support/cpu-watch.ts";
import { loadBase, loadEdited, policyOf } from "../support/load-base.ts";
import { NO_LANGUAGES } from "../support/words.ts";

const piece = async (id: string): Promise<Piece> => policyOf(await loadBase()).pieces.get(id) as Piece;

test("numbers, units and defaults", async () => {
  const policy = policyOf(await loadBase());
  expect(policy).toMatchObject({
    name: "base",
    tenants: ["acme"],
    language: "en",
    timeZone: { fallback: "Europe/Athens", from: { source: "profile", pointer: "/time_zone" } },
    budgetTotal: 4096,
    shares: { system: 10, request: 10, evidence: 50, memory: 15, tools: 10, safety: 5 },
    borrow: true,
    routing: { thresholdMilli: 1000, marginMilli: 1000, fallback: "general" },
    audit: "best_effort",
    trustTokens: false,
  });
  expect([...policy.plans]).toEqual([["free", 10]]);
  expect(policy.sources.get("profile")).toMatchObject({
    timeoutMs: 400,
    maxBytes: 1_048_576,
    ttlMs: 300_000,
    staleIfErrorMs: 0,
    shared: false,
    errorField: null,
    required: false,
    trust: 0.9,
  });
  expect(policy.sources.get("conditions")?.urlParts).toEqual(["http://conditions.test/cities/", "city", ""]);
});

test("models: a known one is filled in and may be narrowed, an unknown one is counted inexactly", async () => {
  const [known, unknown] = policyOf(await loadBase()).models;
  expect(known).toMatchObject({ name: "gpt-4o-mini", window: 16_000, reserveOutput: 2_000, encoding: "o200k_base", exact: true });
  expect(unknown).toMatchObject({ name: "house-model", window: 8_000, reserveOutput: 1_000, exact: false });
  const edited = await loadEdited("policy.yaml", "    window: 16000\n    reserve_output: 2000\n", "");
  expect(policyOf(edited).models[0]).toMatchObject({ window: 128_000 });
});

test("pieces keep the order of the file, intents too, and scopes the order of their modifiers", async () => {
  const policy = policyOf(await loadBase());
  expect([...policy.pieces.values()].map(({ id, order }) => [id, order])).toEqual([
    ["readiness_training", 0],
    ["profile_level", 1],
    ["conditions_today", 2],
  ]);
  expect([...policy.intents.values()].map(({ name, order }) => [name, order])).toEqual([
    ["training", 0],
    ["general", 1],
  ]);
  expect(policy.scopes.map(({ name, horizon, modifiers }) => [name, horizon, modifiers.map(({ action }) => action)])).toEqual([
    ["today", "day", ["promote"]],
    ["coming_months", "months", ["drop"]],
  ]);
});

test("the names of a line have the types of the sample, and say what their filters take", async () => {
  const [score, note] = (await piece("readiness_training")).line("en").names;
  expect(score).toMatchObject({ name: "score", type: "number" });
  expect(note).toMatchObject({ name: "note", type: "string" });
  const hours = (await piece("conditions_today")).line("en").names[2];
  expect(hours?.type).toBe("array");
  expect(hours?.accepts([1, "a", true])).toBe(true);
  expect(hours?.accepts([{ a: 1 }])).toBe(false);
  expect((await piece("profile_level")).line("en").names).toMatchObject([{ name: "value", type: "string" }]);
});

test("freshness and missing lines", async () => {
  const readiness = await piece("readiness_training");
  expect(readiness).toMatchObject({ freshFor: "day", measuredAt: "/readiness/measured_at", declaredTokens: 18 });
  expect(readiness.whenMissing("en")).toBe("Training readiness is not known.");
  expect((await piece("profile_level")).whenMissing("en")).toBe("Not known: Level");
  const edited = policyOf(await loadEdited("pieces.yaml", "fresh_for: day", "fresh_for: 36h"));
  expect(edited.pieces.get("readiness_training")?.freshFor).toBe(129_600_000);
});

describe("a text per language", () => {
  test.each([
    ["de", "Trainingsbereitschaft"],
    ["de-AT", "Trainingsbereitschaft"],
    ["DE-at", "Trainingsbereitschaft"],
    ["en-GB", "Training readiness"],
    ["fr", "Training readiness"],
    ["", "Training readiness"],
    ["__proto__", "Training readiness"],
  ])("%s", async (language, label) => {
    expect((await piece("readiness_training")).label(language)).toBe(label);
  });

  test("the policy's own language may stand there by its primary part, and stands in for all others", async () => {
    const edited = await loadEdited("policy.yaml", "language: en", "language: de-AT");
    expect(policyOf(edited).pieces.get("readiness_training")?.label("pt")).toBe("Trainingsbereitschaft");
  });
});

test("terms come in the order of the file, with weights in thousandths, the red flags among them", async () => {
  const { terms } = policyOf(await loadBase()).vocabulary;
  expect(terms).toContainEqual({ text: "long run", intent: "training", language: "en", weightMilli: 1500 });
  expect(terms).toContainEqual({ text: "vo2max", intent: "training", language: "any", weightMilli: 1000 });
  expect(terms.filter(({ intent }) => intent === null).map(({ text }) => text)).toEqual(["chest pain", "fainted"]);
});

test("words that look like patterns or like members of objects are only words", async () => {
  const written = ["c++", "(beta", "$5", "constructor", "__proto__", "toString"];
  const loaded = await loadEdited("vocabulary.yaml", "[train, workout]", JSON.stringify(written));
  const { vocabulary } = policyOf(loaded);
  const languages = "snapshot" in loaded ? loaded.snapshot.languages : NO_LANGUAGES;
  const heardIn = (question: string) => hear(question, vocabulary, languages).hits.map(({ term }) => term.text);
  for (const text of written) expect(heardIn(text)).toEqual([text]);
  expect(heardIn("c 6 cc")).toEqual([]);
});

test("safety, prompt, attributes and tests", async () => {
  const policy = policyOf(await loadBase());
  expect(policy.safety.rules).toEqual(["Never name a diagnosis."]);
  expect(policy.safety.redFlags?.keep).toEqual(["readiness_training"]);
  expect(policy.prompt.system).toBe("You are a coach. Answer from the facts below.\n");
  expect(policy.prompt.instructions?.labels("en")({ language: "English", max_words: "250" })).toBe(
    "Answer in English, in at most 250 words.",
  );
  expect(policy.attributes.get("sport")).toMatchObject({ type: "text", values: ["running", "cycling"] });
  expect(policy.tests).toMatchObject([
    { file: "policies/base/base.test.yaml", plan: "free", subject: null, at: "2026-03-14T09:00:00+02:00" },
  ]);
  expect(policy.tests[0]?.place()).toEqual({ line: 4, column: 5 });
});

test("a pattern takes whole values only, in time that grows with their length", async () => {
  const { sources } = policyOf(await loadEdited("sources.yaml", '"[a-z-]{2,40}"', '"([a-z]+)+"'));
  const accepts = sources.get("conditions")?.params[0]?.accepts ?? (() => false);
  expect([accepts("athens"), accepts("athens1"), accepts("1athens"), accepts("")]).toEqual([true, false, false, false]);
  const took = cpuWatch();
  expect(accepts(`${"a".repeat(20_000)}!`)).toBe(false);
  expect(took()).toBeLessThan(2_000);
});

test("the optional files may be missing", async () => {
  const policy = policyOf(
    await loadBase({ files: { "vocabulary.yaml": null, "scopes.yaml": null, "safety.yaml": null, "base.test.yaml": null } }),
  );
  expect(policy.scopes).toEqual([]);
  expect(policy.safety).toEqual({ rules: [], redFlags: null });
  expect(policy.vocabulary.terms).toEqual([]);
});

test("nothing of a snapshot can be changed", async () => {
  const loaded = await loadBase();
  const policy = policyOf(loaded);
  const all: [unknown, number][] = [[loaded, 0]];
  let seen = 0;
  for (let entry = all.pop(); entry !== undefined; entry = all.pop()) {
    const [value, depth] = entry;
    if (typeof value !== "object" || value === null) continue;
    if (depth > 0) expect(Object.isFrozen(value)).toBe(true);
    seen += 1;
    const inside = value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value);
    for (const item of inside) all.push([item, depth + 1]);
  }
  expect(seen).toBeGreaterThan(100);
  expect(() => (policy.plans as Map<string, number>).set("free", 1_000_000)).toThrow(TypeError);
  expect(() => (policy.tenants as string[]).push("*")).toThrow(TypeError);
  expect(() => (policy.intents as Map<string, unknown>).clear()).toThrow(TypeError);
});

test("the files come along word for word, and load again to the same digest", async () => {
  const policy = policyOf(await loadBase());
  expect(policy.files).toEqual(basePolicyFiles());
  expect(policy.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  const again = await loadBase({ files: Object.fromEntries(policy.files) });
  expect(policyOf(again).digest).toBe(policy.digest);
});

test("the digest is a promise to manifests that are stored already", async () => {
  const { digest } = policyOf(await loadBase({ files: Object.fromEntries(basePolicyFiles()) }));
  const edited = policyOf(await loadEdited("intents.yaml", "max_words: 200", "max_words: 201"));
  expect(edited.digest).not.toBe(digest);
});

describe("the digest and the environment", () => {
  const digestFor = async (extra: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const environment = { ...BASE_ENVIRONMENT, ...extra };
    const loaded = await loadEdited("policy.yaml", "total: 4096", "total: $" + "{BUDGET:-1000}", { environment });
    return "snapshot" in loaded ? [policyOf(loaded).digest, loaded.snapshot.digest] : [];
  };

  test("another budget is another policy", async () => {
    const [small, large] = await Promise.all([digestFor({ BUDGET: "1000" }), digestFor({ BUDGET: "2000" })]);
    expect(small).toHaveLength(2);
    expect(small?.[0]).not.toBe(large?.[0]);
    expect(small?.[1]).not.toBe(large?.[1]);
    expect(await digestFor({})).toEqual(small);
  });

  test("another secret or address is the same policy", async () => {
    const other = await digestFor({ PROFILE_TOKEN: "another-token", PROFILE_URL: "http://other.test", UNUSED: "x" });
    expect(other).toEqual(await digestFor({}));
  });
});

test("the texts of the languages come along, and are in the snapshot's digest", async () => {
  const loaded = await loadBase();
  if ("problems" in loaded) throw new Error("does not load");
  const { digest, languageTexts, policies } = loaded.snapshot;
  const english = readFileSync(new URL("../../src/text/languages/en.yaml", import.meta.url), "utf8");
  expect(languageTexts.get("languages/en.yaml")).toBe(english);
  const entries = [["base", policies.get("base")?.digest ?? ""] as const, ...languageTexts];
  expect(digest).toBe(digestOfEntries(new Map(entries)));
});

test("an attribute or a plan may stand in the address of an answer that is not shared", async () => {
  const { sources } = policyOf(await loadEdited("sources.yaml", "/profile\n", "/profile?sport={sport}&plan={plan}\n"));
  expect(sources.get("profile")?.urlParts.filter((_, index) => index % 2 === 1)).toEqual(["subject", "sport", "plan"]);
});
