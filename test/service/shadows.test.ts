/** Shadows beside answers: a bounded number of them, counted, and never a failure of the answer. */
import { beforeAll, expect, test } from "vitest";
import { createShadows, type Left, type Shadow, shadowWrite } from "../../src/service/shadows.ts";
import { openMarker } from "../../src/text/marker.ts";
import { callerOf } from "../store/manifest-fixture.ts";
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
    caller: callerOf("north"),
    deps: {
      ...{ languages: small.snapshot.languages, groups: [], counter: small.counter, marker: openMarker },
      ask: () => Promise.reject(new Error("a shadow asks nobody")),
      askDocuments: () => Promise.reject(new Error("a shadow asks nobody")),
      askModel: null,
    },
    hashing: { keyed: (text) => text, versions: core.versions },
  };
});

function opened(mostWaiting = 4, keeps = async (_kept: Shadow) => true) {
  const told: Shadow[] = [];
  const kept: Shadow[] = [];
  const keep = (_of: object, shadow: Shadow) => {
    kept.push(shadow);
    return keeps(shadow);
  };
  const waiting: (() => void)[] = [];
  const shadows = createShadows({ tell: (one) => told.push(one), keep, mostWaiting, later: (run) => void waiting.push(run) });
  return { shadows, told, kept, waiting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("nothing is computed before what is under way has left; then every variant but the first", async () => {
  const { shadows, told, kept, waiting } = opened();
  shadows.compare(left);
  await settled();
  expect([told, kept]).toEqual([[], []]);
  for (const run of waiting) run();
  await settled();
  expect(told.map(({ experiment, variant, manifestId }) => [experiment, variant, manifestId])).toEqual([
    ["choosing", "one", "m1"],
    ["choosing", "plain", "m1"],
  ]);
  expect(kept).toEqual(told);
  const [one] = told;
  expect(one?.result).toMatchObject({ first: "pack", hidden: ["d1", "d2"], shown: [] });
  expect(shadows.counts()).toEqual({ computed: 2, refused: 0, skipped: 0, unrecorded: 0 });
});

test("too many at once are skipped and counted", async () => {
  const { shadows, told, waiting } = opened(1);
  shadows.compare(left);
  shadows.compare(left);
  for (const run of waiting.splice(0)) run();
  await settled();
  expect([told.length, shadows.counts()]).toEqual([2, { computed: 2, refused: 0, skipped: 2, unrecorded: 0 }]);
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
  expect(shadows.counts()).toEqual({ computed: 0, refused: 2, skipped: 0, unrecorded: 0 });
});

test("what could not be kept is counted, and so is what has no manifest to stand beside", async () => {
  const { shadows, told, waiting, kept } = opened(4, async ({ variant }) => variant !== "one");
  shadows.compare(left);
  shadows.compare({ ...left, manifestId: null });
  for (const run of waiting) run();
  await settled();
  await settled();
  expect([told.length, kept.length, shadows.counts().unrecorded]).toEqual([4, 2, 3]);
});

test.each([
  [
    "what tells them throws",
    () => {
      throw new Error("the log is closed");
    },
    async () => true,
  ],
  ["what keeps them rejects", () => {}, () => Promise.reject(new Error("the store is closed"))],
])("where %s, each counts as not kept, the next is computed, and nothing is thrown", async (_, tell, keep) => {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  process.on("unhandledRejection", onFault);
  const waiting: (() => void)[] = [];
  const shadows = createShadows({ tell, keep, mostWaiting: 1, later: (run) => void waiting.push(run) });
  shadows.compare(left);
  for (const run of waiting.splice(0)) run();
  await settled();
  await settled();
  process.off("unhandledRejection", onFault);
  expect([faults, shadows.counts()]).toEqual([[], { computed: 2, refused: 0, skipped: 0, unrecorded: 2 }]);
  shadows.compare(left);
  expect(waiting.length).toBe(1);
});

const NO_CHANGE = { first: null, changes: [], shown: [], hidden: [], tokens: { before: 9, after: 9 } };
const CHANGE = { stage: "pack", id: "d1", what: "outcome", before: "a", after: "b" } as const;

test.each([
  ["nothing differs", NO_CHANGE, false],
  ["something differs", { ...NO_CHANGE, first: "pack" as const, changes: [CHANGE] }, true],
  ["it would have been refused", { refused: "pinned_over_budget" as const }, true],
])("kept where %s: whether the variant decides otherwise", (_, result, isOther) => {
  const assigned = { experiment: "choosing", variant: "one" };
  expect(shadowWrite({ ...assigned, manifestId: "m1", result }, 0)).toEqual({
    ...assigned,
    ...{ result, isOther, computed_at: "1970-01-01T00:00:00.000Z" },
  });
});
