/** Figures over one half of a set of questions that was written before the words: "tuned" was looked at afterwards, "fresh" was not. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readQuestions } from "../../src/measure/labelled-questions.ts";
import { figuresOf, judge, listen, type RoutingFigures } from "../../src/measure/routing-figures.ts";
import { loadCoaching } from "./coaching.ts";

export type Half = "tuned" | "fresh";

/** The shipped coaching policy is loaded once; `name` is a file in test/routing/questions, all of it without a half. */
export async function openHalves(): Promise<(name: string, half: Half | null) => RoutingFigures> {
  const { policy, snapshot } = await loadCoaching();
  return (name, half) => {
    const file = `test/routing/questions/${name}.jsonl`;
    const read = readQuestions(file, readFileSync(file), [...policy.intents.keys()]);
    if ("faults" in read) throw new Error(read.faults.join("\n"));
    const own = half === null ? read.questions : read.questions.filter(({ tags }) => tags?.includes(half));
    return figuresOf(own.map((question) => judge(listen(question, policy, snapshot.languages), policy)));
  };
}

interface CutQuestion {
  readonly id?: string;
  readonly question: string;
  readonly lang: string;
  /** Its kind, then its half. */
  readonly tags: readonly [string, Half];
}

const halfOf = (text: string): Half => ((createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 1 ? "fresh" : "tuned");

/** How a set was made: how many of each kind a language has, and which halves are not those that the hash of `by` gives. */
export function cutOf(name: string, by: "id" | "question") {
  const lines = readFileSync(`test/routing/questions/${name}.jsonl`, "utf8").trim().split("\n");
  const questions = lines.map((line): CutQuestion => JSON.parse(line));
  const counts: Record<string, number> = {};
  for (const { lang, tags } of questions) counts[`${lang} ${tags[0]}`] = (counts[`${lang} ${tags[0]}`] ?? 0) + 1;
  return { counts, misplaced: questions.filter((one) => halfOf(one[by] ?? "") !== one.tags[1]) };
}
