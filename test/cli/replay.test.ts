/** `winnow replay`, `diff`, `ablate` and `record`: the shipped sets, a changed policy, and the store of a running service. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ablateRecordings } from "../../src/cli/ablate.ts";
import { recordSet } from "../../src/cli/record.ts";
import { type ReplayOptions, replayRecordings } from "../../src/cli/replay.ts";
import { replyOf, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const SET = "policies/coaching/coaching.recorded.jsonl";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-replay-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function output() {
  const [printed, complained]: [string[], string[]] = [[], []];
  return {
    printed,
    complained,
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void complained.push(line),
  };
}

async function replay(more: Partial<ReplayOptions>) {
  const told = output();
  const options = {
    ...{ against: SET, tenant: "default", variant: null, environment: {}, directory: "policies", changed: null, as: null },
    ...{ json: true, markdown: null, html: null, progress: null, ...more },
  };
  const code = await replayRecordings(options, told);
  return { code, ...told, summary: options.json && told.printed[0] !== undefined ? JSON.parse(told.printed[0]) : null };
}

/** A copy of the coaching policy with one text replaced. */
function changedPolicy(file: string, from: string | RegExp, to: string, name = "coaching"): string {
  const copy = join(mkdtempSync(join(folder, "policies-")), name);
  cpSync("policies/coaching", copy, { recursive: true });
  const before = readFileSync(join(copy, file), "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(join(copy, file), after);
  return copy;
}

describe("the shipped sets", () => {
  test.each(["coaching", "support"])("%s: at least 60 requests, all as they were recorded", async (name) => {
    const { code, summary } = await replay({ against: `policies/${name}/${name}.recorded.jsonl` });
    expect(summary.total).toBeGreaterThanOrEqual(60);
    expect([code, summary.identical]).toEqual([0, summary.total]);
  });
});

describe("a changed policy", () => {
  test("a comment alone changes nothing", async () => {
    const { code, summary } = await replay({ changed: changedPolicy("scopes.yaml", /^/, "# a comment\n") });
    expect([code, summary.changed]).toEqual([0, 0]);
  });

  test("a threshold: counted by intent and stage, newly shown first, as text, Markdown and a page", async () => {
    const changed = changedPolicy("policy.yaml", /threshold: [0-9.]+/, "threshold: 2.5");
    const [markdown, html] = [join(folder, "change.md"), join(folder, "change.html")];
    const { code, summary } = await replay({ changed, markdown, html });
    expect(code).toBe(1);
    expect(summary.changed).toBeGreaterThan(10);
    expect(summary.by_first_stage).toEqual([{ name: "routing", count: summary.changed }]);
    expect(summary.by_intent.reduce((sum: number, one: { changed: number }) => sum + one.changed, 0)).toBe(summary.changed);
    const { printed } = await replay({ changed, json: false });
    expect(printed.indexOf("Newly shown")).toBeLessThan(printed.indexOf("By intent"));
    expect(readFileSync(markdown, "utf8")).toContain("| candidate | prompts |");
    expect(readFileSync(html, "utf8")).toContain("<caption>Newly shown</caption>");
  });

  test("a plan that is gone is told as refused, request by request", async () => {
    const changed = changedPolicy("policy.yaml", /^( *)free: /m, "$1starter: ");
    const tests = join(changed, "coaching.test.yaml");
    writeFileSync(tests, readFileSync(tests, "utf8").replaceAll("plan: free", "plan: starter"));
    const { code, summary } = await replay({ changed });
    expect([code, summary.refused[0].name]).toEqual([1, "unknown_plan"]);
  });

  test("in a folder of another name is no recorded policy: an error with the names, and no headline", async () => {
    const changed = changedPolicy("scopes.yaml", /^/, "# a comment\n", "coaching2");
    const { code, complained, printed } = await replay({ changed });
    expect([code, printed]).toEqual([2, []]);
    expect(complained).toEqual([
      `--policy ${changed}: expected a policy that was recorded (coaching), got coaching2; a policy is known by the name of its folder`,
    ]);
  });

  test("does not concern requests of another policy, and the status is that of its own", async () => {
    const both = join(folder, "both.jsonl");
    writeFileSync(both, readFileSync(SET, "utf8") + readFileSync("policies/support/support.recorded.jsonl", "utf8"));
    const { code, summary } = await replay({ against: both, changed: changedPolicy("scopes.yaml", /^/, "# a comment\n") });
    expect([code, summary.total, summary.identical, summary.not_concerned, summary.other_policy]).toEqual([0, 120, 60, 60, 60]);
    const { printed } = await replay({ against: both, changed: "policies/support", json: false });
    expect(printed.join("\n")).toContain("; 60 not concerned (of another policy);");
  });

  test("that is gone from a folder of all is told as missing", async () => {
    const both = join(folder, "both.jsonl");
    writeFileSync(both, readFileSync(SET, "utf8") + readFileSync("policies/support/support.recorded.jsonl", "utf8"));
    const all = join(changedPolicy("scopes.yaml", /^/, "# a comment\n"), "..");
    const { code, summary } = await replay({ against: both, changed: all });
    expect([code, summary.not_concerned, summary.not_replayed]).toEqual([1, 0, [{ name: "policy_missing", count: 60 }]]);
  });

  test("a policy with problems is not run: each problem with its place", async () => {
    const changed = changedPolicy("intents.yaml", "primary:", "primry:");
    const { code, complained } = await replay({ changed });
    expect(code).toBe(2);
    expect(complained[0]).toMatch(/intents\.yaml:\d+:\d+ unknown-key/);
  });
});

describe("what cannot be read", () => {
  test("a store that is not there: told, and not made", async () => {
    const path = join(folder, "no-store.db");
    const { code, complained } = await replay({ against: "2026-11-01..2026-12-01", environment: { STORE_PATH: path } });
    expect([code, complained]).toEqual([2, [`no store at ${path}; expected one that the service has written: see STORE_PATH`]]);
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    ["2026-12-01..2026-11-01", /^--against: expected a file of recordings, or a range of time/],
    ["2026-13-01..2026-14-01", /^--against: expected a file of recordings, or a range of time/],
    ["none.jsonl", /^--against none\.jsonl: expected a file of recordings, got nothing of that name/],
  ])("%s", async (against, message) => {
    const { code, complained } = await replay({ against });
    expect(code).toBe(2);
    expect(complained[0]).toMatch(message);
  });

  test.each([
    ["", /: expected recordings, got none$/],
    ["{", /:1 expected a JSON object, got text that is no JSON/],
    ['{"recording": {"manifest_id": "m"}}', /:1 /],
    ['{"text": "x"}\n{"txt": 1}', /:2 /],
  ])("a set that holds %j", async (text, message) => {
    const path = join(folder, "faulty.jsonl");
    writeFileSync(path, text);
    const { code, complained } = await replay({ against: path });
    expect(code).toBe(2);
    expect(complained[0]).toMatch(message);
  });

  test("a text that was changed in a set is not run as if it were what was recorded", async () => {
    const path = join(folder, "tampered.jsonl");
    writeFileSync(path, readFileSync(SET, "utf8").replace('\\"score\\":', '\\"score\\": '));
    const { code, summary } = await replay({ against: path });
    expect(code).toBe(1);
    expect(summary.not_replayed.map(({ name }: { name: string }) => name)).toEqual(["hash_mismatch"]);
    expect(summary.identical).toBe(summary.total - summary.not_replayed[0].count);
    const told = output();
    const common = { tenant: "default", variant: null, environment: {}, directory: "policies", progress: null } as const;
    expect(await ablateRecordings({ ...common, against: path, by: "kind", json: true }, told)).toBe(1);
    expect(JSON.parse(told.printed[0] ?? "").not_run).toBe(summary.not_replayed[0].count);
  });
});

test("ablate: what each kind takes, over a set", async () => {
  const told = output();
  const options = {
    against: SET,
    tenant: "default",
    variant: null,
    environment: {},
    directory: "policies",
    by: "kind",
    json: true,
    progress: null,
  } as const;
  expect(await ablateRecordings(options, told)).toBe(0);
  const { items } = JSON.parse(told.printed[0] ?? "");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["fact"]);
  expect(items[0].prompts).toBeGreaterThan(50);
});

describe("the store of a service", () => {
  let whole: WholeService;
  beforeAll(async () => {
    whole = await startWholeService();
    for (const question of ["Should I train through this pain?", "What should I eat before a long run?"])
      await whole.ask("/assemble", { policy: "coaching", subject: "maya", question, plan: "free", at: SAMPLE_MORNING });
  });
  afterAll(() => whole.close());
  const RANGE = "2020-01-01..2100-01-01";

  test("is read beside the running service, under the policies of each request", async () => {
    const { code, summary } = await replay({ against: RANGE, environment: { STORE_PATH: whole.storePath } });
    expect([code, summary.total, summary.identical]).toEqual([0, 2, 2]);
  });

  test.each([
    [RANGE, { tenant: "other" }, `--against ${RANGE}: expected recorded requests of tenant other, got none`],
    ["2020-01-01..2021-01-01", {}, "--against 2020-01-01..2021-01-01: expected recorded requests of tenant default, got none"],
    [RANGE, { variant: "a=b" }, `--against ${RANGE}: expected recorded requests of tenant default with --variant a=b, got none`],
    ["2021-01-01..2020-01-01", {}, "whose end comes after its start"],
    ["2020-01-01..2020-01-01", {}, "whose end comes after its start"],
  ] as const)("%s %j: a check that looks at nothing does not pass", async (against, given, fault) => {
    const environment = { STORE_PATH: whole.storePath };
    const { code, complained } = await replay({ against, environment, ...given });
    expect([code, complained.join()]).toEqual([2, expect.stringContaining(fault)]);
  });

  test("tells what posted answers cite of each kind", async () => {
    const { manifest_id } = (await whole.get("/manifests?limit=1")).body.items[0];
    const { core } = (await whole.get(`/manifests/${manifest_id}`)).body;
    const { label } = core.included.find(({ kind }: { kind: string }) => kind === "fact");
    const answer = {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: `[${label}]` }),
    };
    expect((await replyOf(`${whole.url}/manifests/${manifest_id}/answer`, answer)).status).toBe(200);
    const told = output();
    const options = { against: RANGE, tenant: "default", environment: { STORE_PATH: whole.storePath } };
    const more = { directory: "policies", by: "kind", json: true, progress: null, variant: null } as const;
    expect(await ablateRecordings({ ...options, ...more }, told)).toBe(0);
    expect(JSON.parse(told.printed[0] ?? "").items).toMatchObject([{ name: "fact", prompts: 2, cited: 1 }]);
  });

  test("becomes a set that runs elsewhere, without the store", async () => {
    const out = join(folder, "set.jsonl");
    const told = output();
    const options = { against: RANGE, tenant: "default", variant: null, environment: { STORE_PATH: whole.storePath }, out };
    expect(await recordSet(options, told)).toBe(0);
    expect(told.printed[0]).toMatch(/^2 recordings written/);
    const { code, summary } = await replay({ against: out });
    expect([code, summary.total, summary.identical]).toEqual([0, 2, 2]);
  });
});
