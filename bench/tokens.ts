/** Token counting against js-tiktoken in the same run: speed on ordinary texts, the cost of hostile ones, time to build. */
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/o200k_base";
import { buildRankTable } from "../src/tokens/rank-table.ts";
import { createTokenCounter } from "../src/tokens/tiktoken-counter.ts";

const RUN_LENGTH = 200_000;
const ROUNDS = 5;

const WORDS =
  `The athlete's left knee was sore (4/10) after Sunday's 18.5 km run, yet readiness stayed above average: 71 of 100. Sleep
was short because of travel; HRV fell to 48 ms. So the coach lowers the planned volume, keeps two easy sessions and replaces intervals by
cycling until the physiotherapist in Thessaloniki has seen her. "Don't push through pain," he wrote on 2024-08-06. Our refund policy allows
returns within thirty days unless items were personalised; please contact support@example.com with an order number such as #A-20931. Ms
Papadopoulou's chronotype is a moderate lark, her deload week begins on Monday, hamstring tightness and recalibration aside.`.split(
    /\s+/,
  );
const CHINESE =
  "今天天气很好我们去公园散步预报说明会下雨记得带伞这个产品的退货政策规定客户可以在三十内并获得全额款运动员左膝疼痛";

/** Prints three tables to standard output; takes about half a minute, most of it in js-tiktoken. */
export async function benchTokens(): Promise<void> {
  const built = [timeMs(() => buildRankTable(ranks.bpe_ranks)), timeMs(() => new Tiktoken(ranks))] as const;
  console.log(`o200k_base built in ${built[0].toFixed(0)} ms, js-tiktoken ${built[1].toFixed(0)} ms`);
  await benchOrdinary();
  await benchHostile();
}

async function benchOrdinary(): Promise<void> {
  const oracle = new Tiktoken(ranks);
  for (const [name, texts] of Object.entries(ordinaryTexts())) {
    const cold: number[] = [];
    const warm: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const counter = await createTokenCounter("o200k_base");
      const count = (): void => texts.forEach((text) => void counter.count(text));
      cold.push(timeMs(count));
      warm.push(timeMs(count));
      theirs.push(timeMs(() => texts.forEach((text) => void oracle.encode(text, [], []))));
    }
    const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
    const base = median(theirs);
    const each = (times: readonly number[]): string => `${((median(times) * 1000) / texts.length).toFixed(1)} µs`;
    console.log(
      `${name}: ${median(cold).toFixed(1)} ms new (${each(cold)} each), ${median(warm).toFixed(2)} ms counted before; ` +
        `${(base / median(cold)).toFixed(1)} times js-tiktoken with cold caches, ${(base / median(warm)).toFixed(0)} warm ` +
        `(${((megabytes * 1000) / median(cold)).toFixed(1)} MB/s, js-tiktoken ${((megabytes * 1000) / base).toFixed(2)})`,
    );
  }
}

async function benchHostile(): Promise<void> {
  const prose = proseOf(RUN_LENGTH / 5).slice(0, RUN_LENGTH);
  const runs = ["a", "A", " ", "^", "\n", "漢", "😀", "\u0301", "\ud800"];
  const texts = [
    prose,
    ...runs.map((unit) => unit.repeat(RUN_LENGTH)),
    letters(97, 26),
    letters(0x4e00, 8000),
    letters(0xe01, 46),
  ];
  const times = texts.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const counter = await createTokenCounter("o200k_base");
    for (const [i, text] of texts.entries()) times[i]?.push(timeMs(() => counter.count(text)));
  }
  const names = [...runs.map((unit) => JSON.stringify(unit)), "random a to z", "random Chinese", "random Thai"];
  const [ordinary = 1, ...hostile] = times.map(median);
  console.log(`${RUN_LENGTH} characters without a break, as a multiple of prose of that length (${ordinary.toFixed(0)} ms):`);
  console.log(names.map((name, i) => `${name} ${((hostile[i] ?? 0) / ordinary).toFixed(1)}`).join(", "));
}

function ordinaryTexts(): Readonly<Record<string, readonly string[]>> {
  const record = (i: number) => ({
    id: i * 7919,
    name: `athlete_${i}`,
    readiness: Math.sin(i),
    zones: [i, i * 2],
    note: sentence(8),
  });
  return {
    "10,000 short facts": Array.from(
      { length: 10_000 },
      (_, i) => `- Readiness ${i}: ${sentence(12)} (${(i * 37) % 100} of 100)\n`,
    ),
    "prose of 400 tokens": Array.from({ length: 40 }, () => proseOf(300)),
    Chinese: Array.from({ length: 40 }, () => chineseOf(150)),
    JSON: [JSON.stringify(Array.from({ length: 300 }, (_, i) => record(i)))],
  };
}

let state = 1;
/** A linear congruence: the same texts in each run. */
const random = (limit: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % limit;
};
const sentence = (words: number): string => Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(" ");
const proseOf = (words: number): string => Array.from({ length: words / 10 }, () => `${sentence(10)}. `).join("");
const chineseOf = (clauses: number): string =>
  Array.from(
    { length: clauses },
    () => `${Array.from({ length: 4 + random(8) }, () => CHINESE[random(CHINESE.length)]).join("")}，`,
  ).join("");
const letters = (first: number, range: number): string =>
  Array.from({ length: RUN_LENGTH }, () => String.fromCharCode(first + random(range))).join("");

function timeMs(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
