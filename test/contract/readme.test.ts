/** What the README quotes of an explanation is what the service says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reportOf } from "../../src/pipeline/explain/report.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Lines of the block behind "Part of what it says:" that follows the question. */
function quotedAfter(question: string): readonly string[] {
  const block = /Part of what it says:\n\n```\n([\s\S]*?)\n```/.exec(README.slice(README.indexOf(`"question":"${question}"`)));
  return block?.[1]?.split("\n") ?? [];
}

const loaded = await loadCoaching();

test.each([
  ["Should I train through this pain?", "coaching", "maya", 3],
  ["How long is the refund window?", "support", "nora", 3],
] as const)("of %s", async (question, name, subject, lines) => {
  const quoted = quotedAfter(question);
  expect(quoted).toHaveLength(lines);
  const { core } = await askOnSamples(
    { ...loaded, policy: loaded.snapshot.policies.get(name) ?? loaded.policy },
    { subject, question },
  );
  const report = reportOf({ question, core, branches: null, near_misses: null, naive: null });
  expect(report.split("\n")).toEqual(expect.arrayContaining([...quoted]));
});
