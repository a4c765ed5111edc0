/** The thread of `readAhead`: hands back what a folder holds, and the values of its YAML files without problems. IO. */
import { parentPort, workerData } from "node:worker_threads";
import { parseYaml } from "./parse-yaml.ts";
import { folderSource, type PolicyTexts } from "./policy-source.ts";

const reading = await folderSource(String(workerData)).read();
const parsed = new Map([...reading.policies].map(([name, texts]) => [name, valuesOf(texts)]));
parentPort?.postMessage({ ...reading, parsed });

/** Files with problems are left to the main thread, which tells of them. */
function valuesOf(texts: PolicyTexts): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [path, text] of texts) {
    if (text === null || !path.endsWith(".yaml")) continue;
    const { yaml, problems } = parseYaml(text, path);
    if (yaml !== null && problems.length === 0) values.set(path, yaml.value);
  }
  return values;
}
