/** Checks the sources: addresses, headers, parameters and samples. Pure. */
import type { Json } from "../../sources/source-result.ts";
import { nearest } from "../nearest.ts";
import { compilePattern } from "../pattern.ts";
import type { Problem } from "../problem.ts";
import { factAt } from "../sample.ts";
import { type ServiceEntry, servicesOf } from "../schema/sources-file.ts";
import { namesInUrl } from "../url-parts.ts";
import { isRecord, valueAt } from "../yaml/value-at.ts";
import { type CheckContext, type Place, problemAt, unknownName } from "./context.ts";
import { paramCycles } from "./param-cycles.ts";
import { BUILT_IN_NAMES, checkUrl } from "./url.ts";

type Source = ServiceEntry;

export function checkSources(context: CheckContext): readonly Problem[] {
  const file = context.reading.files.sources;
  const sources = servicesOf(file.value.sources ?? {});
  const single = Object.entries(sources).flatMap(([name, source]) => {
    const place = (...path: readonly PropertyKey[]): Place => ({ reading: file, path: ["sources", name, ...path] });
    const params = paramNames(file.raw, name);
    const url = checkUrl(place("url"), source.url, params, context);
    const unused = url.length > 0 ? [] : params.filter((param) => !namesInUrl(source.url).includes(param));
    return [
      ...url,
      ...unused.map((param) =>
        problemAt({ ...place("params", param), where: "key" }, "unused-param", `the address does not name {${param}}`),
      ),
      ...checkShared(place("cache", "shared"), source, context),
      ...checkHeaders(place("headers"), source),
      ...checkSample(place("sample"), source, context),
      ...Object.keys(source.params).flatMap((param) => checkParam(place("params", param), param, source, context)),
    ];
  });
  const cycles = paramCycles(sources).map(({ source, param, members }) => {
    const place = { reading: file, path: ["sources", source, "params", param, "from"] };
    return problemAt(place, "param-cycle", `${members.join(" waits for ")}: none of them could ever be asked`);
  });
  return [...single, ...checkSearchServices(context), ...cycles];
}

/** Headers and samples of search services; what is their own is checked with the documents. */
function checkSearchServices(context: CheckContext): readonly Problem[] {
  const file = context.reading.files.sources;
  return Object.entries(file.value.sources ?? {}).flatMap(([name, source]) => {
    if (!("search" in source)) return [];
    const place = (member: string): Place => ({ reading: file, path: ["sources", name, member] });
    return [...checkHeaders(place("headers"), source), ...checkSample(place("sample"), source, context)];
  });
}

/** As written: a fault inside a parameter does not make its name unknown. */
function paramNames(raw: unknown, source: string): readonly string[] {
  const params = valueAt(raw, ["sources", source, "params"]);
  return isRecord(params) ? Object.keys(params) : [];
}

/** The subject, and what the request says about the person: a plan, and the declared attributes. */
function checkShared(place: Place, { url, cache, params }: Source, { attributes }: CheckContext): readonly Problem[] {
  if (!cache.shared) return [];
  const personal = (name: string): boolean =>
    name === "subject" || name === "plan" || (attributes?.all.has(name) === true && !Object.hasOwn(params, name));
  const name = namesInUrl(url).find(personal);
  if (name === undefined) return [];
  const message = `one answer for everybody, but the address names a person or a person's own values ({${name}}): people would see each other's answers`;
  return [problemAt(place, "shared-person", message)];
}

/** Headers that belong to the connection, not to a policy. */
const OWN_HEADERS: ReadonlySet<string> = new Set(
  "connection content-length expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade".split(" "),
);
const FIELD_VALUE = /^(?! )[\t\x20-\x7E\x80-\xFF]*(?<! )$/;

function checkHeaders({ reading, path }: Place, { headers }: Pick<Source, "headers">): readonly Problem[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const key = { reading, path: [...path, name], where: "key" as const };
    const lower = name.toLowerCase();
    const problems: Problem[] = [];
    if (OWN_HEADERS.has(lower))
      problems.push(problemAt(key, "bad-header", `"${name}" is set by the connection, not by a policy`));
    if (seen.has(lower))
      problems.push(problemAt(key, "bad-header", `"${name}" is there already; case does not matter in header names`));
    if (!FIELD_VALUE.test(value)) {
      const message = "the value (not shown) begins or ends with a space, or holds a line break or a character outside Latin-1";
      problems.push(problemAt({ ...key, where: "value" }, "bad-header", message));
    }
    seen.add(lower);
    return problems;
  });
}

function checkSample(
  place: Place,
  { sample, error_field: field }: Pick<Source, "sample" | "error_field">,
  { reading }: CheckContext,
): readonly Problem[] {
  const value = reading.samples.get(sample) ?? null;
  if (field !== undefined && value !== null && factAt(value, field) !== null) {
    return [problemAt(place, "sample-error", `the sample "${sample}" reports an error at "${field}"; take a good answer`)];
  }
  if (reading.samples.has(sample)) return [];
  const near = nearest(sample, reading.samples.keys());
  const hint = near === null ? "samples are JSON files below samples/" : `did you mean "${near}"?`;
  return [problemAt(place, "missing-file", `there is no sample "${sample}"; ${hint}`)];
}

function checkParam(place: Place, param: string, source: Source, context: CheckContext): readonly Problem[] {
  const { reading, path } = place;
  const at = (member: string): Place => ({ reading, path: [...path, member] });
  const key: Place = { reading, path, where: "key" };
  const { from, pointer, pattern } = source.params[param] as Source["params"][string];
  const problems = [...unknownName(at("from"), "source", from, context.services), ...checkParamName(key, param, context)];
  const accepts = compilePattern(pattern);
  if (accepts === null) {
    problems.push(problemAt(at("pattern"), "bad-pattern", "not a pattern, or one with look-around or back-references"));
  }
  const sample = sampleOf(from, context);
  if (sample === null) return problems;
  return [...problems, ...checkParamValue(at("pointer"), factAt(sample, pointer), { from, pointer, accepts })];
}

function checkParamName(place: Place, param: string, { attributes }: CheckContext): readonly Problem[] {
  const builtIn = BUILT_IN_NAMES.some((name) => name === param);
  if (!builtIn && attributes?.all.has(param) !== true) return [];
  const owner = builtIn ? "the request" : "an attribute";
  return [problemAt(place, "name-taken", `{${param}} is the name of ${owner} already; choose another one`)];
}

interface Wanted {
  readonly from: string;
  readonly pointer: string;
  readonly accepts: ((value: string) => boolean) | null;
}

function checkParamValue(place: Place, value: Json, { from, pointer, accepts }: Wanted): readonly Problem[] {
  if (value === null) return [problemAt(place, "pointer-nowhere", `the sample of "${from}" has nothing at "${pointer}"`)];
  if (typeof value === "object")
    return [problemAt(place, "param-value", `the sample of "${from}" has no plain value at "${pointer}"`)];
  if (accepts === null || accepts(String(value))) return [];
  return [
    problemAt(
      place,
      "param-value",
      `the sample of "${from}" has ${JSON.stringify(value)} there, which the pattern does not let through`,
    ),
  ];
}

/** The parsed sample of a source; null where anything about it is faulty, which is told there. */
export function sampleOf(source: string, { reading }: CheckContext): Json | null {
  const path = servicesOf(reading.files.sources.value.sources ?? {})[source]?.sample;
  return path === undefined ? null : (reading.samples.get(path) ?? null);
}
