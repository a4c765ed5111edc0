/** From the candidates of a request to the finished prompt: filter, score, conflict, pack, place, render. Counts and forms of texts are known. */

import { hash } from "node:crypto";
import { NO_ITEMS } from "../src/pipeline/given.ts";
import { select } from "../src/pipeline/select.ts";
import type { SelectInput } from "../src/pipeline/select-input.ts";
import { loadPolicies } from "../src/policy/load.ts";
import { memorySource } from "../src/policy/read/policy-source.ts";
import type { Policy, Snapshot } from "../src/policy/snapshot.ts";
import type { CandidateBody } from "../src/service/items-body.ts";
import { resolveRequest } from "../src/service/resolve.ts";
import { resolveItems } from "../src/service/resolve-items.ts";
import { openMarker } from "../src/text/marker.ts";
import { createTokenCounter } from "../src/tokens/tiktoken-counter.ts";

const SIZES = [100, 1_000, 5_000];
const RUNS = 5;
const ROUNDS = 15;

const POLICY = `title: Candidates of a request.
tenants: ["*"]
models: [{ name: bench-model, window: 64000, reserve_output: 2000 }]
routing: { fallback: general }
filters: { relevance_floor: 0.1, freshness_floor: 0.05 }
`;

const WORDS =
  "refund order delivery customer account policy window month annual plan invoice payment card address parcel return warranty price change notice support agent contract renewal period".split(
    " ",
  );

/** Prints milliseconds at each size, beside a loop that reads the same bytes once, and the growth. */
export async function benchSelection(): Promise<void> {
  const counter = await createTokenCounter("o200k_base");
  const { policy, snapshot } = await load(counter);
  const medians: number[] = [];
  for (const size of SIZES) {
    const candidates = candidatesOf(size);
    const bytes = candidates.map(({ text }) => text);
    const tokens = bytes.reduce((sum, text) => sum + counter.count(text), 0) / size;
    // What a body means is settled before the first filter.
    const input = inputOf(policy, snapshot, counter, candidates);
    const run = (): unknown => select(input);
    run();
    const median = medianOf(Array.from({ length: RUNS }, () => p50(run)));
    const reference = medianOf(Array.from({ length: RUNS }, () => p50(() => bytes.map((text) => hash("sha256", text, "hex")))));
    medians.push(median);
    const asked = size === 1_000 ? " (asked: 5)" : "";
    console.log(
      `${size} candidates of ${tokens.toFixed(0)} tokens: ${median.toFixed(2)} ms${asked}, ${(median / reference).toFixed(1)} times hashing the same bytes`,
    );
  }
  const growth = (a: number, b: number): number => (medians[b] as number) / (medians[a] as number);
  const nLogN = (a: number, b: number): number =>
    ((SIZES[b] as number) * Math.log2(SIZES[b] as number)) / ((SIZES[a] as number) * Math.log2(SIZES[a] as number));
  console.log(
    `from 100 to 5000: ${growth(0, 2).toFixed(1)} times (n log n: ${nLogN(0, 2).toFixed(1)}); from 1000 to 5000: ${growth(1, 2).toFixed(1)} (${nLogN(1, 2).toFixed(1)})`,
  );
}

async function load(counter: SelectInput["counter"]): Promise<{ policy: Policy; snapshot: Snapshot }> {
  const files = new Map([
    ["policy.yaml", POLICY],
    ["intents.yaml", "intents:\n  general: { max_words: 250 }\n"],
    ["prompt/system.md", "Answer from what is given.\n"],
  ]);
  const loaded = await loadPolicies({
    directory: memorySource(new Map([["bench", files]])),
    environment: {},
    production: false,
    counter,
  });
  if ("problems" in loaded) throw new Error(`the policy has ${loaded.problems.length} problems`);
  return { policy: loaded.snapshot.policies.get("bench") as Policy, snapshot: loaded.snapshot };
}

/** A linear congruence: the same texts in each run; one in twenty is the one before it and a word more. */
function candidatesOf(size: number): readonly CandidateBody[] {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  let last = "";
  return Array.from({ length: size }, (_, at): CandidateBody => {
    const words = Array.from({ length: 105 }, () => WORDS[next(WORDS.length)] as string);
    const text = at % 20 === 19 ? `${last} indeed` : `Note ${next(100_000)}: ${words.join(" ")}.`;
    last = text;
    return {
      id: `candidate ${at}`,
      kind: at % 3 === 0 ? "memory" : "document",
      text,
      relevance: next(100) / 100,
      trust: next(100) / 100,
      published_at: "2026-10-01",
    };
  });
}

function inputOf(
  policy: Policy,
  snapshot: Snapshot,
  counter: SelectInput["counter"],
  candidates: readonly CandidateBody[],
): SelectInput {
  const request = resolveRequest(
    { subject: "bench", question: "Can I still get a refund?", at: "2026-11-30T12:00:00Z" },
    policy,
    { nowMs: 0, groups: [] },
  );
  return {
    request: {
      ...request,
      items: { ...NO_ITEMS, ...resolveItems({ candidates }, policy, { subject: "bench", groups: [], plan: null }) },
    },
    choice: { chosen: [], documents: [], withheld: [], modifiers: [], withheldKinds: new Map(), maxWords: 250, keptAgainst: [] },
    results: new Map(),
    documents: new Map(),
    intents: ["general"],
    scopes: [],
    zone: "UTC",
    language: "en",
    referral: false,
    question: new Set(["refund"]),
    viewer: { subject: "bench", groups: [], plan: null },
    languages: snapshot.languages,
    counter,
    marker: openMarker,
  };
}

function p50(work: () => unknown): number {
  return medianOf(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

const medianOf = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;
