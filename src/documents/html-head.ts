/** Reads what a file of HTML says about itself as if it were front matter. Pure. */
import type { Problem } from "../policy/problem.ts";
import { parseYaml, type YamlFile } from "../policy/yaml/parse-yaml.ts";
import type { Declared } from "./check-front-matter.ts";
import { type FrontMatterReading, shapeOf } from "./front-matter.ts";
import type { HtmlMeta } from "./html-to-markdown.ts";

/** Their content is YAML: `{ plans: [free] }`, `[a, b]`. All others are texts. */
const STRUCTURED: ReadonlySet<string> = new Set(["supersedes", "acl", "applies_to"]);

/** Places are those of the elements. `winnow:title` says it better than `<title>`, which mostly names the site too. */
export function readHtmlHead(meta: readonly HtmlMeta[], shown: string, declared: Declared): FrontMatterReading {
  const problems: Problem[] = [];
  const value: Record<string, unknown> = {};
  const places = new Map<string, HtmlMeta>();
  for (const one of meta) {
    const { key, line, column } = one;
    const first = places.get(key);
    if (first !== undefined && !first.isBuiltIn) {
      const message = `"${key}" stands in line ${first.line} and again in line ${line}; keep one of them`;
      problems.push({ file: shown, line, column, code: "duplicate-key", message });
      continue;
    }
    places.set(key, one);
    value[key] = STRUCTURED.has(key) ? structured(one, shown, problems) : one.content;
  }
  const at: YamlFile["at"] = (path) => {
    const { line, column } = places.get(String(path[0])) ?? { line: 1, column: 1 };
    return { line, column };
  };
  const written: YamlFile["written"] = (path) => (path.length === 1 ? (places.get(String(path[0]))?.content ?? null) : null);
  const reading = shapeOf({ file: shown, value, at, written, poisoned: [] }, declared);
  return { value: reading.value, problems: [...problems, ...reading.problems] };
}

function structured({ content, line, column }: HtmlMeta, shown: string, problems: Problem[]): unknown {
  const parsed = parseYaml(content, shown);
  problems.push(...parsed.problems.map((problem) => ({ ...problem, line, column })));
  return parsed.yaml?.value;
}
