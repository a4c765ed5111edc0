/** Experiments in the whole service: assigned, recorded, found, replayed, and computed beside. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type ReplayOptions, replayRecordings } from "../../src/cli/replay.ts";
import { SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const EXPERIMENTS = `
experiments:
  choosing:
    variants:
      control: { share: 50 }
      one: { share: 50, strategy: top_k, top_k: 1 }
  strict:
    shadow: true
    variants:
      control: { share: 50 }
      near: { share: 50, filters: { relevance_floor: 1 } }
`;
const TEXTS = ["The knee needs rest after pain.", "Pain in training is a sign.", "Ice helps a sore knee."];
const candidates = TEXTS.map((text, at) => ({ id: `d${at}`, kind: "document", text }));

let whole: WholeService;
let folder: string;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-variants-"));
  cpSync("policies/coaching", join(folder, "coaching"), { recursive: true });
  appendFileSync(join(folder, "coaching", "policy.yaml"), EXPERIMENTS);
  appendFileSync(join(folder, "coaching", "sources.yaml"), "\nmemory: {}\n");
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString("utf8")));
      done();
    },
  });
  whole = await startWholeService({ POLICIES_DIR: folder }, pino({ level: "trace" }, sink));
});
afterAll(async () => {
  await whole.close();
  rmSync(folder, { recursive: true });
});

const body = (subject: string) => ({
  ...{ policy: "coaching", subject, question: "Should I train through this pain?", at: SAMPLE_MORNING, candidates },
});

async function asked(subject: string) {
  const reply = await whole.ask("/assemble", body(subject));
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Of the experiment `choosing`. */
const variantOf = (answer: { readonly variants: readonly { readonly experiment: string; readonly variant: string }[] }) =>
  answer.variants.find(({ experiment }) => experiment === "choosing")?.variant;

const included = (answer: { readonly included: readonly { readonly id: string }[] }): number =>
  answer.included.filter(({ id }) => /^d\d$/.test(id)).length;

/** Somebody who is given the variant. */
async function givenVariant(variant: string) {
  for (let at = 0; at < 40; at += 1) {
    const answer = await asked(`person-${at}`);
    if (variantOf(answer) === variant) return { subject: `person-${at}`, answer };
  }
  throw new Error(`nobody of 40 has the variant ${variant}`);
}

describe("a variant that is served", () => {
  test("decides, is the same again for the person, and the same in an explanation", async () => {
    for (const [variant, documents] of [
      ["control", 3],
      ["one", 1],
    ] as const) {
      const { subject, answer } = await givenVariant(variant);
      expect(answer.variants).toEqual([
        { experiment: "choosing", variant },
        { experiment: "strict", variant: "control" },
      ]);
      expect(included(answer)).toBe(documents);
      expect((await asked(subject)).variants).toEqual(answer.variants);
      const explained = (await whole.ask("/explain", body(subject))).body;
      expect([explained.variants, explained.context_hash]).toEqual([answer.variants, answer.context_hash]);
    }
  });

  test("is found by it, and by no other", async () => {
    const { answer } = await givenVariant("one");
    const found = async (variant: string): Promise<readonly string[]> =>
      (await whole.get(`/manifests?limit=200&variant=${encodeURIComponent(variant)}`)).body.items.map(
        ({ manifest_id }: { manifest_id: string }) => manifest_id,
      );
    expect(await found("choosing=one")).toContain(answer.manifest_id);
    expect(await found("choosing=control")).not.toContain(answer.manifest_id);
    expect(await found("strict=near")).toEqual([]);
  });

  test("is refused where no policy has it and nothing was recorded with it, with those that there are", async () => {
    for (const [asked, near] of [
      ["strict=naer", "strict=near"],
      ["foo=bar", null],
    ] as const) {
      const { status, body } = await whole.get(`/manifests?variant=${encodeURIComponent(asked)}`);
      const message = `"${asked}" is no variant of a policy, and nothing was recorded with it${near === null ? "" : `; did you mean "${near}"?`}`;
      const expected = "one of choosing=control, choosing=one, strict=control, strict=near";
      expect([status, body.errors]).toEqual([400, [{ parameter: "variant", message, expected, got: `"${asked}"` }]]);
    }
  });

  test("a replay has the recorded one, unless the change asks for another", async () => {
    const { answer } = await givenVariant("one");
    const replay = async (change: object) => (await whole.ask(`/manifests/${answer.manifest_id}/replay`, { change })).body;
    expect(await replay({})).toMatchObject({ outcome: "identical", difference: { first: null } });
    const { outcome, difference } = await replay({ variants: { choosing: "control" } });
    expect([outcome, difference.first, difference.shown.length]).toEqual(["changed", "pack", 2]);
  });

  test("two manifests differ by their variants", async () => {
    const [one, control] = [await givenVariant("one"), await givenVariant("control")];
    const path = `/manifests/${one.answer.manifest_id}/diff?against=${control.answer.manifest_id}`;
    expect((await whole.get(path)).body.changes).toContainEqual({
      ...{ stage: "inputs", id: null, what: "variant of choosing", before: "control", after: "one" },
    });
  });

  test("a variant that there is not is refused with those that there are", async () => {
    const tried = (variants: object) => whole.ask("/explain", { ...body("maya"), what_if: { variants } });
    for (const [variants, pointer, expected] of [
      [{ choosing: "two" }, "/what_if/variants/choosing", "one of control, one"],
      [{ order: "one" }, "/what_if/variants/order", "one of choosing, strict"],
    ] as const) {
      const reply = await tried(variants);
      expect([reply.status, reply.body.errors[0].pointer, reply.body.errors[0].expected]).toEqual([400, pointer, expected]);
    }
  });
});

describe("over a range of time", () => {
  /** As those of today, with an experiment that nobody took part in. */
  const laterPolicies = () => {
    const later = mkdtempSync(join(tmpdir(), "winnow-variants-later-"));
    onTestFinished(() => rmSync(later, { recursive: true }));
    cpSync(join(folder, "coaching"), join(later, "coaching"), { recursive: true });
    const file = join(later, "coaching", "policy.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("  choosing:", "  later:"));
    return later;
  };
  const run = async ({ json = true, ...more }: Pick<ReplayOptions, "variant" | "as"> & Partial<ReplayOptions>) => {
    const [printed, complained]: [string[], string[]] = [[], []];
    const code = await replayRecordings(
      {
        ...{ against: "2020-01-01..2100-01-01", tenant: "default", environment: { STORE_PATH: whole.storePath } },
        ...{ directory: folder, changed: null, json, markdown: null, html: null, progress: null, ...more },
      },
      { print: (line) => void printed.push(line), complain: (line) => void complained.push(line) },
    );
    return { code, complained, printed, summary: json && printed[0] !== undefined ? JSON.parse(printed[0]) : null };
  };

  test("a variant narrows it, and another one is tried on those", async () => {
    await givenVariant("one");
    const { code, summary } = await run({ variant: "choosing=one", as: null });
    expect([code, summary.identical]).toEqual([0, summary.total]);
    expect(summary.total).toBeGreaterThan(0);
    const all = (await run({ variant: null, as: null })).summary.total;
    expect(all).toBe(summary.total + (await run({ variant: "choosing=control", as: null })).summary.total);
    const tried = await run({ variant: "choosing=one", as: "choosing=control" });
    expect([tried.code, tried.summary.changed]).toEqual([1, summary.total]);
    expect(tried.summary.by_first_stage).toEqual([{ name: "pack", count: summary.total }]);
  });

  test.each(["nope=x", "choosing=two"])("--as %s, which no policy has, is refused with those that there are", async (as) => {
    await givenVariant("one");
    expect(await run({ variant: null, as })).toEqual({
      ...{ code: 2, summary: null, printed: [] },
      complained: [`--as: expected one of choosing=control, choosing=one, strict=control, strict=near, got "${as}"`],
    });
  });

  test("requests whose policy did not have the experiment are not concerned, and counted", async () => {
    await givenVariant("one");
    const { code, printed } = await run({ variant: null, as: "later=one", directory: laterPolicies(), json: false });
    expect(code).toBe(1);
    expect(printed.join("\n")).toMatch(/[1-9]\d* not concerned \(their policy does not have the variant\)/);
  });

  test("a file is taken whole", async () => {
    expect(await run({ against: "set.jsonl", variant: "choosing=one", as: null })).toEqual({
      ...{ code: 2, summary: null, printed: [] },
      complained: [expect.stringContaining("--variant: expected with a range of time, got it with the file set.jsonl")],
    });
  });
});

describe("a shadow", () => {
  test("serves the first variant, and tells what the other would have decided: what a replay under it gives", async () => {
    const { answer } = await givenVariant("control");
    expect(included(answer)).toBe(3);
    const line = await vi.waitFor(() => {
      const found = lines.find(({ msg, manifest_id }) => msg === "shadow" && manifest_id === answer.manifest_id);
      if (found === undefined) throw new Error("no line of a shadow yet");
      return found;
    });
    const change = { variants: { strict: "near" } };
    const { difference } = (await whole.ask(`/manifests/${answer.manifest_id}/replay`, { change })).body;
    const stages: Record<string, number> = {};
    for (const { stage } of difference.changes) stages[stage] = (stages[stage] ?? 0) + 1;
    expect(difference.hidden.length).toBeGreaterThan(0);
    expect(line).toMatchObject({
      ...{ experiment: "strict", variant: "near", first: "filter", changes: stages },
      ...{ shown: difference.shown.length, hidden: difference.hidden.length, tokens: difference.tokens },
    });
    const kept = await vi.waitFor(async () => {
      const { items } = (await whole.get(`/manifests/${answer.manifest_id}/shadows`)).body;
      if (items.length === 0) throw new Error("the shadow is not kept yet");
      return items;
    });
    const assigned = { experiment: "strict", variant: "near" };
    expect(kept).toEqual([{ ...assigned, computed_at: expect.stringMatching(/Z$/), refused: null, difference }]);
    const found = async (asked: string) => (await whole.get(`/manifests?shadow=${encodeURIComponent(asked)}`)).body.items;
    expect((await found("strict=near")).map((one: { manifest_id: string }) => one.manifest_id)).toContain(answer.manifest_id);
    expect(await found("strict=control")).toEqual([]);
    const unknown = await whole.get("/manifests?shadow=strict%3Dnaer");
    expect(unknown).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ parameter: "shadow" }] } });
    expect(unknown.body.detail).toContain(
      '"strict=naer" is no variant of a policy, and nothing was recorded with it; did you mean',
    );
    const shown = JSON.stringify((await whole.get(`/manifests/${answer.manifest_id}`)).body);
    expect(shown).not.toContain("near");
  });

  test("decides on the same memory, and on nothing that was written since", async () => {
    const subject = "person-of-memory";
    const write = (statement: string) => whole.ask("/memory", { subject, statement, origin: "explicit" });
    expect((await write("Prefers swimming to running.")).status).toBe(201);
    const { manifest_id } = await asked(subject);
    await write("Has moved since.");
    const [kept] = await vi.waitFor(async () => {
      const { items } = (await whole.get(`/manifests/${manifest_id}/shadows`)).body;
      if (items.length === 0) throw new Error("the shadow is not kept yet");
      return items;
    });
    const change = { variants: { strict: "near" } };
    const { difference, not_recorded } = (await whole.ask(`/manifests/${manifest_id}/replay`, { change })).body;
    expect([kept.difference, not_recorded]).toEqual([difference, []]);
    expect(difference.hidden).toContain("d0");
    expect(JSON.stringify(kept)).not.toContain("swimming");
  });

  test("asks nobody again", async () => {
    const before = Object.values(whole.upstreams).map(({ calls }) => calls.length);
    const { manifest_id } = await asked("person-0");
    await vi.waitFor(() =>
      expect(lines.some((line) => line["msg"] === "shadow" && line["manifest_id"] === manifest_id)).toBe(true),
    );
    const once = Object.values(whole.upstreams).map(({ calls }, at) => calls.length - (before[at] ?? 0));
    expect(Math.max(...once)).toBeLessThanOrEqual(1);
  });
});

test("no line at level trace has a question, a text, a name or a secret", async () => {
  await asked("canary-person");
  const all = JSON.stringify(lines);
  for (const canary of ["canary-person", "train through", ...TEXTS, "Maya", "person-1"]) expect(all).not.toContain(canary);
});
