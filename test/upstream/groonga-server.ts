/** Groonga's own HTTP server on a free port, with a database of its own, for as long as one test file runs. IO. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasGroonga = (): boolean => spawnSync("groonga", ["--version"]).status === 0;

export interface GroongaServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Loads the commands into a new database and serves it. */
export async function startGroonga(commands: readonly string[]): Promise<GroongaServer> {
  if (!hasGroonga()) throw new Error("there is no program groonga here; it comes with apt-get install groonga-bin");
  const folder = mkdtempSync(join(tmpdir(), "winnow-groonga-"));
  try {
    fill(join(folder, "db"), commands);
    return await serve(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function fill(database: string, commands: readonly string[]): void {
  const told = execFileSync("groonga", ["-n", database], { input: `${commands.join("\n")}\n`, encoding: "utf8" });
  const refused = told.split("\n").find((line) => line.startsWith("[[-"));
  if (refused !== undefined) throw new Error(`groonga refused a command: ${refused}`);
}

async function serve(folder: string): Promise<GroongaServer> {
  const port = await freePort();
  const log = ["--log-path", join(folder, "log"), "--query-log-path", join(folder, "queries")];
  const place = ["--protocol", "http", "--bind-address", "127.0.0.1", "--port", String(port)];
  const server = spawn("groonga", ["-s", ...place, ...log, join(folder, "db")], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  if (await answers(origin)) return { origin, stop };
  await stop();
  throw new Error("groonga did not answer within ten seconds");
}

/** Groonga cannot be told to choose a port itself. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function answers(origin: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const up = await fetch(`${origin}/d/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
