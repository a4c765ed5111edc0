// Puts the data files that the compiled code reads beside it: tsc copies none.
import { cp } from "node:fs/promises";

const from = new URL("../src/text/languages/", import.meta.url);
await cp(from, new URL("../dist/text/languages/", import.meta.url), {
  recursive: true,
  filter: (path) => !/\.[a-z]+$/.test(path) || path.endsWith(".yaml"),
});
