/** What a test leaves behind and what ends with it: folders, and the processes that still write there. IO. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Removed when the test has ended: after its hooks, and after the processes started later were ended (the last made goes first). */
export function temporaryFolder(prefix = "winnow-test-"): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Killed when the test ends, if it still runs, and waited for: a process that is only told to end still makes files. */
export function endWithTest(child: ChildProcess): void {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
}
