/** The people of `*.test.yaml` against the samples. */
import { expect, test } from "vitest";
import { linesOf, loadBase } from "../../support/load-base.ts";

const PROFILE = '{ "level": "advanced", "city": "athens" }';
const asking = (subject: string): string =>
  `tests:\n  - question: Should I train today?\n${subject}    expect: { intent: training }\n`;

const load = async (subject: string, samples: readonly string[]) =>
  linesOf(
    await loadBase({
      files: {
        "base.test.yaml": asking(subject),
        ...Object.fromEntries(samples.map((path) => [`samples/${path}.json`, PROFILE])),
      },
    }),
  );

test("somebody of whom there is no sample is told with the place and the nearest person", async () => {
  expect(await load("    subject: maja\n", ["maya/profile", "jonas/profile", "athens/conditions"])).toEqual([
    'policies/base/base.test.yaml:3:14 unknown-subject: samples/ has nothing of "maja"; did you mean "maya"?; for somebody unknown leave subject out',
  ]);
  expect((await load("    subject: zoe\n", ["maya/profile", "athens/conditions"]))[0]).toContain(
    'of "zoe"; the people: maya; for',
  );
});

test.each([
  ["a person with a sample", "    subject: maya\n", ["maya/profile"]],
  ["nobody in particular", "", ["maya/profile"]],
  ["anybody, where the samples are of no person", "    subject: maja\n", ["athens/conditions"]],
])("%s is no problem", async (_title, subject, samples) => {
  expect(await load(subject, samples)).toEqual([]);
});
