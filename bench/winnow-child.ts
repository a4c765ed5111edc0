/** Winnow with its own log output, to nowhere; run by the benchmarks only. */
import { pino } from "pino";
import { boot } from "../src/boot.ts";
import { readConfig } from "../src/config.ts";
import { openLogOutput } from "../src/log-output.ts";
import { openStore } from "../src/store/open-store.ts";
import { answerParent } from "./answer-parent.ts";

const read = readConfig({ ...process.env, PORT: "0" }, () => "");
if ("problems" in read) throw new Error(read.problems.join("\n"));
const store = await openStore(read.config, "bench");
const log = openLogOutput({ to: 1, now: Date.now });
const booted = await boot({
  config: read.config,
  environment: process.env,
  logger: pino({ level: "info" }, log.stream),
  logDropped: log.dropped,
  platform: "bench",
  now: Date.now,
  store: process.env["BENCH_STORE"] === "none" ? { ...store, save: async () => {} } : store,
});
if ("problems" in booted) throw new Error(booted.problems.join("\n"));
const address = await booted.app.listen({ host: "127.0.0.1", port: 0 });
await booted.warmUp();
answerParent(address);
