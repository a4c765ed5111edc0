/** Random histories over three tenants against a model of them: nobody ever reads or changes anything of another tenant. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, exported, manifestOf, memoryOf, textsOf } from "../manifest-fixture.ts";
import { NOON, type OpenContractStore } from "./open-contract-store.ts";

const TENANTS = ["north", "south", "west"] as const;
const PEOPLE = ["anna", "boris"] as const;
const TEXTS = ["knee", "hip", "the same everywhere"] as const;

interface Step {
  readonly act: "save" | "erase" | "answer" | "remember" | "forget" | "shadow";
  readonly tenant: (typeof TENANTS)[number];
  readonly person: (typeof PEOPLE)[number];
  readonly text: (typeof TEXTS)[number];
}

interface Known {
  readonly tenant: string;
  readonly person: string;
  readonly id: string;
  readonly texts: Set<string>;
  erased: boolean;
  answer: string | null;
  isShadowed: boolean;
}

interface KnownMemory {
  readonly tenant: string;
  readonly person: string;
  readonly id: string;
  readonly text: string;
  /** Replaced, deleted or erased. */
  isOver: boolean;
}

interface Model {
  readonly manifests: Known[];
  readonly memories: KnownMemory[];
}

const STEP: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("save", "save", "erase", "answer", "remember", "remember", "forget", "shadow"),
  tenant: fc.constantFrom(...TENANTS),
  person: fc.constantFrom(...PEOPLE),
  text: fc.constantFrom(...TEXTS),
});

export function tenantsContract(open: OpenContractStore): void {
  test("what a tenant reads is what a model of that tenant alone has", async () => {
    const { store } = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 12 }), async (steps) => {
        // Each history has tenants of its own in the one store.
        run += 1;
        const known: Model = { manifests: [], memories: [] };
        for (const [at, step] of steps.entries())
          await act(store, known, { ...step, tenant: `${step.tenant}-${run}` }, `m-${run}-${at}`);
        await compare(store, known, run);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
}

type TenantStep = Omit<Step, "tenant"> & { readonly tenant: string };

async function act(store: Store, known: Model, step: TenantStep, id: string): Promise<void> {
  const { tenant, person, text } = step;
  const caller = callerOf(tenant, person);
  const theirs = <One extends { readonly tenant: string; readonly person: string }>(all: readonly One[]): readonly One[] =>
    all.filter((one) => one.tenant === tenant && one.person === person);
  if (step.act === "save") {
    await store.save(caller, manifestOf(store, caller, id, [text]));
    known.manifests.push({ tenant, person, id, texts: new Set([text]), erased: false, answer: null, isShadowed: false });
  } else if (step.act === "erase") {
    const manifests = theirs(known.manifests).filter(({ erased }) => !erased);
    expect((await store.erase(caller, NOON)).counts.manifests).toBe(manifests.length);
    for (const one of manifests) one.erased = true;
    for (const one of theirs(known.memories)) one.isOver = true;
  } else if (step.act === "answer") await answerAll(store, known, step, id);
  else if (step.act === "shadow") await shadowAll(store, known, step);
  else if (step.act === "forget") await forgetAll(store, known, step);
  else {
    const { superseded } = await store.remember(caller, memoryOf(`${text} of ${id}`, { id, key: text }));
    for (const one of known.memories) if (superseded.includes(one.id)) one.isOver = true;
    known.memories.push({ tenant, person, id, text: `${text} of ${id}`, isOver: false });
  }
}

/** To every manifest there is, of whichever tenant. */
async function answerAll(store: Store, { manifests }: Model, { tenant, person, text }: TenantStep, id: string): Promise<void> {
  const caller = callerOf(tenant, person);
  for (const one of manifests) {
    const mine = one.tenant === tenant;
    const put = store.putAnswer(caller, one.id, { record: id, received_at: NOON, texts: textsOf(store, caller, [text]) });
    if (mine && one.erased) await expect(put).rejects.toMatchObject({ code: "erased" });
    else expect(await put).toBe(mine ? (one.answer === null ? "stored" : "replaced") : "unknown");
    if (!mine || one.erased) continue;
    one.answer = id;
    one.texts.add(text);
  }
}

async function shadowAll(store: Store, { manifests }: Model, { tenant, person, text }: TenantStep): Promise<void> {
  const shadow = { experiment: "order", variant: "two", result: text, isOther: true, computed_at: NOON };
  for (const one of manifests) {
    const isTheirs = one.tenant === tenant && one.person === person && !one.erased;
    expect(await store.keepShadow(callerOf(tenant, person), one.id, shadow)).toBe(isTheirs && !one.isShadowed);
    if (isTheirs) one.isShadowed = true;
  }
}

/** The first that stands of each tenant: another's is unknown. */
async function forgetAll(store: Store, { memories }: Model, { tenant, person }: TenantStep): Promise<void> {
  for (const name of new Set(memories.map((one) => one.tenant))) {
    const one = memories.find((each) => each.tenant === name && !each.isOver);
    if (one === undefined) continue;
    const forgotten = await store.forget(callerOf(tenant, person), one.id, NOON);
    expect(forgotten).toEqual(name === tenant ? { deleted_at: NOON } : "unknown");
    if (name === tenant) one.isOver = true;
  }
}

async function compare(store: Store, { manifests: known, memories }: Model, run: number): Promise<void> {
  for (const name of TENANTS) {
    const tenant = `${name}-${run}`;
    const caller = callerOf(tenant);
    const mine = known.filter((one) => one.tenant === tenant);
    for (const one of known) {
      const read = store.read(caller, one.id);
      if (one.tenant === tenant && one.erased) await expect(read).rejects.toMatchObject({ code: "erased" });
      else expect((await read)?.envelope.manifest_id ?? null).toBe(one.tenant === tenant ? one.id : null);
      const isShown = one.tenant === tenant && !one.erased && one.isShadowed;
      expect(await store.shadows(caller, one.id)).toHaveLength(isShown ? 1 : 0);
      if (one.erased) continue;
      expect((await store.readAnswer(caller, one.id))?.record ?? null).toBe(one.tenant === tenant ? one.answer : null);
    }
    const { items } = await store.list(caller, {}, { limit: 200, after: null });
    expect(items.map(({ manifest_id }) => manifest_id).sort()).toEqual(mine.map(({ id }) => id).sort());
    const shadowed = await store.list(caller, { shadow: "order=two" }, { limit: 200, after: null });
    const expected = mine.filter(({ erased, isShadowed }) => !erased && isShadowed).map(({ id }) => id);
    expect(shadowed.items.map(({ manifest_id }) => manifest_id).sort()).toEqual(expected.sort());
    const alive = new Set(mine.filter(({ erased }) => !erased).flatMap(({ texts }) => [...texts]));
    for (const text of TEXTS) {
      expect(await store.readText(caller, store.hash(caller, text))).toBe(alive.has(text) ? text : null);
    }
    for (const person of PEOPLE) {
      const about = callerOf(tenant, person);
      const standing = memories.filter((one) => one.tenant === tenant && one.person === person && !one.isOver);
      const statements = standing.map(({ text }) => text).sort();
      const listed = await store.memories(about, { limit: 500, after: null, superseded: false });
      expect(listed.items.map(({ statement }) => statement).sort()).toEqual(statements);
      const ids = memories.map(({ id }) => id);
      const recalled = await store.recall(about, { most: 200, atMs: Date.parse(NOON), ids, compares: true });
      expect(recalled.items.map(({ statement }) => statement).sort()).toEqual(statements);
      const own = new Set(memories.filter((one) => one.tenant === tenant && one.person === person).map(({ id }) => id));
      const told = [...recalled.gone.keys(), ...recalled.texts.keys(), ...recalled.past.map(({ id }) => id)];
      expect(told.filter((id) => !own.has(id))).toEqual([]);
      const records = await exported(store, about);
      const manifestIds = records.filter(({ kind }) => kind === "manifest").map(({ id }) => id);
      expect(manifestIds.sort()).toEqual(
        mine
          .filter((one) => one.person === person && !one.erased)
          .map(({ id }) => id)
          .sort(),
      );
    }
  }
}
