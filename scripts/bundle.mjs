// Joins the modules of the service and of the command line: finding and linking 850 files is a sixth of every start.
import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const dist = new URL("../dist/", import.meta.url);
const source = fileURLToPath(new URL("../src/", import.meta.url));

/** Data stands beside the compiled module that reads it, so for each of our modules its address stays that of its own file. */
const ownAddresses = {
  name: "own-addresses",
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes("import.meta.url")) return null;
    const file = relative(source, id).replace(/ts$/, "js");
    return { code: code.replaceAll("import.meta.url", `new URL("../${file}", import.meta.url)`), map: null };
  },
};

/**
 * Of undici only what calls an upstream: its index also runs fetch, caches, mocks and web sockets, which is a twentieth of every start.
 * The index gives a dispatcher its methods; a name that is missing here ends the build.
 */
const clientAlone = {
  name: "client-alone",
  resolveId: (id) => (id === "undici" ? "\0undici" : null),
  load: (id) =>
    id === "\0undici"
      ? `import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
         import api from "undici/lib/api/index.js";
         export { default as Pool } from "undici/lib/dispatcher/pool.js";
         export { default as errors } from "undici/lib/core/errors.js";
         Object.assign(Dispatcher.prototype, api);`
      : null,
};

/** Its pages stand beside it, so they are found from where it is installed. */
const ownPages = {
  name: "own-pages",
  transform(code, id) {
    const file = /@fastify\/swagger-ui\/(?:index|lib\/routes)\.js$/.exec(id)?.[0];
    if (file === undefined) return null;
    const own = `require("node:path").dirname(require.resolve("${file}"))`;
    return { code: code.replaceAll("__dirname", own), map: null };
  },
};

await build({
  input: {
    main: `${source}main.ts`,
    winnow: `${source}cli/winnow.ts`,
    "writer-worker": `${source}store/sqlite/writer-worker.ts`,
  },
  platform: "node",
  plugins: [ownAddresses, clientAlone, ownPages],
  /** A binary, files to serve, and what no start needs, or most do without: these stay where they are. */
  external: [
    "better-sqlite3",
    "pg",
    "@fastify/ajv-compiler",
    "@fastify/fast-json-stringify-compiler",
    "tinyld",
    /^js-tiktoken\/ranks\//,
  ],
  output: {
    dir: fileURLToPath(new URL("bundle/", dist)),
    cleanDir: true,
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  },
});

// What is started has the names it has without the bundle.
await writeFile(new URL("main.js", dist), 'import "./bundle/main.js";\n');
await writeFile(new URL("cli/winnow.js", dist), 'import "../bundle/winnow.js";\n');
await writeFile(new URL("store/sqlite/writer-worker.js", dist), 'import "../../bundle/writer-worker.js";\n');
