/** The pages for people: every link leads somewhere, the index names every page, and every npm script that is named is there. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";

const PAGES = [
  ...["README.md", "CONTRIBUTING.md", "policies/README.md", "examples/README.md"],
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

const textOf = (page: string): string => readFileSync(page, "utf8");

/** Without blocks of code, in which brackets are no links and `#` is no heading. */
const proseOf = (page: string): string => textOf(page).replace(/^ *```[\s\S]*?^ *```$/gm, "");

/** As GitHub names them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = [...proseOf(page).matchAll(/^#{1,6} +(.*?) *#*$/gm)];
  return new Set(headings.map(([, text = ""]) => slugger.slug(text.replace(/\[([^\]]*)\]\([^)]*\)|`/g, "$1"))));
}

test.each(PAGES)("every link of %s leads somewhere", (page) => {
  const links = [
    ...proseOf(page)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, target = ""]) => target);
  const dead = links.filter((target) => {
    if (/^(?:https?:|mailto:)/.test(target)) return false;
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(file)) return true;
    return anchor !== undefined && (statSync(file).isDirectory() || !anchorsOf(file).has(anchor));
  });
  expect(dead).toEqual([]);
});

test("the index names every page of the folder", () => {
  const named = [...textOf("docs/README.md").matchAll(/\]\(([^)/]+\.md)\)/g)].map(([, name]) => name);
  const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
  expect([...named].sort()).toEqual(pages.sort());
});

test("every npm script that a page names is one", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  const named = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z:]+)/g)].map(([, name]) => name),
  );
  expect([...new Set(named)].filter((name) => name === undefined || !Object.hasOwn(scripts, name))).toEqual([]);
});
