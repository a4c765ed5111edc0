/** The values of the YAML files that ship with the service, as the build read them; any other text is read in full. IO. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { type ParsedYaml, parseYaml, type YamlFile } from "./parse-yaml.ts";

/** What texts without a fault say, by the digest of the exact text. */
export type KnownValues = ReadonlyMap<string, unknown>;

const BUILT = new URL("known-values.json", import.meta.url);

let built: Promise<KnownValues> | undefined;

/** What the build wrote beside this module; in `src` there is nothing, so every file is read in full. */
export function loadKnownValues(): Promise<KnownValues> {
  built ??= existsSync(BUILT) ? readFile(BUILT, "utf8").then((text) => new Map(Object.entries(JSON.parse(text)))) : NOTHING;
  return built;
}

const NOTHING: Promise<KnownValues> = Promise.resolve(new Map());

/** What is known of the texts that can be read without a fault and whose values JSON writes as they are. Pure. */
export function knownValuesOf(texts: Iterable<string>): KnownValues {
  const known = new Map<string, unknown>();
  for (const text of texts) {
    const { yaml, problems } = parseYaml(text, "");
    if (yaml === null || problems.length > 0 || yaml.poisoned.length > 0) continue;
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(yaml.value)), yaml.value)) known.set(digestOf(text), yaml.value);
  }
  return known;
}

/** As `parseYaml`, and with the same result; places in a known text are looked for only when one is asked for. Pure. */
export function parseKnownYaml(text: string, file: string, known: KnownValues): ParsedYaml {
  const value = known.size === 0 ? undefined : known.get(digestOf(text));
  if (value === undefined) return parseYaml(text, file);
  let parsed: YamlFile | undefined;
  const full = (): YamlFile => {
    parsed ??= parseYaml(text, file).yaml as YamlFile;
    return parsed;
  };
  const places: Pick<YamlFile, "at" | "written"> = {
    at: (path, where) => full().at(path, where),
    written: (path) => full().written(path),
  };
  return { yaml: { file, value, ...places, poisoned: [] }, problems: [] };
}

/** Over UTF-16 units: in UTF-8 halves of surrogate pairs would all be the same. */
const digestOf = (text: string): string => createHash("sha256").update(text, "utf16le").digest("base64");
