/** `npm run bench [name…]`: every benchmark, or those named. Ratios within one run; absolute figures are colour. */
import { benchHeap } from "./heap.ts";
import { benchHttp } from "./http.ts";
import { benchRetrieval } from "./retrieval.ts";
import { benchRouting } from "./routing.ts";
import { benchSelection } from "./selection.ts";
import { benchStore } from "./store.ts";
import { benchTokens } from "./tokens.ts";

const BENCHES = {
  tokens: benchTokens,
  routing: benchRouting,
  retrieval: benchRetrieval,
  selection: benchSelection,
  http: benchHttp,
  store: benchStore,
  heap: benchHeap,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) throw new Error(`no such benchmark: ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length === 0 || asked.includes(name)) await bench();
}
