/** What is generated from the code is committed as it would be generated now. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationFile } from "../../scripts/configuration-file.ts";
import { openapiFile } from "../../scripts/openapi-file.ts";

test.each([configurationFile(), await openapiFile()])("$path is up to date: npm run generate", ({ path, content }) => {
  expect(readFileSync(path, "utf8")).toBe(content);
});
