/** Random histories over three tenants against a model of them: nobody ever reads or changes anything of another tenant. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, exported, manifestOf, textsOf } from "../manifest-fixture.ts";
import { NOON, type OpenContractStore } from "./open-contract-store.ts";

const TENANTS = ["north", "south", "west"] as const;
const PEOPLE = ["anna", "boris"] as const;
const TEXTS = ["knee", "hip", "the same everywhere"] as const;

interface Step {
  readonly act: "save" | "erase" | "answer";
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
}

const STEP: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("save", "save", "erase", "answer"),
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
        const known: Known[] = [];
        for (const [at, step] of steps.entries())
          await act(store, known, { ...step, tenant: `${step.tenant}-${run}` }, `m-${run}-${at}`);
        await compare(store, known, run);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
}

async function act(store: Store, known: Known[], step: Omit<Step, "tenant"> & { tenant: string }, id: string): Promise<void> {
  const { tenant, person, text } = step;
  const caller = callerOf(tenant, person);
  const theirs = known.filter((one) => one.tenant === tenant && one.person === person && !one.erased);
  if (step.act === "save") {
    await store.save(caller, manifestOf(store, caller, id, [text]));
    known.push({ tenant, person, id, texts: new Set([text]), erased: false, answer: null });
  } else if (step.act === "erase") {
    expect((await store.erase(caller, NOON)).counts.manifests).toBe(theirs.length);
    for (const one of theirs) one.erased = true;
  } else {
    // To every manifest there is, of whichever tenant.
    for (const one of known) {
      const mine = one.tenant === tenant;
      const put = store.putAnswer(caller, one.id, { record: id, received_at: NOON, texts: textsOf(store, caller, [text]) });
      if (mine && one.erased) await expect(put).rejects.toMatchObject({ code: "erased" });
      else expect(await put).toBe(mine ? (one.answer === null ? "stored" : "replaced") : "unknown");
      if (!mine || one.erased) continue;
      one.answer = id;
      one.texts.add(text);
    }
  }
}

async function compare(store: Store, known: readonly Known[], run: number): Promise<void> {
  for (const name of TENANTS) {
    const tenant = `${name}-${run}`;
    const caller = callerOf(tenant);
    const mine = known.filter((one) => one.tenant === tenant);
    for (const one of known) {
      const read = store.read(caller, one.id);
      if (one.tenant === tenant && one.erased) await expect(read).rejects.toMatchObject({ code: "erased" });
      else expect((await read)?.envelope.manifest_id ?? null).toBe(one.tenant === tenant ? one.id : null);
      if (one.erased) continue;
      expect((await store.readAnswer(caller, one.id))?.record ?? null).toBe(one.tenant === tenant ? one.answer : null);
    }
    const { items } = await store.list(caller, {}, { limit: 200, after: null });
    expect(items.map(({ manifest_id }) => manifest_id).sort()).toEqual(mine.map(({ id }) => id).sort());
    const alive = new Set(mine.filter(({ erased }) => !erased).flatMap(({ texts }) => [...texts]));
    for (const text of TEXTS) {
      expect(await store.readText(caller, store.hash(caller, text))).toBe(alive.has(text) ? text : null);
    }
    for (const person of PEOPLE) {
      const records = await exported(store, callerOf(tenant, person));
      const ids = records.filter(({ kind }) => kind === "manifest").map(({ id }) => id);
      expect(ids.sort()).toEqual(
        mine
          .filter((one) => one.person === person && !one.erased)
          .map(({ id }) => id)
          .sort(),
      );
    }
  }
}
