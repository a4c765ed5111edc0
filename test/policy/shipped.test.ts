/** The policies of this repository load as they are, without any variable set, in production too. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadPolicies } from "../../src/policy/load.ts";
import { linesOf, QUARTERS } from "../support/load-base.ts";

test.each([false, true])("production: %s", async (production) => {
  const directory = fileURLToPath(new URL("../../policies", import.meta.url));
  const loaded = await loadPolicies({ directory, environment: {}, production, counter: QUARTERS });
  expect(linesOf(loaded)).toEqual([]);
});
