/** How often the selection may be run again for one explanation, whoever asks. */
import { expect, test } from "vitest";
import type { FoundRoom } from "../../../src/pipeline/near-miss/find-room.ts";
import { attemptsOf, MOST_TRIALS, provesWith, trialsOf } from "../../../src/pipeline/near-miss/tried-changes.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const surface = await smallPolicy("", {
  "topics.yaml": "topics:\n  window: { words: { en: [window] }, value: duration, resolve: surface }\n",
});
const candidates = [14, 30].map((days) => ({ id: `d${days}`, kind: "document" as const, text: `The window is ${days} days.` }));

test("what proves a limit and what tries a change spend the same trials, and then nothing is promised", async () => {
  const { assembly } = await askSmall(surface, { candidates });
  const { policy } = assembly.packed.input;
  const room: FoundRoom = { wants: [], policy, most: 14_000, secondary_tokens: null, total: 5_000, displaces: [] };
  const wants = [{ what: "borrow" as const }];
  const trials = trialsOf(assembly);
  const attempt = attemptsOf(assembly, trials);
  const isProven = provesWith(assembly, trials);
  for (let pair = 0; pair < MOST_TRIALS / 2; pair += 1) {
    expect(isProven("d14", room)).toBe(true);
    expect(attempt("d14", wants, (input) => input)).toEqual({ wants, fate: { is: "in" }, displaces: [] });
  }
  expect(trials((input) => input)).toBe("spent");
  expect(isProven("d14", room)).toBe(false);
  expect(attempt("d14", wants, (input) => input)).toEqual({ wants, fate: { is: "competes" } });
});

test("limits are taken as found where nothing to pack hangs on them, and by the plan alone", async () => {
  const plain = await smallPolicy("");
  const { assembly } = await askSmall(plain, { candidates });
  const { policy } = assembly.packed.input;
  const room: FoundRoom = { wants: [], policy, most: 14_000, secondary_tokens: null, total: 5_000, displaces: [] };
  const never = () => "spent" as const;
  expect(provesWith(assembly, never)("d14", room)).toBe(true);
  const surfaced = await askSmall(surface, { candidates });
  expect(provesWith(surfaced.assembly, never)("d14", room)).toBe(false);
  expect(provesWith(surfaced.assembly, never)("d14", { ...room, total: null, secondary_tokens: 90 })).toBe(true);
});
