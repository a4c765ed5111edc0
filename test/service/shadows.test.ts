/** Shadows beside answers: a bounded number of them, counted, and never a failure of the answer. */
import { beforeAll, expect, test } from "vitest";
import { createShadows, type Left, type Shadow } from "../../src/service/shadows.ts";
import { openMarker } from "../../src/text/marker.ts";
import { askSmall, smallPolicy } from "../support/small-policy.ts";

const EXPERIMENT = `experiments:
  choosing:
    shadow: true
    variants:
      control: { share: 50, strategy: best }
      one: { share: 25, strategy: top_k, top_k: 1 }
      plain: { share: 25 }
`;

let left: Left;
beforeAll(async () => {
  const small = await smallPolicy(EXPERIMENT);
  const candidates = ["Ice helps.", "Rest helps.", "Heat helps."].map((text, at) => ({
    id: `d${at}`,
    kind: "document" as const,
    text,
  }));
  const { assembly, core } = await askSmall(small, { question: "What helps?", candidates });
  const request = { ...assembly.request, variants: [{ experiment: "choosing", variant: "control" }] };
  left = {
    ...{ assembly: { ...assembly, request }, core, manifestId: "m1", policy: small.policy },
    deps: {
      ...{ languages: small.snapshot.languages, groups: [], counter: small.counter, marker: openMarker },
      ask: () => Promise.reject(new Error("a shadow asks nobody")),
      askDocuments: () => Promise.reject(new Error("a shadow asks nobody")),
      askModel: null,
    },
    hashing: { keyed: (text) => text, versions: core.versions },
  };
});

function opened(mostWaiting = 4) {
  const told: Shadow[] = [];
  const waiting: (() => void)[] = [];
  const shadows = createShadows({ tell: (one) => told.push(one), mostWaiting, later: (run) => void waiting.push(run) });
  return { shadows, told, waiting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("nothing is computed before what is under way has left; then every variant but the first", async () => {
  const { shadows, told, waiting } = opened();
  shadows.compare(left);
  await settled();
  expect(told).toEqual([]);
  for (const run of waiting) run();
  await settled();
  expect(told.map(({ experiment, variant, manifestId }) => [experiment, variant, manifestId])).toEqual([
    ["choosing", "one", "m1"],
    ["choosing", "plain", "m1"],
  ]);
  const [one] = told;
  expect(one?.result).toMatchObject({ first: "pack", hidden: ["d1", "d2"], shown: [] });
  expect(shadows.counts()).toEqual({ computed: 2, refused: 0, skipped: 0 });
});

test("too many at once are skipped and counted", async () => {
  const { shadows, told, waiting } = opened(1);
  shadows.compare(left);
  shadows.compare(left);
  for (const run of waiting.splice(0)) run();
  await settled();
  expect([told.length, shadows.counts()]).toEqual([2, { computed: 2, refused: 0, skipped: 2 }]);
  shadows.compare(left);
  expect(waiting.length).toBe(1);
});

test("one that fails is told by its code, and the next is computed", async () => {
  const { shadows, told, waiting } = opened();
  const tooSmall = { ...left.policy, budgetTotal: 1 };
  shadows.compare({ ...left, policy: tooSmall });
  for (const run of waiting) run();
  await settled();
  expect(told.map(({ result }) => result)).toEqual([{ refused: "pinned_over_budget" }, { refused: "pinned_over_budget" }]);
  expect(shadows.counts()).toEqual({ computed: 0, refused: 2, skipped: 0 });
});
