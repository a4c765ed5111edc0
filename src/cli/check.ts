/** `winnow check`: reads all policies and their documents and says everything that is wrong, or worth knowing. IO. */
import { sectionsInForce } from "../pipeline/retrieve/visible-documents.ts";
import { loadPolicies } from "../policy/load.ts";
import type { Environment } from "../policy/read/environment.ts";
import { shownMessage, shownProblem } from "../policy/shown-place.ts";
import type { Policy } from "../policy/snapshot.ts";
import { allProblems } from "../service/all-problems.ts";
import type { Reading } from "../service/library.ts";
import { sharedZoneProblems } from "../service/prove-shared-zone.ts";
import { libraryProblems, withLibrary } from "../service/with-library.ts";
import { loadCounters } from "../tokens/counters.ts";

interface Told {
  readonly print: (line: string) => void;
  /** Wall clock, milliseconds since the epoch: what is in force. */
  readonly nowMs: number;
}

/** 0 when every policy loads and no document is left out, 1 otherwise. Findings and warnings do not fail the check. */
export async function checkPolicies(directory: string, environment: Environment, { print, nowMs }: Told): Promise<number> {
  const { base } = await loadCounters();
  const loaded = await loadPolicies({
    directory,
    environment,
    production: environment["NODE_ENV"] === "production",
    counter: base,
  });
  if ("problems" in loaded) {
    const problems = await allProblems(loaded, directory);
    for (const problem of problems) print(shownProblem(directory, problem));
    print(`${problems.length} problem(s)`);
    return 1;
  }
  const unproven = await sharedZoneProblems({ snapshot: loaded.snapshot, counter: base, directory });
  const { policies } = loaded.snapshot;
  const { readings, ofDocuments } = await withLibrary(directory, policies, (library) => ({
    readings: "problems" in library ? [] : library.readings(),
    ofDocuments: libraryProblems(library),
  }));
  const problems = [...unproven, ...ofDocuments];
  for (const problem of problems) print(shownProblem(directory, problem));
  for (const policy of policies.values()) for (const line of summaryOf(policy, { readings, nowMs, directory })) print(line);
  if (problems.length > 0) print(`${problems.length} problem(s)`);
  return problems.length === 0 ? 0 : 1;
}

const numberOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

interface Summed {
  readonly readings: readonly Reading[];
  readonly nowMs: number;
  readonly directory: string;
}

function summaryOf(policy: Policy, summed: Summed): readonly string[] {
  const { readings, directory } = summed;
  const { name, title, sources, documents, pieces, intents, scopes, tests, digest, findings } = policy;
  const counted = [
    `${numberOf(sources.size + documents.size, "source")}${documents.size === 0 ? "" : ` (${documents.size} of documents)`}`,
    numberOf(pieces.size, "piece"),
    numberOf(intents.size, "intent"),
    numberOf(scopes.length, "scope"),
    numberOf(tests.length, "test question"),
  ];
  return [
    `${name}: ${title}`,
    `  ${counted.join(", ")}`,
    `  ${digest}`,
    ...readings.filter((one) => one.policy === name).flatMap((one) => documentLines(one, policy.timeZone.fallback, summed)),
    ...findings.map((one) => `  ${one.code}: ${shownMessage(directory, one.message)}`),
  ];
}

/** Questions are answered from what is in force: of the rest a question says nothing. */
function documentLines({ source, corpus }: Reading, zone: string, { nowMs, directory }: Summed): readonly string[] {
  const all = corpus.sections.length;
  const current = sectionsInForce(corpus, { source, zone, asOfMs: nowMs });
  return [
    `  ${source}: ${numberOf(corpus.documents.length, "document")}, ${numberOf(all, "section")}${current === all ? "" : `, ${current} of them in force`}`,
    ...corpus.warnings.map((warning) => `  ${shownProblem(directory, warning)}`),
  ];
}
