// Compiles the benchmarks against the build: run from the sources through a loader, every function that is made costs more than in production.
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("../", import.meta.url));

/** What a benchmark takes from the sources it gets as built; libraries stay where they are. */
const asBuilt = {
  name: "as-built",
  resolveId(id) {
    const source = /^\.\.\/src\/(.+)\.ts$/.exec(id)?.[1];
    if (source !== undefined) return { id: `../dist/${source}.js`, external: "relative" };
    return id.startsWith(".") || id.startsWith(root) ? null : { id, external: true };
  },
};

await build({
  input: (await readdir(`${root}bench`))
    .filter((name) => /^run\.ts$|-child\.ts$/.test(name))
    .map((name) => `${root}bench/${name}`),
  platform: "node",
  plugins: [asBuilt],
  output: { dir: `${root}.bench/`, cleanDir: true, sourcemap: true, entryFileNames: "[name].js", chunkFileNames: "[name].js" },
});
