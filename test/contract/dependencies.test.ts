/** Every runtime package is used by the sources, and docs/decisions/0005 says why it is there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly dependencies: object };
const NAMES = Object.keys(dependencies);

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(`src/${path}`, "utf8"));

test("no runtime package is there for tests only", () => {
  const isUsed = (name: string) =>
    SOURCES.some((text) => [`from "${name}"`, `from "${name}/`, `import("${name}`].some((use) => text.includes(use)));
  expect(NAMES.filter((name) => !isUsed(name))).toEqual([]);
});

test("the table of packages has each of them and no other", () => {
  const page = readFileSync("docs/decisions/0005-own-parts-and-libraries.md", "utf8");
  const [, table = ""] = page.split("| runtime package | why |\n|---|---|\n");
  const rows = table.slice(0, table.indexOf("\n\n")).split("\n");
  expect(rows.flatMap((row) => row.split("|")[1]?.trim().split(", ") ?? []).sort()).toEqual([...NAMES].sort());
});
