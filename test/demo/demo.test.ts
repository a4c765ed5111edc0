/** `npm run demo` as a process: it ends by itself, and shows what it says it shows. */
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_QUESTIONS } from "../../src/demo/questions.ts";

/** Loads every language and every policy, and asks twenty questions, on a machine that runs other tests. */
const TIMEOUT_MS = 120_000;

describe("the demo", () => {
  let out = "";
  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "src/demo/run.ts"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    out = stdout;
  }, TIMEOUT_MS);

  /** Without its counts of tokens, which change with every word of the policy. */
  const between = (from: string, to: string): string =>
    out.slice(out.indexOf(from), out.indexOf(to)).replace(/\b\d{2,4}\b/g, "N");

  it("shows every question, then the refund question twice", () => {
    for (const [at, { title }] of DEMO_QUESTIONS.entries()) expect(out).toContain(`\n${at + 1}. ${title}\n`);
    expect(out).toMatch(/\n6\. "Can I still get a refund for order 4471\?"[^\n]*\n[^\n]*\n\d+ of 3200 tokens used/);
    expect(out).toMatch(/\n7\. The same, [^\n]*\n[^\n]*\n\d+ of 3200 tokens used/);
  });

  it("loses the order lookup to the budget while nobody knows which refund policy holds", () => {
    const run = between("\n6. ", "\n7. ");
    expect(run).toContain("- refund-policy-v2, N tokens, packed, surfaced\n");
    expect(run).toContain("- shipping-faq, N tokens, packed\n");
    expect(run).toContain(
      "- refund-policy-copy, duplicate of refund-policy-v3\n- order-lookup, over budget (N tokens, N left)\n",
    );
    expect(run).toContain("Conflict on refund_window: unresolved");
  });

  it("has room for it once the old version is superseded, and says so first", () => {
    const ids = [...between("\n7. ", "\nWhat changed").matchAll(/^- ([a-z0-9_-]+), \w+ tokens/gm)].map(([, id]) => id);
    expect(ids).toEqual([
      ...["system", "safety", "tools", "profile", "email-note", "refund-policy-v3", "order-history"],
      ...["last_order", "account", "open_tickets", "order_summary", "preferences", "units"],
      ...["turn-5", "order-lookup", "turn-7", "turn-8", "turn-9", "instructions", "question"],
    ]);
    expect(between("\nWhat changed", "\nBoth under").split("\n").slice(3, -1)).toEqual([
      "- filter: refund-policy-v2 is out, superseded by refund-policy-v3; it was in",
      "- conflict: nothing disagrees on refund_window any more; it was unresolved",
      "- pack: shipping-faq is out, over budget (N tokens, N left); it was in",
      "- pack: order-lookup is in; it was over budget (N tokens, N left)",
      "- tokens used: N, then N",
    ]);
  });

  it("has both outcomes with room to spare, so that a word more in the policy does not turn them", () => {
    const [, tokens, left] = /- order-lookup, over budget \((\d+) tokens, (\d+) left\)/.exec(out) ?? [];
    const [, faq, leftAfter] = /- shipping-faq, over budget \((\d+) tokens, (\d+) left\)/.exec(out) ?? [];
    expect(Number(tokens) - Number(left)).toBeGreaterThan(100);
    expect(Number(faq) - Number(leftAfter)).toBeGreaterThan(100);
    const used = [...out.matchAll(/(\d+) of 3200 tokens used/g)].map(([, count]) => Number(count));
    expect(used).toHaveLength(2);
    for (const count of used) expect(3200 - count).toBeGreaterThan(100);
  });

  it("names the sections of the handbook that answer, with scores that their words sum to, and is live with an amendment", () => {
    const run = out.slice(out.indexOf("\n8. "), out.indexOf("\nEverything as JSON against"));
    const [, score, words] = /\n- handbook:handbook\.md#42-return-deadlines, score (\d+\.\d\d): (.*)\n/.exec(run) ?? [];
    const sum = [...(words ?? "").matchAll(/ (\d+\.\d\d)/g)].reduce((total, [, part]) => total + Number(part), 0);
    expect(sum).toBeCloseTo(Number(score), 1);
    expect(run.match(/^- handbook:/gm)?.length).toBeLessThanOrEqual(4);
    expect(run).toContain("\nBefore: The refund window is 30 days.\n");
    expect(run).toContain("asked again at once: The refund window is 45 days.\n");
  });

  it("compares the selection with everything, for each intent", () => {
    for (const intent of ["training", "injury", "recovery", "nutrition", "conditions", "general"]) {
      expect(out).toMatch(new RegExp(`\\n${intent} +\\d+ +\\d+ +\\d+\\.\\d %\\n`));
    }
  });
});
