/** A start that fails, wherever, leaves nothing open. */
import { expect, test } from "vitest";
import { type BootOptions, boot } from "../src/boot.ts";
import { readConfig } from "../src/config.ts";
import { openStore } from "../src/store/open-store.ts";
import type { Store } from "../src/store/store.ts";
import { type Files, FOLDER, policyFiles, writePolicies } from "./support/documents-service.ts";

const FEES: Files = { "documents/fees.md": "# Fees\n\nThey are 3 euro.\n" };

type Outcome = Awaited<ReturnType<typeof boot>>;

interface Started {
  readonly outcome: Outcome | { readonly thrown: unknown };
  /** How often the store was closed. */
  readonly closed: number;
}

/** Boots on a real store that counts how often it is closed. */
async function start(documents: Files, changed: { store?: Partial<Store>; logger?: BootOptions["logger"] }): Promise<Started> {
  const written = writePolicies(policyFiles("small", FOLDER, documents));
  const environment = { POLICIES_DIR: written.policiesDir, STORE_PATH: `${written.folder}/winnow.db` };
  const read = readConfig(environment, () => "");
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const opened = await openStore(read.config, "test");
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
    await opened.close();
  };
  const outcome = await boot({
    config: read.config,
    environment,
    logger: changed.logger ?? { level: "silent" },
    platform: "test",
    now: Date.now,
    store: { ...opened, close, ...changed.store },
  }).catch((thrown: unknown) => ({ thrown }));
  if ("close" in outcome) await outcome.close();
  written.remove();
  return { outcome, closed };
}

const FAULT = new Error("a part that cannot be opened");
const failing = async (): Promise<never> => {
  throw FAULT;
};

test("a service that was started closes its store once", async () => {
  const { outcome, closed } = await start(FEES, {});
  expect(Object.keys(outcome)).toContain("app");
  expect(closed).toBe(1);
});

test("a folder of documents that is not there refuses the start", async () => {
  const { outcome, closed } = await start({}, {});
  expect("problems" in outcome && outcome.problems).toEqual([expect.stringContaining("small/documents missing-folder")]);
  expect(closed).toBe(1);
});

test("a store that does not take the policies", async () => {
  expect(await start(FEES, { store: { keepSnapshot: failing } })).toEqual({
    outcome: { thrown: FAULT },
    closed: 1,
  });
});

test("a face that cannot be built, when everything else is open", async () => {
  const child = (): never => {
    throw FAULT;
  };
  expect(await start(FEES, { logger: { child } as never })).toEqual({ outcome: { thrown: FAULT }, closed: 1 });
});
