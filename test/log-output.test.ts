/** Log lines behind a bounded buffer, on a real pipe whose reader stalls. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, test } from "vitest";

/** Writes 64 lines of 1 kB each 10 ms into a buffer of 64 kB, for as long as it lives; says on stderr what was dropped. */
const WRITER = `
  import { openLogOutput } from ${JSON.stringify(new URL("../src/log-output.ts", import.meta.url).href)};
  const output = openLogOutput({ to: 1, mostWaiting: 65_536, now: Date.now });
  process.on("SIGTERM", () => process.exit(0));
  let turns = 0;
  setInterval(() => {
    turns += 1;
    for (let at = 0; at < 64; at += 1) output.stream.write(JSON.stringify({ turns, pad: "x".repeat(1_000) }) + "\\n");
    process.stderr.write(turns + " " + output.dropped() + "\\n");
  }, 10);
`;

const start = (stdout: "pipe" | number) =>
  spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", WRITER], { stdio: ["ignore", stdout, "pipe"] });

/** Resolves once so many lines were dropped. */
async function dropped(stderr: Readable, lines: number): Promise<void> {
  for await (const text of stderr.setEncoding("utf8")) if (Number(/\d+ (\d+)\n$/.exec(text)?.[1] ?? 0) >= lines) return;
}

test("a process whose reader stalls ends when it is told to", { timeout: 60_000 }, async () => {
  const child = start("pipe");
  const ended = once(child, "exit");
  try {
    await dropped(child.stderr as Readable, 1_000);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a file gets whole lines, in their order", { timeout: 60_000 }, async () => {
  const path = join(mkdtempSync(join(tmpdir(), "winnow-log-")), "log");
  const child = start(openSync(path, "w"));
  try {
    for await (const text of (child.stderr as Readable).setEncoding("utf8")) if (/^2\d /m.test(text)) break;
  } finally {
    child.kill("SIGKILL");
  }
  const turns = readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .flatMap((line): readonly number[] => JSON.parse(line).turns ?? []);
  expect(turns.slice(0, 32)).toEqual(Array(32).fill(1));
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
});

describe("a reader that stalls", () => {
  test("costs lines, which are counted and told, and no wait", { timeout: 60_000 }, async () => {
    const child = start("pipe") as ChildProcessByStdio<null, Readable, Readable>;
    try {
      let counted = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        counted += text;
      });
      const last = (): readonly number[] => (counted.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
      // Nobody reads: the pipe fills, then the buffer, and the writer goes on.
      while ((last()[1] ?? 0) < 1_000) await once(child.stderr, "data");
      const [stalled = 0] = last();
      while ((last()[0] ?? 0) < stalled + 20) await once(child.stderr, "data");
      let read = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        read += text;
      });
      const news = (): readonly Record<string, unknown>[] =>
        read
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .filter(({ dropped }) => dropped !== undefined);
      const told = (): number => news().reduce((sum, { dropped }) => sum + Number(dropped), 0);
      while (told() < 1_000) await once(child.stdout, "data");
      expect(news()[0]).toEqual({
        ...{ level: 40, msg: "log lines were dropped: the output stalled" },
        ...{ time: expect.any(Number), dropped: expect.any(Number) },
      });
    } finally {
      child.kill("SIGKILL");
    }
  });
});
