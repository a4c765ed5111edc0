/** `npm run demo` as a process: it ends by itself, and shows what it says it shows. */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { demoPort } from "../../src/demo/port.ts";
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

/** A port that nobody has, and whoever listens on it meanwhile. */
async function heldPort(): Promise<{ readonly port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a port");
  return { port: address.port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe("the port of the demo", () => {
  it("is any free one, or with --keep that of PORT, 8080 without", () => {
    expect(demoPort(false, { PORT: "9000" })).toBe(0);
    expect([demoPort(true, {}), demoPort(true, { PORT: "9000" })]).toEqual([8_080, 9_000]);
    expect(() => demoPort(true, { PORT: "high" })).toThrow('PORT: expected a whole number from 0 to 65535, got "high".');
  });

  it("is looked at before the build, and a taken one is told with what to do", async () => {
    const { port, release } = await heldPort();
    // An `npm` that cannot be found: whoever builds, fails.
    const run = spawnSync(process.execPath, ["--import", "tsx", "scripts/demo.ts", "--keep"], {
      encoding: "utf8",
      env: { PORT: String(port), PATH: "/nowhere" },
    });
    await release();
    expect([run.status, run.stdout]).toEqual([1, ""]);
    expect(run.stderr).toBe(
      `port ${port} is taken; end what uses it, set another (PORT=${port + 1} npm run demo -- --keep), or run the demo without --keep\n`,
    );
  });

  it("says that it builds before it builds, and that a build failed", () => {
    const run = spawnSync(process.execPath, ["--import", "tsx", "scripts/demo.ts"], {
      encoding: "utf8",
      env: { PATH: "/nowhere" },
    });
    expect([run.status, run.stdout]).toEqual([1, "Building Winnow: tens of seconds, in which nothing is printed …\n"]);
    expect(run.stderr).toContain("the build failed; what is above says why\n");
  });

  it("stands in each curl line of --keep, and the demo stays until it is ended", { timeout: TIMEOUT_MS }, async () => {
    const { port, release } = await heldPort();
    await release();
    const kept = spawn(process.execPath, ["--import", "tsx", "src/demo/run.ts", "--keep"], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => kept.once("exit", resolve));
    let said = "";
    for await (const part of kept.stdout.setEncoding("utf8")) {
      said += part;
      if (/(?:\ncurl .*){4}\n$/.test(said)) kept.kill("SIGTERM");
    }
    const curls = said.split("\n").filter((line) => line.startsWith("curl "));
    expect(curls.map((line) => /http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1])).toEqual(Array(4).fill(String(port)));
    expect(await ended).toBe(0);
  });
});
