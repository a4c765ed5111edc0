/** Understanding a question: ordinary ones in all languages, hostile ones against them, and what a second compile costs. */
import { loadPolicies } from "../src/policy/load.ts";
import type { Policy, Snapshot } from "../src/policy/snapshot.ts";
import { classify } from "../src/routing/classify.ts";
import { hear } from "../src/routing/hear.ts";
import { findScopes } from "../src/routing/scope.ts";

const ROUNDS = 40;
const LENGTH = 8_000;
const AT_MS = Date.UTC(2026, 7, 1, 12);

type Understand = (question: string) => unknown;

/** Prints each figure next to what is asked; takes about a quarter of a minute. */
export async function benchRouting(): Promise<void> {
  const start = performance.now();
  const snapshot = await load();
  const first = performance.now() - start;
  const second = performance.now();
  await load();
  const policy = snapshot.policies.get("coaching") as Policy;
  console.log(
    `${policy.vocabulary.terms.length} terms compiled in ${first.toFixed(0)} ms (asked: 2000), ` +
      `unchanged again in ${(performance.now() - second).toFixed(0)} ms`,
  );
  const understand = understandOf(policy, snapshot);
  const perCharacter = benchOrdinary(understand, policy);
  benchHostile(understand, perCharacter);
}

async function load(): Promise<Snapshot> {
  const counter = { encoding: "none", exact: true, count: (text: string) => text.length };
  const loaded = await loadPolicies({ directory: "policies", environment: {}, production: false, counter });
  if ("problems" in loaded) throw new Error(`the policies have ${loaded.problems.length} problems`);
  return loaded.snapshot;
}

const understandOf =
  ({ vocabulary, routing, intents, scopes }: Policy, { languages }: Snapshot): Understand =>
  (question) => {
    const heard = hear(question, vocabulary, languages);
    const classified = classify(heard, routing.factors, intents.keys());
    return [classified, findScopes({ question, scopes, heard, atMs: AT_MS, zone: "Europe/Athens" })];
  };

/** Gives the microseconds per character of the median question. */
function benchOrdinary(understand: Understand, { examples }: Policy): number {
  const questions = examples.map(({ question }) => question);
  const best = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, question] of questions.entries())
      best[at] = Math.min(
        best[at] as number,
        timeUs(() => understand(question)),
      );
  }
  const sorted = [...best].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] as number;
  console.log(
    `${questions.length} questions, microseconds: p50 ${at(0.5).toFixed(1)} (asked: 20), p99 ${at(0.99).toFixed(1)} (asked: 200)`,
  );
  const perCharacter = questions.map((question, index) => (best[index] as number) / question.length).sort((a, b) => a - b);
  const middle = perCharacter[perCharacter.length >> 1] as number;
  console.log(`a character of the median question takes ${middle.toFixed(3)}`);
  return middle;
}

/** One word, no spaces, emoji, mixed scripts, marks, repeats, digits, words nobody knows. */
function hostileOf(length: number): Readonly<Record<string, string>> {
  const repeated = (unit: string): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return {
    "one word": repeated("a"),
    "no spaces": repeated("iwanttorunbutmykneehurts"),
    emoji: repeated("😀👩‍🚀🏃🏽"),
    "mixed scripts": repeated("run бег 痛み ألم วิ่ง 무릎 "),
    "combining marks": repeated("e\u0301\u0323\u0301 "),
    "pain pain": repeated("pain "),
    "not not": repeated("not "),
    "not pain": repeated("not pain "),
    "can i": repeated("can i "),
    "in 3 days": repeated("in 3 days next "),
    digits: repeated("1234 567 89 "),
    Chinese: repeated("我的膝盖很痛今天能不能跑步"),
    "unknown words": unknownWords(length),
  };
}

/** A linear congruence: the same words in each run, none of them twice. */
function unknownWords(length: number): string {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += `${state.toString(36)}${(state * 7).toString(36)} `;
  }
  return text.slice(0, length);
}

function benchHostile(understand: Understand, perCharacter: number): void {
  const half = Object.values(hostileOf(LENGTH / 2));
  console.log(
    `${LENGTH} characters, time per character against the median question (asked: 3), against half of it (asked: 2.3):`,
  );
  for (const [index, [name, text]] of Object.entries(hostileOf(LENGTH)).entries()) {
    const whole = leastUs(() => understand(text));
    const ratio = whole / leastUs(() => understand(half[index] as string));
    console.log(`  ${name}: ${(whole / LENGTH / perCharacter).toFixed(2)}, ${ratio.toFixed(2)}`);
  }
}

const leastUs = (work: () => unknown): number => Math.min(...Array.from({ length: ROUNDS / 2 }, () => timeUs(work)));

function timeUs(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1_000;
}
