/** A question that the handbook answers, and the same once the handbook was amended. IO: files and a running service. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { post } from "./post.ts";

const QUESTION = "How long is the refund window?";
const AMENDED = {
  path: "support/documents/handbook.md",
  from: "refund window is 30 days",
  to: "refund window is 45 days",
} as const;

interface Found {
  readonly id: string;
  readonly score: number | null;
  readonly outcome: string;
  readonly terms: readonly {
    readonly start: number;
    readonly end: number;
    readonly how: string;
    readonly contribution: number;
  }[];
}

interface Answer {
  readonly manifest_id: string;
  readonly retrieval: readonly {
    readonly k: number;
    readonly floor: number | null;
    readonly sections: number;
    readonly ranked: readonly Found[];
  }[];
  readonly prompt: { readonly payload: { readonly messages: readonly { readonly content: string }[] } };
}

const RULE = "─".repeat(100);

/** Amends the handbook below `policiesDir`, which must be a copy. Throws where it does not say what is amended. */
export async function showHandbookRuns(url: string, first: number, policiesDir: string): Promise<void> {
  const ask = async (): Promise<Answer> =>
    (await (await post(`${url}/assemble`, { policy: "support", subject: "nora", question: QUESTION })).json()) as Answer;
  const { manifest_id, retrieval, prompt } = await ask();
  console.log(`${RULE}\n${first}. "${QUESTION}" Answered by sections of the handbook, chosen by their words\n${RULE}`);
  for (const { k, floor, sections, ranked } of retrieval) {
    console.log(`At most ${k} of ${sections} sections, none under ${floor} (manifest ${manifest_id}):`);
    for (const one of ranked.filter(({ outcome }) => outcome === "chosen")) console.log(foundLine(one));
  }
  console.log(`\nBefore: ${sentenceIn(prompt)}`);
  amend(join(policiesDir, AMENDED.path));
  console.log(`Amended while the service runs, and asked again at once: ${sentenceIn((await ask()).prompt)}\n`);
}

/** `- handbook:handbook.md#42-return-deadlines, score 11.02: refund 3.10, window 5.21`. */
function foundLine({ id, score, terms }: Found): string {
  const words = terms.map(
    ({ start, end, how, contribution }) =>
      `${QUESTION.slice(start, end)} ${contribution.toFixed(2)}${how === "word" ? "" : ` (${how})`}`,
  );
  return `- ${id}, score ${(score ?? 0).toFixed(2)}: ${words.join(", ")}`;
}

function sentenceIn({ payload }: Answer["prompt"]): string {
  const sentence = payload.messages.map(({ content }) => /[^.\n]*refund window is[^.\n]*\./.exec(content)?.[0].trim());
  return sentence.find((found) => found !== undefined) ?? "nothing of the refund window";
}

function amend(file: string): void {
  const text = readFileSync(file, "utf8");
  const amended = text.replace(AMENDED.from, AMENDED.to);
  if (amended === text) throw new Error(`${file} does not say "${AMENDED.from}"`);
  writeFileSync(file, amended);
}
