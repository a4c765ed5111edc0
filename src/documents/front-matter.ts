/** Reads what a document says about itself: YAML between two lines of dashes at its very start. Pure. */
import type { Problem } from "../policy/problem.ts";
import { readShape } from "../policy/read/read-shape.ts";
import { parseYaml, type YamlFile } from "../policy/yaml/parse-yaml.ts";
import { checkFrontMatter, type Declared } from "./check-front-matter.ts";
import { FrontMatter } from "./front-matter-schema.ts";

export interface FrontMatterReading {
  /** Without its faulty parts; complete where there are no problems. */
  readonly value: FrontMatter;
  readonly problems: readonly Problem[];
}

export const NO_FRONT_MATTER: FrontMatterReading = { value: {}, problems: [] };

/** Index of the line that closes the front matter; null where the text begins with none, or with a rule that nothing closes. */
export function frontMatterEnd(lines: readonly string[]): number | null {
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return null;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  return end === -1 ? null : end;
}

/** The front matter whose lines begin behind the first; `shown` is the name that problems carry. */
export function readFrontMatter(lines: readonly string[], shown: string, declared: Declared): FrontMatterReading {
  if (lines.slice(1).every((line) => /^[ \t]*(?:#.*)?$/.test(line))) return NO_FRONT_MATTER;
  // A line break for the dashes: places are those of the whole file.
  const { yaml, problems } = parseYaml(`\n${lines.slice(1).join("\n")}\n`, shown);
  if (yaml === null) return { value: {}, problems };
  const reading = shapeOf(yaml, declared);
  return { ...reading, problems: [...problems, ...reading.problems] };
}

/** Holds values against the schema and against what the policy declares. */
export function shapeOf(yaml: YamlFile, declared: Declared): FrontMatterReading {
  const expanded = { yaml, fromEnvironment: new Map<string, string>(), filled: new Map<string, string>(), problems: [] };
  const reading = readShape<FrontMatter>({ schema: FrontMatter, expanded, isSecret: () => false });
  return { value: reading.value, problems: [...reading.problems, ...checkFrontMatter(reading.value, yaml, declared)] };
}
