/** `npm run demo`: says what it does, makes sure of the port, builds, and runs the demo that was built. IO. */
import { spawnSync } from "node:child_process";
import { assertPortFree, demoPort } from "../src/demo/port.ts";

async function main(): Promise<void> {
  const strange = process.argv.slice(2).find((word) => word !== "--keep");
  if (strange !== undefined) throw new Error(`expected --keep or nothing, got ${strange}; with --keep all goes on running`);
  await assertPortFree(demoPort(process.argv.includes("--keep"), process.env));
  console.log("Building Winnow: tens of seconds, in which nothing is printed …");
  const startedMs = performance.now();
  // A shell, since npm is a command file on Windows.
  const { status } = spawnSync("npm run --silent build", { shell: true, stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed; what is above says why");
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`Built in ${seconds} s. Starting six sample services, and Winnow on them …\n`);
  await import(new URL("../dist/demo/run.js", import.meta.url).href);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "unknown failure");
  process.exitCode = 1;
});
