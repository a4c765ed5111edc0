/** No value of a header and nothing from the environment is ever part of a message. */

import { describe, expect, test } from "vitest";
import { isMap, isScalar, parseDocument, visit } from "yaml";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../support/base-policy.ts";
import { loadBase, loadEdited, problemsOf } from "../support/load-base.ts";

const SECRET = BASE_ENVIRONMENT.PROFILE_TOKEN;
const TOKEN = "$" + "{PROFILE_TOKEN}";
const HEADER = `"Bearer ${TOKEN}"`;

describe("a secret is in no message", () => {
  test.each([
    ["a value that cannot be sent", HEADER, `"${TOKEN}\\n${TOKEN}"`],
    ["a header named wrongly", "authorization:", "autho rization:"],
    ["a header that stands twice", "    timeout: 400ms", `      Authorization: "${TOKEN}"\n    timeout: 400ms`],
    ["a secret in an address", "/athletes/{subject}/profile", `/athletes/{subject}/profile#${TOKEN}`],
    ["a secret as a list's item", "trust: 0.9", `trust: ["${TOKEN}"]`],
    ["a secret written into the file, in a broken line", HEADER, `"${SECRET}`],
    ["a secret written into the file, with a broken escape", HEADER, `"${SECRET}\\q${SECRET}"`],
    ["a secret written into the file, as an alias", HEADER, `*${SECRET}`],
    ["a secret written into the file, with a tag", HEADER, `!${SECRET} x`],
    ["a secret written into the file, as a list", HEADER, `[${SECRET}]`],
  ])("%s", async (_title, before, after) => {
    const problems = problemsOf(await loadEdited("sources.yaml", before, after));
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  test("FP-167: a number for a secret", async () => {
    const problems = problemsOf(await loadEdited("sources.yaml", HEADER, "20771234"));
    expect(JSON.stringify(problems)).not.toContain("20771234");
  });

  test("names in braces that came in with a secret", async () => {
    const environment = { ...BASE_ENVIRONMENT, PROFILE_URL: "http://profile.test/{hunter2}" };
    const problems = problemsOf(await loadBase({ environment }));
    expect(problems.map(({ code }) => code)).toEqual(["unknown-placeholder"]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });
});

/** The file once for each of its values, with that value replaced. */
function withEachValueReplaced(path: string, replacement: string): readonly (readonly [place: string, text: string])[] {
  const text = basePolicyFiles().get(path) ?? "";
  const edited: [string, string][] = [];
  visit(parseDocument(text), {
    Pair(_key, pair) {
      if (isMap(pair.value) || !isScalar(pair.key)) return;
      const [from, to] = (pair.value as { range: [number, number] }).range;
      edited.push([String(pair.key.value), `${text.slice(0, from)}${replacement}${text.slice(to)}`]);
    },
  });
  return edited;
}

describe("a secret in place of any value", () => {
  const cases = ["policy.yaml", "sources.yaml"].flatMap((path) =>
    [`"${TOKEN}"`, `"a/{${TOKEN}}/{{ ${TOKEN} }}"`, `["${TOKEN}"]`].flatMap((replacement) =>
      withEachValueReplaced(path, replacement).map(([place, text]) => [path, place, replacement, text] as const),
    ),
  );
  test.each(cases)("%s %s %s", async (path, _place, _replacement, text) => {
    const problems = problemsOf(await loadBase({ files: { [path]: text } }));
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });
});
