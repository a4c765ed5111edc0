/** Runs the service in this process: config → snapshot → tokenizer → store → app → listen → drain. IO. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { pino } from "pino";
import { type Booted, type BootOptions, boot } from "./boot.ts";
import { type Config, NAMES_READ, readConfig } from "./config.ts";
import { nameWarnings } from "./config-warnings.ts";
import { openLogOutput } from "./log-output.ts";
import { platformVersions } from "./platform.ts";
import { type Environment, variablesOf } from "./policy/read/environment.ts";
import { withSecretFiles } from "./secret-files.ts";

/** Long enough for a gateway that asks every second to have seen twice that we are not ready. */
const DRAIN_MS = 2_500;

/** Long enough for who waits for readiness to be answered first: warming up keeps the process busy for a moment. */
const WARM_UP_AFTER_MS = 200;

const readText = (path: string): string => readFileSync(path, "utf8");

/** Resolves once the service listens and is warmed up, or with the status set to 1 once it is clear that it will not. `given` stands before the environment. */
export async function runService(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const own = { ...process.env, ...given };
  const read = readConfig(own, readText);
  if ("problems" in read) {
    warn(own, []);
    return refuse(read.problems);
  }
  const { config } = read;
  const log = openLogOutput({ to: 1, now: Date.now });
  const logger = pino({ level: config.logLevel }, log.stream);
  const environment = withSecretFiles(own, readText);
  const booted = await bootWarning(own, {
    config,
    environment,
    logger,
    logDropped: log.dropped,
    platform: platformVersions(),
    now: Date.now,
  });
  if ("problems" in booted) return refuse(booted.problems);
  const address = await listening(booted, config);
  if (address === null) return;
  logger.info({ address, snapshot: booted.snapshot.digest, policies: [...booted.snapshot.policies.keys()] }, "ready");
  closeGracefully(booted, config);
  await pause(WARM_UP_AFTER_MS, undefined, { ref: false });
  await booted.warmUp();
}

/** The address; null, with the status set, where it cannot be listened on. */
async function listening({ app, close }: Booted, { host, port }: Config): Promise<string | null> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await close();
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = NOT_LISTENING[code];
    if (why === undefined) throw error;
    refuse([why(host, port)]);
    return null;
  }
}

const NOT_LISTENING: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `PORT: expected a free port of ${host}, got ${port}, which another process uses; end that process, or set another PORT`,
  EACCES: (_, port) =>
    `PORT: expected a port that this user may listen on, got ${port}; ports below 1024 are root's on most systems`,
  ENOTFOUND: (host) => `HOST: expected an address of this machine, got ${host}, which has no address; use 127.0.0.1 or 0.0.0.0`,
  EADDRNOTAVAIL: (host) => `HOST: expected an address of this machine, got ${host}, which is another's; use 127.0.0.1 or 0.0.0.0`,
};

/** Boots, and then tells which names look like a variable that is read, however it went: only loaded policies say what theirs are. */
async function bootWarning(own: Environment, options: BootOptions): ReturnType<typeof boot> {
  let named: readonly string[] = [];
  try {
    const booted = await boot(options);
    if ("snapshot" in booted) named = variablesOf(booted.snapshot);
    return booted;
  } finally {
    warn(own, named);
  }
}

function warn(own: Environment, named: readonly string[]): void {
  for (const line of nameWarnings(own, [...NAMES_READ, ...named])) process.stderr.write(`warning: ${line}\n`);
}

/** Not ready first, so that no new request is sent here; then the answers under way; a second signal ends at once. */
function closeGracefully(booted: Booted, config: Config): void {
  closeWithGrace({ delay: config.shutdownGraceMs, logger: false }, async ({ signal, err }) => {
    if (err !== undefined) process.stderr.write(`stopping after a fault: ${err.name}\n`);
    booted.drain();
    if (signal !== undefined && config.production) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await booted.close();
  });
}

function refuse(problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stderr.write(`${problems.length} problem(s); nothing is served.\n`);
  process.exitCode = 1;
}
