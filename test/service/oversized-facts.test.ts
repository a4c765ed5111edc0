/** A service that has gone wrong sends a text that is far too long: the fact is missing with its cause, and everything else goes in. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { json } from "../support/stub-upstream.ts";
import { SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const ask = (subject: string) =>
  service.ask("/assemble", { policy: "coaching", subject, question: "Should I train through this pain?", at: SAMPLE_MORNING });

test.each([
  ["FP-003: control strings of a tokenizer", "<|endoftext|>".repeat(1_000)],
  ["FP-011: one letter", "a".repeat(200_000)],
  ["FP-013: carets", "^".repeat(1_000_000)],
  ["FP-023: 60,000 tokens of prose", "The harbour has a small museum of sails. ".repeat(7_000)],
])("%s", async (name, note) => {
  const injury = { score: 62, band: "watch", note, measured_at: SAMPLE_MORNING };
  service.upstreams.readiness.reply(json({ injury }));
  const { status, body } = await ask(name.slice(0, 6));
  expect([status, body.degraded, body.confidence.level]).toEqual([200, true, "low"]);
  expect(body.missing).toContainEqual(
    expect.objectContaining({ id: "readiness_injury", reason: "unreachable", cause: "too_large" }),
  );
  const prompt = JSON.stringify(body.prompt);
  expect(prompt).toContain("Injury readiness is not known this morning.");
  expect(prompt).not.toContain(note.slice(0, 20));
  expect(body.included.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(["baseline_mobility", "question"]));
  service.upstreams.readiness.reply(json({ injury: { ...injury, note: "Stiff." } }));
  const next = await ask(`${name.slice(0, 6)}-next`);
  expect(next.body.included.map(({ id }: { id: string }) => id)).toContain("readiness_injury");
});
