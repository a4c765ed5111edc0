/** The built code as a process of its own, and what it says. IO. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { endWithTest } from "./test-end.ts";

export interface Launched {
  readonly child: ChildProcess;
  /** Both streams, so far. */
  readonly output: () => string;
  ended(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface Running extends Launched {
  readonly url: string;
}

/** Of the environment only PATH is passed on. What still runs when the test ends is killed and waited for. */
export function launch(args: readonly string[], environment: Readonly<Record<string, string>>): Launched {
  if (!existsSync("dist/main.js")) throw new Error("run npm run build first");
  const env = { PATH: process.env["PATH"] ?? "", PORT: "0", ...environment };
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  endWithTest(child);
  return { child, output: () => output, ended: () => ended };
}

/** Resolves once the log says where the service listens. */
export async function serve(environment: Readonly<Record<string, string>>): Promise<Running> {
  const launched = launch(["dist/main.js"], environment);
  for (;;) {
    const address = /"address":"(http:[^"]+)"/.exec(launched.output())?.[1];
    if (address !== undefined) return { ...launched, url: address };
    if (launched.child.exitCode !== null || launched.child.signalCode !== null) throw new Error(launched.output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
