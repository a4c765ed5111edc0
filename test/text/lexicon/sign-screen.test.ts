/** The screen of signs lets every question through in which one stands, and hardly any other. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hear } from "../../../src/routing/hear.ts";
import { loadCoaching } from "../../support/coaching.ts";

const { policy, snapshot } = await loadCoaching();
const { vocabulary } = policy;
const FOLDER = "test/routing/questions";

const questionsIn = (name: string): readonly { readonly question: string; readonly referral?: boolean }[] =>
  readFileSync(`${FOLDER}/${name}`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const questions = readdirSync(FOLDER).flatMap(questionsIn);

test("what is heard is the same with and without it, and it spares most questions the search", () => {
  const open = { ...vocabulary, signs: { ...vocabulary.signs, mayStand: () => true } };
  let spared = 0;
  const screened = {
    ...vocabulary,
    signs: {
      ...vocabulary.signs,
      mayStand: (...asked: Parameters<typeof vocabulary.signs.mayStand>) => {
        const may = vocabulary.signs.mayStand(...asked);
        spared += Number(!may);
        return may;
      },
    },
  };
  let harmless = 0;
  let sparedHarmless = 0;
  for (const { question, referral } of questions) {
    const before = spared;
    const heard = hear(question, screened, snapshot.languages);
    expect(heard.hits, question).toEqual(hear(question, open, snapshot.languages).hits);
    if (referral === true) continue;
    harmless += 1;
    sparedHarmless += spared - before;
  }
  expect(harmless).toBeGreaterThan(2_000);
  expect(sparedHarmless / harmless).toBeGreaterThan(0.5);
});
