/**
 * Writes the files that are generated from the code: `npm run generate`.
 * With --check nothing is written, and a difference fails.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type GeneratedFile, policyReference, policySchemas } from "../src/policy/export/schemas.ts";
import { configurationFile } from "./configuration-file.ts";
import { openapiFile } from "./openapi-file.ts";

const OUTPUTS: readonly GeneratedFile[] = [...policySchemas(), policyReference(), configurationFile(), await openapiFile()];

const checkOnly = process.argv.includes("--check");
let differences = 0;

for (const { path, content } of OUTPUTS) {
  const place = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const present = await readFile(place, "utf8").catch(() => null);
  if (present === content) continue;
  differences += 1;
  console.log(`${checkOnly ? "differs" : "written"}: ${path}`);
  if (checkOnly) continue;
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content);
}
if (checkOnly && differences > 0) process.exitCode = 1;
