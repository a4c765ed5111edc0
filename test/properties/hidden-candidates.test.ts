/** Promise 6: a candidate that the caller may not see changes not one byte of the status or the answer, whatever it says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { nearMisses } from "../../src/pipeline/near-miss/near-misses.ts";
import type { CandidateBody, ItemsBody } from "../../src/service/items-body.ts";
import { type Random, randomBody, randomOf } from "../support/random-request.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../support/small-policy.ts";

const TOPICS = `topics:
  refund_window: { words: { en: [refund window] }, value: duration, resolve: newest }
  status: { words: { en: [status] }, value: [active, canceled], resolve: surface }
`;
const YAML = "attributes: { region: { type: text } }\nplans: { paid: { secondary_tokens: 50 } }\n";
const POLICIES: readonly SmallPolicy[] = await Promise.all(
  ["budget: { total: 400 }\n", "budget: { total: 100 }\nfilters: { relevance_floor: 0.2, freshness_floor: 0.1 }\n"].map((yaml) =>
    smallPolicy(YAML + yaml, { "topics.yaml": TOPICS, "pieces.yaml": null }),
  ),
);

/** None of them fits alex of the group hr, without a plan. */
const CLOSED = [{}, { groups: [] }, { groups: ["sales"] }, { subjects: ["kim"] }, { plans: ["paid"], subjects: [] }] as const;
const CLAIMS = [{ refund_window: "14 days" }, { refund_window: "30 days" }, { status: "active" }] as const;
const NONSENSE = [{ refund_window: "soon" }, { nothing: "1" }, { status: "paused" }] as const;

/** Links and claims on what a random body brings; circles among them too. */
function linked(random: Random, one: CandidateBody, ids: readonly string[]): CandidateBody {
  return {
    ...one,
    ...(random.chance(0.3) && { supersedes: [random.pick([...ids, "key0@1", "key1@2"])] }),
    ...(random.chance(0.3) && { claims: random.pick(CLAIMS) }),
    ...(random.chance(0.1) && { topic: "status" }),
  };
}

/** What nobody could take from a candidate that is looked at. */
const absurd = (random: Random, one: CandidateBody): CandidateBody => ({
  ...one,
  ...(random.chance(0.2) && { claims: random.pick(NONSENSE) }),
  ...(random.chance(0.1) && { topic: "nothing" }),
  ...(random.chance(0.1) && { after: "no_turn" }),
  ...(random.chance(0.1) && { applies_to: { regoin: "eu" } }),
  ...(random.chance(0.1) && { tokens: 5 }),
});

interface Drawn {
  readonly small: SmallPolicy;
  readonly visible: ItemsBody;
  readonly all: ItemsBody;
}

function drawn(seed: number): Drawn {
  const random = randomOf(seed);
  const body = randomBody(random, { mostCandidates: 8, mostTurns: 4 });
  const own = body.candidates ?? [];
  const others = (randomBody(random, { mostCandidates: 8, mostTurns: 0 }).candidates ?? []).map((one, at) => ({
    ...one,
    id: `h${at}`,
    acl: random.pick(CLOSED),
    ...(random.chance(0.3) && own.length > 0 && { text: random.pick(own).text }),
  }));
  const ids = [...own, ...others].map(({ id }) => id);
  const visible = own.map((one) => linked(random, one, ids));
  const all: CandidateBody[] = [...visible];
  for (const one of others) all.splice(random.below(all.length + 1), 0, absurd(random, linked(random, one, ids)));
  return { small: random.pick(POLICIES), visible: { ...body, candidates: visible }, all: { ...body, candidates: all } };
}

/** Status and answer as text. The place of a candidate in what was sent is the caller's own. */
async function answered(small: SmallPolicy, body: ItemsBody): Promise<string> {
  try {
    const { core, assembly } = await askSmall(small, body, ["hr"]);
    return JSON.stringify([200, core, assembly.prompt, nearMisses(assembly)]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    return JSON.stringify([code, message, details]).replaceAll(/\/candidates\/\d+\//g, "/candidates/-/");
  }
}

test("access, versions, links and claims at random: with and without the hidden ones, the same status and the same bytes", {
  timeout: 120_000,
}, async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const { small, visible, all } = drawn(seed);
      const alone = await answered(small, visible);
      expect(await answered(small, all)).toBe(alone);
      const status = String(JSON.parse(alone)[0]);
      met.set(status, (met.get(status) ?? 0) + 1);
    }),
    { numRuns: 1_000 },
  );
  // Answers, circles among what may be seen, and pins without room: each was compared.
  for (const status of ["200", "supersedes_cycle", "pinned_over_budget"]) expect(met.get(status)).toBeGreaterThan(5);
});
