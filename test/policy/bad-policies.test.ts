/**
 * Every file of test/bad-policies is laid over the base policy. Its first line says which file it stands for and what must
 * come out: `# intents.yaml 7:14 unknown-piece`, more places after it, `policy.yaml:5:20 code` for one in another file, or
 * `ok`. Then flags: `pad=300000` (bytes of comment at the end), `absent` (the file is taken away), `production`.
 * JSON and Markdown know no comments, so there the first line is not part of the file.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadBase, problemsOf } from "../support/load-base.ts";

const FOLDER = new URL("../bad-policies/", import.meta.url);
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));

interface Case {
  readonly path: string;
  /** `file:line:column code`, sorted. */
  readonly expected: readonly string[];
  readonly text: string | null;
  readonly production: boolean;
}

function readCase(name: string): Case {
  const whole = readFileSync(new URL(name, FOLDER), "utf8");
  const end = whole.indexOf("\n");
  const [path = "", ...words] = whole.slice(0, end).replace("\uFEFF", "").trim().replace(/^# /, "").split(" ");
  const flags = words.filter((word) => /^(pad=\d+|absent|production)$/.test(word));
  const pairs = words.filter((word) => word !== "ok" && !flags.includes(word));
  const expected = pairs.flatMap((place, index) => (index % 2 === 0 ? [`${fullPlace(place, path)} ${pairs[index + 1]}`] : []));
  const body = /\.(json|md)$/.test(path) ? whole.slice(end + 1) : whole;
  const pad = Number(flags.find((flag) => flag.startsWith("pad="))?.slice(4) ?? 0);
  return {
    path,
    expected: expected.sort(),
    text: flags.includes("absent") ? null : body + "# padding\n".repeat(pad / 10),
    production: flags.includes("production"),
  };
}

const fullPlace = (place: string, path: string): string => `policies/base/${/^\d/.test(place) ? `${path}:${place}` : place}`;

describe("a faulty file is refused with file, line, column and code", () => {
  test.each(names)("%s", async (name) => {
    const { path, expected, text, production } = readCase(name);
    const problems = problemsOf(await loadBase({ files: { [path]: text }, production }));
    const got = problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
    expect([...got].sort(), problems.map(({ message }) => message).join("\n")).toEqual(expected);
  });
});

test("there are enough of them, each with a fault of its own", () => {
  const texts = names.map((name) => readFileSync(new URL(name, FOLDER), "utf8").replace(/^\uFEFF?.*\n/, ""));
  expect(names.length).toBeGreaterThanOrEqual(65);
  // An absent or a padded file has the base policy's text; every other text is there once.
  expect(new Set(texts).size).toBeGreaterThanOrEqual(names.length - 6);
});
