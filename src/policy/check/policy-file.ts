/** Checks policy.yaml: languages, zones, attributes, plans, routing, prompt. Pure. */
import { isTimeZone } from "../../text/zoned.ts";
import { textsOf } from "../localized.ts";
import { nearest } from "../nearest.ts";
import { compilePattern } from "../pattern.ts";
import type { Problem } from "../problem.ts";
import type { FileReading } from "../read/read-shape.ts";
import { factAt } from "../sample.ts";
import type { PolicyFile } from "../schema/policy-file.ts";
import type { Path } from "../yaml/locate.ts";
import { type CheckContext, lineOf, type Place, problemAt, unknownName } from "./context.ts";
import { checkBudget } from "./models.ts";
import { sampleOf } from "./sources.ts";
import { fixedTextFaults, languageFaults, namedTextFaults, wholeTextFaults } from "./texts.ts";
import { BUILT_IN_NAMES } from "./url.ts";

type Reading = FileReading<PolicyFile>;

export function checkPolicyFile(context: CheckContext): readonly Problem[] {
  const file = context.reading.files.policy;
  const { routing, trust_tokens: trust } = file.value;
  const refused = context.production && trust === true;
  const untrusted = "declared token counts are for tests; take this line away, or run without NODE_ENV=production";
  return [
    ...checkTenants(file),
    ...checkLanguage(file),
    ...checkTimeZone(file, context),
    ...Object.keys(file.value.attributes ?? {}).flatMap((name) => checkAttribute(file, name)),
    ...checkBudget(file),
    ...(routing === undefined
      ? []
      : unknownName({ reading: file, path: ["routing", "fallback"] }, "intent", routing.fallback, context.intents)),
    ...checkPrompt(file, context),
    ...(refused ? [problemAt({ reading: file, path: ["trust_tokens"] }, "trust-in-production", untrusted)] : []),
  ];
}

function checkTenants(reading: Reading): readonly Problem[] {
  const tenants = reading.value.tenants ?? [];
  return tenants.flatMap((tenant, index) => {
    const place = { reading, path: ["tenants", index] };
    const first = tenants.indexOf(tenant);
    if (first < index) {
      return [problemAt(place, "listed-twice", `"${tenant}" stands here already (line ${lineOf(reading, ["tenants", first])})`)];
    }
    const star = tenant === "*" && tenants.length > 1;
    return star
      ? [problemAt(place, "tenants-star", '"*" means every tenant, so it stands alone; name the tenants, or only "*"')]
      : [];
  });
}

function checkLanguage(reading: Reading): readonly Problem[] {
  const tag = reading.value.language;
  if (tag === undefined || Intl.NumberFormat.supportedLocalesOf(tag).length > 0) return [];
  return [
    problemAt(
      { reading, path: ["language"] },
      "bad-format",
      `"${tag}" is a tag of no language whose numbers and dates are known`,
    ),
  ];
}

function checkTimeZone(reading: Reading, context: CheckContext): readonly Problem[] {
  const zone = reading.value.time_zone;
  if (zone === undefined) return [];
  if (typeof zone === "string") return zoneFaults({ reading, path: ["time_zone"] }, zone);
  const place = (member: string): Place => ({ reading, path: ["time_zone", member] });
  const problems = [
    ...unknownName(place("from"), "source", zone.from, context.services),
    ...zoneFaults(place("default"), zone.default),
  ];
  const sample = sampleOf(zone.from, context);
  if (sample === null) return problems;
  const value = factAt(sample, zone.pointer);
  const message = `the sample of "${zone.from}" has no name of a time zone at "${zone.pointer}"`;
  if (value === null) return [...problems, problemAt(place("pointer"), "pointer-nowhere", message)];
  const known = typeof value === "string" && isTimeZone(value);
  return known ? problems : [...problems, problemAt(place("pointer"), "unknown-zone", message)];
}

function zoneFaults(place: Place, zone: string): readonly Problem[] {
  if (isTimeZone(zone)) return [];
  const written = place.reading.placeholder(place.path);
  if (written !== null) return [problemAt(place, "unknown-zone", `what "${written}" stands for is not a known time zone`)];
  const near = nearest(zone, Intl.supportedValuesOf("timeZone"));
  const hint = near === null ? "write an IANA name such as Europe/Athens" : `did you mean "${near}"?`;
  return [problemAt(place, "unknown-zone", `"${zone}" is not a known time zone; ${hint}`)];
}

const WANTED = { text: "string", number: "number", boolean: "boolean" } as const;

function checkAttribute(reading: Reading, name: string): readonly Problem[] {
  const { type, values = [], pattern } = reading.value.attributes?.[name] ?? { type: "text" };
  const place = (...path: Path): Place => ({ reading, path: ["attributes", name, ...path] });
  const problems = values.flatMap((value, index) => {
    const message = `expected a value of the attribute's type (${type}), got ${JSON.stringify(value)}`;
    return typeof value === WANTED[type as keyof typeof WANTED] ? [] : [problemAt(place("values", index), "wrong-type", message)];
  });
  if (BUILT_IN_NAMES.some((known) => known === name)) {
    problems.push(
      problemAt({ ...place(), where: "key" }, "name-taken", `every request has a ${name} already; choose another name`),
    );
  }
  if (pattern !== undefined && type !== "text") {
    problems.push(problemAt(place("pattern"), "bad-pattern", `a pattern is for text, the attribute is a ${type}`));
  } else if (pattern !== undefined && compilePattern(pattern) === null) {
    problems.push(problemAt(place("pattern"), "bad-pattern", "not a pattern, or one with look-around or back-references"));
  }
  return problems;
}

/** Each trust has one label, in the policy's language too. */
function checkTrustLabels(reading: Reading, context: CheckContext): readonly Problem[] {
  const labels = reading.value.prompt?.trust_labels ?? [];
  return labels.flatMap(({ from, label }, index) => {
    const place = (member: string): Place => ({ reading, path: ["prompt", "trust_labels", index, member] });
    const first = labels.findIndex((one) => one.from === from);
    const twice = `${from} has a label already (line ${lineOf(reading, ["prompt", "trust_labels", first])})`;
    return [
      ...(first < index ? [problemAt(place("from"), "listed-twice", twice)] : []),
      ...languageFaults(place("label"), label, context),
      ...textsOf(label).flatMap(({ text, path }) =>
        fixedTextFaults({ ...place("label"), path: [...place("label").path, ...path] }, text),
      ),
    ];
  });
}

const FIXED_TEXTS = ["facts_heading", "documents_heading", "notes_heading"] as const;
type FixedText = (typeof FIXED_TEXTS)[number];

/** Texts in which something is filled in, and the names that can be. */
const NAMED_TEXTS = {
  not_known: ["label"],
  disagree: ["topic", "values"],
  instructions: ["language", "max_words"],
} as const;
type NamedText = keyof typeof NAMED_TEXTS;

function missingText(reading: Reading, path: string, known: Iterable<string>): Problem {
  const near = nearest(path, known);
  const hint = near === null ? "write the system text there" : `did you mean "${near}"?`;
  return problemAt({ reading, path: ["prompt", "system"] }, "missing-file", `there is no file "${path}"; ${hint}`);
}

function checkPrompt(reading: Reading, context: CheckContext): readonly Problem[] {
  const policy = context.reading;
  const { prompt } = reading.value;
  if (prompt === undefined) return [];
  const texts = (member: NamedText | FixedText) => {
    const written = prompt[member];
    return written === false || written === undefined ? [] : textsOf(written);
  };
  const named = (member: NamedText, names: readonly string[], faultsOf = namedTextFaults): readonly Problem[] =>
    texts(member).flatMap(({ text, path }) => faultsOf({ reading, path: ["prompt", member, ...path] }, text, names));
  const isThere = policy.prompts.has(prompt.system) || policy.unreadable.includes(prompt.system);
  return [
    ...checkTrustLabels(reading, context),
    ...(isThere || reading.isFaulty(["prompt"]) ? [] : [missingText(reading, prompt.system, policy.prompts.keys())]),
    ...FIXED_TEXTS.flatMap((member) =>
      texts(member).flatMap(({ text, path }) => fixedTextFaults({ reading, path: ["prompt", member, ...path] }, text)),
    ),
    ...[...FIXED_TEXTS, ...(Object.keys(NAMED_TEXTS) as NamedText[])].flatMap((member) => {
      const written = prompt[member];
      return written === false ? [] : languageFaults({ reading, path: ["prompt", member] }, written, context);
    }),
    ...(Object.keys(NAMED_TEXTS) as NamedText[]).flatMap((member) =>
      named(member, NAMED_TEXTS[member], member === "disagree" ? wholeTextFaults : namedTextFaults),
    ),
  ];
}
