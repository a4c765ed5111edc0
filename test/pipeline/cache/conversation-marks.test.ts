/** Marks within a long conversation, against a cache that looks as far back as Anthropic's and no further. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefixRecord } from "../../../src/pipeline/cache/prefix.ts";
import type { CacheMark, Core } from "../../../src/pipeline/records/core.ts";
import type { AnthropicPrompt } from "../../../src/pipeline/records/prompt.ts";
import { faultsOf } from "../../../src/pipeline/validate/accepted.ts";
import type { CandidateBody, TurnBody } from "../../../src/service/items-body.ts";
import { marked } from "../../../src/tokens/model-facts.ts";
import { blocksOf, promptCache } from "../../support/prompt-cache.ts";
import { type Random, randomOf } from "../../support/random-request.ts";
import { askSmall, type SmallPolicy, smallPolicy } from "../../support/small-policy.ts";

const small = await smallPolicy("budget: { total: 14000 }\nprompt: { layout: conversation_first }\n");
const TOOLS = [{ name: "look", parameters: {} }];
const MEMORY: CandidateBody = { id: "m", kind: "memory", text: "Prefers metric units.", pinned: true };

const withLeast = (minTokens: number): SmallPolicy => ({
  ...small,
  policy: {
    ...small.policy,
    models: small.policy.models.map((model) => ({ ...model, marginMilli: 1_000, cache: marked(minTokens) })),
  },
});

interface Sent {
  readonly core: Core;
  readonly payload: AnthropicPrompt["payload"];
  readonly mark: CacheMark;
}

async function sent(turns: readonly TurnBody[], candidates: readonly CandidateBody[] = [], policy = withLeast(1)): Promise<Sent> {
  const body = { format: "anthropic-messages", turns, candidates: [...candidates], tools: TOOLS } as const;
  const { assembly, core } = await askSmall(policy, body);
  expect(faultsOf(assembly.prompt)).toEqual([]);
  const { payload } = assembly.prompt as AnthropicPrompt;
  return { core, payload, mark: core.zones[2]?.cache_mark as CacheMark };
}

const said = (id: string): readonly TurnBody[] => [
  { id: `${id}u`, role: "user", content: `Question ${id}` },
  { id: `${id}a`, role: "assistant", content: `Answer ${id}` },
];

/** One question, so many calls at once, their results, and the answer. */
function fanOut(id: string, calls: number): readonly TurnBody[] {
  const ids = Array.from({ length: calls }, (_, at) => `${id}c${at}`);
  return [
    { id: `${id}q`, role: "user", content: `Look for ${id}.` },
    {
      id: `${id}t`,
      role: "assistant",
      content: null,
      tool_calls: ids.map((call) => ({ id: call, function: { name: "look", arguments: "{}" } })),
    },
    ...ids.map((call): TurnBody => ({ id: `r${call}`, role: "tool", tool_call_id: call, content: `seen ${call}` })),
    { id: `${id}d`, role: "assistant", content: `Done with ${id}.` },
  ];
}

const markedBlocks = ({ payload }: Sent): readonly number[] =>
  blocksOf(payload).flatMap((block, at) => (block.marked ? [at] : []));
const codes = (now: Sent, before: Sent): readonly string[] =>
  prefixRecord(now.core, before.core, "m-1").findings.map(({ code }) => code);

/** Where the last turn of a prompt ends among its blocks. */
const endOfTurns = (prompt: Sent): number => (markedBlocks(prompt).at(-1) ?? -1) + 1;

describe("a conversation that grew by more than the provider looks back from one mark", () => {
  test("a short one has its one mark, and is found from it whole", async () => {
    const { mark } = await sent([...said("1"), ...said("2")]);
    expect(mark).toMatchObject({ outcome: "set", turns: { marks: 1, reaches: "1u" } });
  });

  test("marks that are left over stand further back, so the prompt before is found", async () => {
    const cache = promptCache();
    const start = said("1");
    const before = await sent(start, [MEMORY]);
    const now = await sent([...start, ...fanOut("x", 12)], [MEMORY]);
    expect(endOfTurns(now) - endOfTurns(before)).toBe(26);
    expect([cache.read(before.payload), cache.read(now.payload)]).toEqual([0, endOfTurns(before)]);
    expect(markedBlocks(now)).toHaveLength(4);
    expect(now.mark.turns).toEqual({ marks: 2, reaches: expect.any(String) });
    expect(codes(now, before)).toEqual([]);
  });

  test("without anything of the person's there is one more", async () => {
    const now = await sent([...said("1"), ...fanOut("x", 12), ...fanOut("y", 12)]);
    expect(now.mark.turns?.marks).toBe(3);
    expect(markedBlocks(now)).toHaveLength(4);
  });

  test("where no mark reaches it, it is lost, and the finding names the turn", async () => {
    const cache = promptCache();
    const before = await sent(said("1"), [MEMORY]);
    const now = await sent([...said("1"), ...fanOut("x", 12), ...fanOut("y", 12)], [MEMORY]);
    cache.read(before.payload);
    expect(cache.read(now.payload)).toBeLessThan(endOfTurns(before));
    expect(prefixRecord(now.core, before.core, "m-1").findings).toEqual([
      {
        code: "cache_out_of_reach",
        message:
          "So much was said since 1a that the provider does not look back as far from any mark: what it cached of the prompt before is paid for again. Ask in between.",
        items: ["1a"],
      },
    ]);
  });

  test("a mark where the prompt is too short to be cached is not set", async () => {
    const turns = [...said("1"), ...fanOut("x", 12)];
    const whole = await sent(turns);
    const tokens = whole.mark.tokens ?? 0;
    const { mark } = await sent(turns, [], withLeast(tokens));
    expect(mark).toMatchObject({ outcome: "set", tokens, turns: { marks: 1 } });
  });
});

/** A conversation in steps: at each of them a question is asked. */
function grown(random: Random): readonly (readonly TurnBody[])[] {
  const steps: (readonly TurnBody[])[] = [];
  let turns: readonly TurnBody[] = [];
  for (let step = 0; step < 4; step += 1) {
    for (let more = random.below(4); more >= 0; more -= 1) {
      const id = `s${step}n${more}`;
      turns = [...turns, ...(random.chance(0.5) ? fanOut(id, 1 + random.below(14)) : said(id))];
    }
    steps.push(turns);
  }
  return steps;
}

test("the provider reads all that the prompt before had of the conversation, or the finding says that it does not", {
  timeout: 120_000,
}, async () => {
  let [found, lost] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomOf(seed);
      const candidates = random.chance(0.5) ? [MEMORY] : [];
      const cache = promptCache();
      let before: Sent | null = null;
      for (const turns of grown(random)) {
        const now = await sent(turns, candidates);
        const read = cache.read(now.payload);
        expect(markedBlocks(now).length).toBeLessThanOrEqual(4);
        if (before !== null) {
          const isLost = codes(now, before).includes("cache_out_of_reach");
          expect([isLost, read >= endOfTurns(before)]).toEqual([isLost, !isLost]);
          if (isLost) lost += 1;
          else found += 1;
        }
        before = now;
      }
    }),
    { numRuns: 60 },
  );
  expect(Math.min(found, lost)).toBeGreaterThan(10);
});
