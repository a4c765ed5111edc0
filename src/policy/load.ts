/** Loads all policies into one immutable snapshot, or says everything that is wrong with them. The IO is in the source. */
import { canonicalJson } from "../text/json/canonical.ts";
import type { LanguageRules } from "../text/lexicon/inflection.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { checkPolicy } from "./check/check.ts";
import { compileDocumentPolicy, compilePolicy } from "./compile/compile.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { digestOfEntries } from "./digest.ts";
import { findingsOf } from "./findings/findings.ts";
import { loadLanguages } from "./languages/load-languages.ts";
import { NO_LINE, type Problem, sortProblems } from "./problem.ts";
import type { Environment } from "./read/environment.ts";
import { folderSource, type PolicySource, type PolicyTexts } from "./read/policy-source.ts";
import { type PolicyReading, readPolicy } from "./read/read-policy.ts";
import { redact } from "./read/redact.ts";
import type { DocumentPolicy, Policy, Snapshot } from "./snapshot.ts";
import { type KnownValues, loadKnownValues } from "./yaml/known-values.ts";

export interface LoadOptions {
  /** A folder with one folder per policy, or another place that holds policies. */
  readonly directory: string | PolicySource;
  /** Values for `${NAME}`; those of `NAME_FILE` are put in under `NAME` by the caller. */
  readonly environment: Environment;
  /** Values for policy.yaml in place of those: for a policy whose author may not read the environment. */
  readonly policyEnvironment?: Environment | undefined;
  /** Whether NODE_ENV is production: declared token counts are refused there. */
  readonly production: boolean;
  /** Measures the lines of the samples, for the findings. */
  readonly counter: TokenCounter;
}

export type Loaded = { readonly snapshot: Snapshot } | Refused;

/** No policy is served. */
export interface Refused {
  readonly problems: readonly Problem[];
  /** Policies whose documents can be judged all the same: all but those with a problem in policy.yaml or sources.yaml. */
  readonly judged: readonly DocumentPolicy[];
}

/** Every problem of every file at once, sorted; or the snapshot. Throws only when the service's own files cannot be read. */
export async function loadPolicies(options: LoadOptions): Promise<Loaded> {
  const source = typeof options.directory === "string" ? folderSource(options.directory) : options.directory;
  // Begun while the policies are read: that takes longer, and mostly no language is added.
  const shipped = loadLanguages();
  const known = await loadKnownValues();
  const { policies, languages: own = NO_LANGUAGES, languagesAlone: alone = false, problems: unread } = await source.read();
  const { languages, texts: languageTexts, problems: faulty } = own.size === 0 ? await shipped : await loadLanguages(own, alone);
  const told = new Set(unread.map(({ file }) => file));
  const loaded = [...policies].map(([name, texts]) =>
    loadPolicy({ name, label: source.label, texts, told, rules: languages.rules, known }, options),
  );
  const problems = [...unread, ...faulty, ...loaded.flatMap((one) => ("problems" in one ? one.problems : []))];
  if (policies.size === 0 && unread.length === 0) problems.push(noPolicy(source.label));
  if (problems.length > 0)
    return {
      problems: sortProblems(problems),
      judged: loaded.flatMap((one) => ("policy" in one ? one.policy : (one.judged ?? []))),
    };
  const compiled = loaded.flatMap((one) => ("policy" in one ? [one.policy] : []));
  const digest = digestOfEntries(new Map([...compiled.map(({ name, digest }) => [name, digest] as const), ...languageTexts]));
  const byName = new Map(compiled.map((policy) => [policy.name, policy]));
  const snapshot: Snapshot = { digest, policies: byName, languages, languageTexts };
  return { snapshot: deepFreeze(snapshot) };
}

const NO_LANGUAGES: ReadonlyMap<string, string> = new Map();

interface PolicyFolder {
  readonly name: string;
  readonly label: string;
  readonly texts: PolicyTexts;
  /** Files with a problem of the reading itself. */
  readonly told: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, LanguageRules>;
  readonly known: KnownValues;
}

type LoadedPolicy =
  | { readonly policy: Policy }
  | { readonly problems: readonly Problem[]; readonly judged: DocumentPolicy | null };

/** A file that could not be read is a problem in itself, so nothing is compiled without it. */
function loadPolicy({ name, label, texts, told, rules, known }: PolicyFolder, options: LoadOptions): LoadedPolicy {
  const { environment, policyEnvironment, production, counter } = options;
  const accented = new Set([...rules.values()].flatMap(({ language, accentsTell }) => (accentsTell ? [language] : [])));
  const reading = readPolicy({ name, prefix: `${label}/${name}/`, texts, environment, policyEnvironment, known, accented });
  const problems = [...reading.problems, ...untold(reading, told), ...checkPolicy(reading, { production })];
  const { policy, sources } = reading.files;
  const judged = saysWhichDocuments(reading, problems) ? compileDocumentPolicy(reading) : null;
  if (problems.length > 0) return { problems: redact(problems, [...policy.filled, ...sources.filled]), judged };
  if (reading.unreadable.length > 0) return { problems: [], judged };
  const compiled = compilePolicy(reading, digestOf(reading), rules);
  return { policy: { ...compiled, findings: findingsOf(compiled, reading, { counter, languages: new Set(rules.keys()) }) } };
}

/** Where documents stand, and which plans and attributes they may name. */
function saysWhichDocuments({ prefix, files, unreadable }: PolicyReading, problems: readonly Problem[]): boolean {
  const telling = ["policy.yaml", "sources.yaml"];
  const isFaulty = problems.some(({ file }) => telling.some((name) => file === prefix + name));
  return files.policy.present && !isFaulty && !telling.some((name) => unreadable.includes(name));
}

/** Unreadable files that their place has said nothing about. */
const untold = ({ prefix, unreadable }: PolicyReading, told: ReadonlySet<string>): readonly Problem[] =>
  unreadable
    .map((path) => prefix + path)
    .filter((file) => !told.has(file))
    .map((file) => ({ file, line: 1, column: 1, code: "unreadable-file", message: "the file may not be read" }));

/**
 * Over the files, and over what policy.yaml says once its variables are filled in: another budget decides otherwise. What
 * sources.yaml is filled in with are addresses and secrets: they decide nothing, and no digest may tell them.
 */
const digestOf = ({ texts, files }: PolicyReading): string =>
  digestOfEntries(new Map([...texts, ["environment", canonicalJson(files.policy.raw)]]));

const noPolicy = (label: string): Problem => ({
  file: label,
  ...NO_LINE,
  code: "no-policy",
  message: "there is no policy here; a policy is a folder with policy.yaml, sources.yaml, pieces.yaml and intents.yaml",
});
