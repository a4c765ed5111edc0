/** Lists: what each filter finds, pages, and who sees what. */
import { expect, test } from "vitest";
import type { Caller } from "../../../src/caller.ts";
import type { Core } from "../../../src/pipeline/records/core.ts";
import type { ManifestFilter, PagePlace } from "../../../src/store/manifest-query.ts";
import type { Store } from "../../../src/store/store.ts";
import { CORE } from "../../http/canned-answer.ts";
import { callerOf, manifestOf } from "../manifest-fixture.ts";
import { after, NOON, type OpenContractStore } from "./open-contract-store.ts";

const anna = callerOf("north");
const boris = callerOf("north", "boris");

type Missing = Core["missing"][number];
const missing = (source: string, reason: Missing["reason"]): Missing => ({
  id: source,
  label: source,
  role: "primary",
  source,
  reason,
  cause: null,
  http_status: null,
});

const finding = (code: Core["findings"][number]["code"]): Core["findings"][number] => ({ code, message: "", items: [] });
const NOTHING_LEFT_OUT = { missing: [], dropped: [], withheld: [], findings: [], retrieval: [], variants: [] } as const;
const dropped = CORE.dropped[0] as Core["dropped"][number];
const withheld = CORE.withheld[0] as Core["withheld"][number];

/** Six of Anna's, a second apart, and one of Boris. */
async function fill(store: Store): Promise<void> {
  const cores: readonly Partial<Core>[] = [
    { missing: [missing("readiness", "unreachable")] },
    { missing: [missing("profile", "empty"), missing("readiness", "empty")] },
    {
      variants: [{ experiment: "order", variant: "plain" }],
      dropped: [{ ...dropped, reason: "over_budget" }],
      withheld: [{ ...withheld, reason: "excluded" }],
    },
    { findings: [finding("packing_gap")], policy: { name: "support", digest: "sha256:two" } },
    { retrieval: [{ ...RETRIEVAL, source: "a:b", status: "failed" }] },
    { routing: { ...CORE.routing, intent: "training" }, findings: [finding("packing_gap"), finding("nothing_found")] },
  ];
  for (const [at, core] of cores.entries()) {
    const envelope = { created_at: after(at * 1_000), conversation: at % 2 === 0 ? "even" : null };
    await store.save(anna, manifestOf(store, anna, `m-${at}`, { core: { ...NOTHING_LEFT_OUT, ...core }, envelope }));
  }
  // Found by what the prompt before says, which is no part of the core.
  const prefix = { previous: null, common: null, differs: null, findings: [finding("conversation_prefix_lost")] };
  const envelope = { created_at: after(500), conversation: "even", prefix };
  await store.save(boris, manifestOf(store, boris, "b-1", { core: NOTHING_LEFT_OUT, envelope }));
}

const RETRIEVAL = { cause: null, digest: null, k: 3, floor: null, sections: 0, meaning: null, ranked: [] } as const;

async function ids(store: Store, filter: ManifestFilter, caller: Caller = anna): Promise<readonly string[]> {
  const { items, next } = await store.list(caller, filter, { limit: 200, after: null });
  expect(next).toBeNull();
  return items.map(({ manifest_id }) => manifest_id);
}

const FOUND: readonly (readonly [ManifestFilter, readonly string[]])[] = [
  [{}, ["m-5", "m-4", "m-3", "m-2", "m-1", "b-1", "m-0"]],
  [{ from: after(2_000) }, ["m-5", "m-4", "m-3", "m-2"]],
  [{ to: after(2_000) }, ["m-1", "b-1", "m-0"]],
  [{ from: after(500), to: after(501) }, ["b-1"]],
  [{ from: "2026-11-29T12:00:03Z" }, ["m-5", "m-4", "m-3"]],
  [{ from: after(9_000) }, []],
  [{ policy: "support" }, ["m-3"]],
  [{ digest: "sha256:two" }, ["m-3"]],
  [{ policy: "suppor" }, []],
  [{ intent: "training" }, ["m-5"]],
  [{ request_id: "request-m-2" }, ["m-2"]],
  [{ request_id: "" }, []],
  [{ conversation: "even" }, ["m-4", "m-2", "b-1", "m-0"]],
  [{ subject: "boris" }, ["b-1"]],
  [{ subject: "carla" }, []],
  [{ source: "readiness" }, ["m-1", "m-0"]],
  [{ missing: "empty" }, ["m-1"]],
  [{ source: "readiness", missing: "unreachable" }, ["m-0"]],
  [{ source: "profile", missing: "unreachable" }, []],
  [{ source: "a:b" }, ["m-4"]],
  [{ source: "a", missing: "b" }, []],
  [{ reason: "over_budget" }, ["m-2"]],
  [{ reason: "excluded" }, ["m-2"]],
  [{ reason: "over_budget", source: "readiness" }, []],
  [{ finding: "packing_gap" }, ["m-5", "m-3"]],
  [{ finding: "packing_gap", intent: "training", subject: "anna", conversation: "even" }, []],
  [{ finding: "packing_gap", intent: "training", subject: "anna", to: after(6_000) }, ["m-5"]],
  [{ finding: "conversation_prefix_lost" }, ["b-1"]],
  [{ variant: "order=plain" }, ["m-2"]],
  [{ variant: "order=plain", reason: "excluded" }, ["m-2"]],
  [{ variant: "order=edges" }, []],
];

export function listContract(open: OpenContractStore): void {
  test("each filter finds what it says, newest first", async () => {
    const { store } = await open();
    await fill(store);
    for (const [filter, expected] of FOUND) expect([filter, await ids(store, filter)]).toEqual([filter, expected]);
  });

  test("without any_subject the list has only what is about the caller, whatever is asked", async () => {
    const { store } = await open();
    await fill(store);
    const narrow = callerOf("north", "boris", ["explain"]);
    expect(await ids(store, {}, narrow)).toEqual(["b-1"]);
    expect(await ids(store, { subject: "anna" }, narrow)).toEqual([]);
    expect(await ids(store, { finding: "packing_gap" }, narrow)).toEqual([]);
    expect(await ids(store, {}, callerOf("south"))).toEqual([]);
  });

  test("an entry says what the manifest says", async () => {
    const { store } = await open();
    await fill(store);
    const { items } = await store.list(anna, { request_id: "request-m-4" }, { limit: 1, after: null });
    expect(items).toEqual([
      {
        manifest_id: "m-4",
        created_at: after(4_000),
        policy: CORE.policy.name,
        digest: CORE.policy.digest,
        intent: CORE.routing.intent,
        request_id: "request-m-4",
        conversation: "even",
        erased_at: null,
      },
    ]);
  });

  test("pages of any size have every manifest once, also those of one instant, while newer ones come", async () => {
    const { store } = await open();
    const written = ["m-c", "m-a", "m-d", "m-b"];
    for (const id of written) await store.save(anna, manifestOf(store, anna, id, { envelope: { created_at: NOON } }));
    await store.save(anna, manifestOf(store, anna, "m-0", { envelope: { created_at: after(-1) } }));
    for (const filter of [{}, { policy: CORE.policy.name }, { subject: "anna" }]) {
      for (const limit of [1, 2, 3, 4, 5, 6]) {
        expect(await walk(store, filter, limit)).toEqual(["m-a", "m-b", "m-c", "m-d", "m-0"]);
      }
    }
    const { next } = await store.list(anna, {}, { limit: 2, after: null });
    await store.save(anna, manifestOf(store, anna, "m-new", { envelope: { created_at: after(1) } }));
    const rest = await store.list(anna, {}, { limit: 9, after: next });
    expect(rest.items.map(({ manifest_id }) => manifest_id)).toEqual(["m-c", "m-d", "m-0"]);
  });
}

async function walk(store: Store, filter: ManifestFilter, limit: number): Promise<readonly string[]> {
  const found: string[] = [];
  let place: PagePlace | null = null;
  do {
    const page = await store.list(anna, filter, { limit, after: place });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items.map(({ manifest_id }) => manifest_id));
    place = page.next;
  } while (place !== null);
  return found;
}
