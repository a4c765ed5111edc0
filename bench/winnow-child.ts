/** Winnow as built, logging to nowhere; run by the benchmarks only. */
import { answerParent } from "./answer-parent.ts";

// The built code, not the sources: what production runs.
const { boot } = (await import(new URL("../dist/boot.js", import.meta.url).href)) as typeof import("../src/boot.ts");
const { readConfig } = (await import(new URL("../dist/config.js", import.meta.url).href)) as typeof import("../src/config.ts");

const { openStore } = (await import(
  new URL("../dist/store/open-store.js", import.meta.url).href
)) as typeof import("../src/store/open-store.ts");

const read = readConfig({ ...process.env, PORT: "0" }, () => "");
if ("problems" in read) throw new Error(read.problems.join("\n"));
const store = await openStore(read.config, "bench");
const booted = await boot({
  config: read.config,
  environment: process.env,
  logger: { level: "info" },
  platform: "bench",
  now: Date.now,
  store: process.env["BENCH_STORE"] === "none" ? { ...store, save: async () => {} } : store,
});
if ("problems" in booted) throw new Error(booted.problems.join("\n"));
const address = await booted.app.listen({ host: "127.0.0.1", port: 0 });
await booted.warmUp();
answerParent(address);
