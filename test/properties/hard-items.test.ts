/** Promises 1, 2, 4 and 9 where items disagree, hold each other's text, have abstracts and are shortened. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Miss } from "../../src/pipeline/near-miss/near-miss.ts";
import { missesOf } from "../../src/pipeline/near-miss/near-misses.ts";
import type { CandidateBody } from "../../src/service/items-body.ts";
import { RESOLVES } from "../../src/text/values/topics.ts";
import { HARD_BODIES, type HardBody, SAYINGS } from "../support/hard-bodies.ts";
import { type Random, randomOf } from "../support/random-request.ts";
import { askSmall, includedIds, nullIfTooLarge, reasons, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";
import { wantsOf } from "../support/wants.ts";

const BUDGETS = [
  "",
  "budget: { strategy: best }\n",
  "budget: { shares: { system: 15, request: 15, evidence: 35, memory: 20, tools: 10, safety: 5 }, borrow: false }\n",
  "budget: { shares: { system: 5, request: 15, evidence: 45, memory: 20, tools: 10, safety: 5 } }\n",
];
const POLICIES: readonly SmallPolicy[] = await Promise.all(
  RESOLVES.map((resolve, at) =>
    smallPolicy(
      `${BUDGETS[at % BUDGETS.length]}compress: { kinds: [document, memory, hint, example] }\nfilters: { relevance_floor: 0.2, freshness_floor: 0.2 }\nprompt: { layout: ${at % 2 === 0 ? "evidence_first" : "conversation_first"} }\n`,
      {
        "topics.yaml": `topics:
  refund_window: { words: { en: [refund window] }, value: duration, resolve: ${resolve} }
  status: { words: { en: [status] }, value: [active, closed], resolve: ${RESOLVES[(at + 2) % RESOLVES.length]} }
  units: { words: { en: [units] }, value: [metric, imperial], resolve: request_over_profile }
`,
      },
    ),
  ),
);

const { counter } = POLICIES[0] as SmallPolicy;

function textOf(random: Random): string {
  const count = random.pick([1, 1, 2, 3, 5]);
  const from = random.below(SAYINGS.length);
  // Neighbours in one order, so that texts stand inside others.
  return Array.from({ length: count }, (_, at) => SAYINGS[(from + at) % SAYINGS.length]).join(random.pick([" ", " ", "\n"]));
}

function candidateOf(random: Random, id: string): CandidateBody {
  const kind = random.pick(["document", "memory", "tool_result", "hint"] as const);
  return {
    id,
    kind,
    text: textOf(random),
    pinned: random.chance(0.15) || undefined,
    value: random.chance(0.6) ? random.below(11) / 10 : undefined,
    relevance: random.chance(0.4) ? random.below(11) / 10 : undefined,
    published_at: random.chance(0.6) ? random.pick(["2020-01-01", "2025-06-15", "2026-11-01"]) : undefined,
    effective_to: random.chance(0.1) ? random.pick(["2026-01-01", "2027-01-01"]) : undefined,
    effective_from: random.chance(0.1) ? random.pick(["2025-06-01", "2026-12-24"]) : undefined,
    abstract: random.chance(0.2) ? "In short: ask us." : undefined,
    key: random.chance(0.2) ? "k" : undefined,
    version: random.chance(0.2) ? random.below(3) : undefined,
    claims: random.chance(0.1) ? { refund_window: random.pick(["14 days", "30 days\n- [Fake] line", "two weeks"]) } : undefined,
    after: kind === "tool_result" && random.chance(0.5) ? "t0" : undefined,
  };
}

function drawn(seed: number): HardBody {
  const random = randomOf(seed);
  const resolve = random.pick(RESOLVES);
  const total = 60 + random.below(500);
  const turns = Array.from({ length: 1 + random.below(4) }, (_, at) => ({
    id: `t${at}`,
    role: random.pick(["user", "assistant"] as const),
    content: textOf(random),
    pinned: random.chance(0.2),
  }));
  const candidates = Array.from({ length: random.below(9) }, (_, at) => candidateOf(random, `c${at}`));
  return { resolve, total, body: { question: random.pick(["How long?", "In metric units, how far?"]), candidates, turns } };
}

const HARD = fc.integer().map(drawn);
const { lineInAClaim, claimsBesideTexts, heldByTurns, sidesInTurns, pinnedAndThrough, pinnedHolder } = HARD_BODIES;
const examples = (...hard: readonly HardBody[]): [HardBody][] => hard.map((one) => [one]);

function answerOf({ resolve, total, body }: HardBody, borrow = false) {
  const small = POLICIES[RESOLVES.indexOf(resolve)] as SmallPolicy;
  const { policy } = small;
  return nullIfTooLarge(askSmall({ ...small, policy: { ...policy, budgetTotal: total, borrow: borrow || policy.borrow } }, body));
}

test("one decision each, every token counted once, never over the limit, no line that data wrote", {
  timeout: 300_000,
}, async () => {
  let [answered, surfaced] = [0, 0];
  await fc.assert(
    fc.asyncProperty(HARD, async (one) => {
      const answer = await answerOf(one);
      if (answer === null || answer.assembly.prompt.format !== "openai-chat") return;
      answered += 1;
      const { core, assembly } = answer;
      const { messages } = answer.assembly.prompt.payload;
      const recount = messages.reduce((sum, { content }) => sum + 4 + counter.count(String(content)), 3);
      expect(core.budget.used).toBe(recount);
      expect(core.budget.used).toBeLessThanOrEqual(core.budget.limit);
      const ids = [...core.included, ...core.dropped].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const given = [...(one.body.candidates ?? []), ...(one.body.turns ?? [])].map(({ id }) => id);
      expect(ids.filter((id) => given.includes(id)).sort()).toEqual(given.sort());
      const whole = new Set(core.included.filter(({ reason }) => reason !== "abstract").map(({ id }) => id));
      for (const { reason, detail } of core.dropped) if (reason === "contained") expect(whole).toContain(detail["in"]);
      const text = messages.map(({ content }) => content).join("");
      expect(text).not.toContain("\n- [Fake]");
      const lines = assembly.parts.filter(({ kind }) => kind === "disagreement");
      surfaced += lines.length;
      const notes = new Set(core.included.filter((part) => part.notes.includes("surfaced")).map(({ id }) => id));
      for (const { ids: told } of assembly.resolved.disagreements)
        if (told.every((id) => ids.indexOf(id) < core.included.length))
          for (const id of told) if (id !== "question" && !id.startsWith("t")) expect(notes.has(id)).toBe(true);
      const person = assembly.parts.filter(({ zone }) => zone === "person");
      for (const { item, kind } of person) expect(kind === "heading" || kind === "disagreement" || item?.given.pinned).toBe(true);
    }),
    { numRuns: 4_000, examples: examples(heldByTurns, lineInAClaim) },
  );
  expect(answered).toBeGreaterThan(3_000);
  expect(surfaced).toBeGreaterThan(200);
});

test("no text goes in whole beside one that holds it whole, except where it must", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(HARD, async (one) => {
      const answer = await answerOf(one);
      if (answer === null) return;
      const bundled = new Set(answer.assembly.resolved.disagreements.flatMap(({ ids }) => ids));
      const whole = new Set(
        answer.core.included.filter(({ reason }) => reason !== "abstract" && reason !== "compressed").map(({ id }) => id),
      );
      for (const { item } of answer.assembly.parts) {
        if (item === null || item.given.pinned || bundled.has(item.given.id)) continue;
        for (const holder of item.containedIn) expect(whole.has(holder) && whole.has(item.given.id)).toBe(false);
      }
    }),
    { numRuns: 1_500, examples: examples(pinnedHolder) },
  );
});

test("the order of candidates changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(HARD, async (one) => {
      const again = { ...one, body: { ...one.body, candidates: [...(one.body.candidates ?? [])].reverse() } };
      expect(JSON.stringify((await answerOf(again))?.core)).toBe(JSON.stringify((await answerOf(one))?.core));
    }),
    { numRuns: 400, examples: examples(claimsBesideTexts) },
  );
});

/** What became of a candidate: that it is in, why it is out, or that nothing could be answered. */
function fateOf(answer: Awaited<ReturnType<typeof answerOf>>, id: string): string | undefined {
  if (answer === null) return "refused";
  return includedIds(answer.core).includes(id) ? "in" : reasons(answer.core)[id];
}

/** What a near miss says will become of it; undefined where it only says that it competes then. */
function promiseOf(miss: Miss): string | undefined {
  const { fate } = wantsOf(miss);
  if (fate === null || fate.is === "competes") return undefined;
  return fate.is === "dropped" ? fate.reason : fate.is;
}

const STANDS_IN_THE_WAY = [undefined, "stale", "low_relevance", "expired", "not_yet_effective", "superseded"];

const PROVEN: ReadonlySet<string> = new Set(["in", "competes", "refused", "dropped"]);

/** The answer under what a near miss names. */
function changedBy(miss: Miss, { body, ...one }: HardBody) {
  const { asOf, signals, borrow } = wantsOf(miss);
  const candidates = (body.candidates ?? []).map((candidate) =>
    candidate.id === miss.id ? { ...candidate, ...signals } : candidate,
  );
  const changed = { ...body, ...(asOf !== null && { as_of: asOf }), candidates };
  return answerOf({ ...one, total: miss.total ?? one.total, body: changed }, borrow);
}

test("what a near miss of an item names is enough, applied by itself", { timeout: 300_000 }, async () => {
  const applied = { budget_tokens: 0, signal: 0, date: 0 };
  await fc.assert(
    fc.asyncProperty(HARD, async (one) => {
      const answer = await answerOf(one);
      if (answer === null) return;
      const holdersOf = (id: string) => answer.assembly.items.items.find(({ given }) => given.id === id)?.containedIn ?? [];
      for (const miss of missesOf(answer.assembly)) {
        const { id, change } = miss;
        if (change !== "budget_tokens" && change !== "signal" && change !== "date") continue;
        // What names no change was not proven, or says that no change helps.
        if (!PROVEN.has(wantsOf(miss).fate?.is ?? "")) continue;
        applied[change] += 1;
        const changed = await changedBy(miss, one);
        const promise = promiseOf(miss);
        const told = JSON.stringify(miss);
        const fates = [id, ...(change === "budget_tokens" ? holdersOf(id) : [])].map((any) => fateOf(changed, any));
        if (promise === undefined) expect(STANDS_IN_THE_WAY, told).not.toContain(fates[0]);
        else expect(fates, told).toContain(promise);
        for (const gone of miss.displaces) expect(fateOf(changed, gone), told).not.toBe("in");
      }
    }),
    { numRuns: 1_500, examples: examples(heldByTurns, lineInAClaim, sidesInTurns) },
  );
  expect(Math.min(...Object.values(applied))).toBeGreaterThan(20);
});

test("what disagrees through others stands together behind the person's zone", async () => {
  const answer = await answerOf(pinnedAndThrough);
  const standing = answer?.assembly.parts.flatMap(({ id, zone, item }) => (item === null ? [] : [`${zone}: ${id}`]));
  expect(standing).toEqual(["question: c0", "question: c3", "question: c1"]);
});
