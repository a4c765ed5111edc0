/** Every image of a turn that goes in is sent, or the prompt and a finding say that it is not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FORMATS } from "../../src/policy/schema/policy-file.ts";
import { randomBody, randomOf } from "../support/random-request.ts";
import { sentImages, sentTexts } from "../support/sent.ts";
import { askSmall, nullIfTooLarge, smallPolicy } from "../support/small-policy.ts";

const small = await smallPolicy("budget: { total: 12000 }\n");

test("an image is sent or said to be lost, never both and never neither", async () => {
  const seen = { sent: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomOf(seed);
      const body = { ...randomBody(random, { odd: true }), format: random.pick(FORMATS) };
      const answer = await nullIfTooLarge(askSmall(small, body));
      if (answer === null) return;
      const { core, assembly } = answer;
      const went = new Set(core.included.map(({ id }) => id));
      const given = (body.turns ?? [])
        .filter(({ id }) => went.has(id))
        .flatMap(({ content }) => (Array.isArray(content) ? content.filter(({ type }) => type === "image_url") : []));
      const sent = sentImages(assembly.prompt).length;
      const lost = sentTexts(assembly.prompt).join("\n").split("(image not sent)").length - 1;
      expect(sent + lost).toBe(given.length);
      const told = core.findings.filter(({ code }) => code === "image_not_sent").flatMap(({ items }) => items);
      expect(told.length > 0).toBe(lost > 0);
      expect(told.filter((id) => !went.has(id))).toEqual([]);
      seen.sent += sent;
      seen.lost += lost;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(seen.sent, seen.lost)).toBeGreaterThan(50);
});
