import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Minutes of killed processes, and a thousand requests recorded and run again: npm run test:chaos.
    exclude: process.env["CHAOS"] === "yes" ? [] : ["test/chaos/**"],
    setupFiles: ["test/support/keep-natives.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    coverage: { include: ["src/**/*.ts"], exclude: ["src/demo/**"] },
  },
});
