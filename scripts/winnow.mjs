#!/usr/bin/env node
/** `npx winnow`: the built command line; says so when it has not been built. */
import { existsSync } from "node:fs";

const built = new URL("../dist/cli/winnow.js", import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  console.error("winnow is not built yet: npm run build");
  process.exitCode = 2;
}
