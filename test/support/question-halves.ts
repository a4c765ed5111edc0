/** Figures over one half of a set of questions that was written before the words: "tuned" was looked at afterwards, "fresh" was not. */
import { readFileSync } from "node:fs";
import { readQuestions } from "../../src/cli/labelled-questions.ts";
import { figuresOf, judge, listen, type RoutingFigures } from "../../src/cli/routing-figures.ts";
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
