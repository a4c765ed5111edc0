/** Runs the questions a policy brings along: those of its *.test.yaml on its samples, those of its vocabulary. Pure but for the gatherer. */
import { callerAbout, verifiedCaller } from "../caller.ts";
import { assemble } from "../pipeline/assemble.ts";
import { scoreLine } from "../pipeline/explain/report.ts";
import { coreOf, versionsOf } from "../pipeline/manifest/manifest.ts";
import type { PolicyTest, VocabularyExample } from "../policy/rules/expectations.ts";
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { classify, scoreRecords } from "../routing/classify.ts";
import { hear } from "../routing/hear.ts";
import type { IntentScore } from "../routing/records.ts";
import type { Library } from "../service/library.ts";
import { resolveRequest } from "../service/resolve.ts";
import type { Gatherer } from "../sources/gather.ts";
import type { SourceResult } from "../sources/source-result.ts";
import { digestOf } from "../text/digest.ts";
import { openMarker } from "../text/marker.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { unheld } from "./expectations-held.ts";

export interface TestOutcome {
  readonly test: Pick<PolicyTest, "file" | "place" | "question">;
  /** What was expected and what came, one sentence each, then what each intent scored; empty when the test holds. */
  readonly failures: readonly string[];
}

export interface TestRun {
  readonly snapshot: Snapshot;
  readonly gatherer: Gatherer;
  readonly library: Library;
  readonly counter: TokenCounter;
}

const OPERATOR = verifiedCaller({ tenant: "samples", subject: null, groups: [], permissions: new Set(["any_subject"]) });

/** Every test and every example of the policy, in the order of its files. */
export async function runPolicyTests(policy: Policy, run: TestRun): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const test of policy.tests) outcomes.push(await runTest(policy, test, run));
  return [...outcomes, ...policy.examples.map((example) => runExample(policy, example, run.snapshot))];
}

/** An example's intent must be the best or share the best place; a counterexample's must not. */
function runExample({ vocabulary, intents, routing }: Policy, example: VocabularyExample, { languages }: Snapshot): TestOutcome {
  const heard = hear(example.question, vocabulary, languages);
  const { scores } = classify(heard, routing.factors, intents.keys());
  const most = Math.max(0, ...scores.map((score) => score.milli));
  const best = scores.filter((score) => score.milli === most).map((score) => score.intent);
  if (best.includes(example.intent) === example.wanted) return { test: example, failures: [] };
  const expected = example.wanted
    ? `expected ${example.intent} to score highest`
    : `expected ${example.intent} not to score highest`;
  const got = `got ${best.join(", ") || "no intent at all"}`;
  return { test: example, failures: [`${expected}, ${got}`, ...scoreLines(scoreRecords(scores, heard.words), example.question)] };
}

/** The highest first, each with the words that it is the sum of. */
const scoreLines = (scores: readonly IntentScore[], question: string): readonly string[] =>
  scores.length === 0
    ? ["- no intent scored"]
    : [...scores].sort((a, b) => b.score - a.score).map((one) => scoreLine(one, question));

async function runTest(
  policy: Policy,
  test: PolicyTest,
  { snapshot, gatherer, library, counter }: TestRun,
): Promise<TestOutcome> {
  const subject = test.subject ?? "nobody";
  const body = { subject, question: test.question, ...(test.plan === null ? {} : { plan: test.plan }) };
  const request = resolveRequest(body, policy, { nowMs: test.at === null ? 0 : Date.parse(test.at), groups: [] });
  const limits = { deadlineMs: Number.POSITIVE_INFINITY, signal: () => new AbortController().signal, traceparent: "" };
  const caller = callerAbout(OPERATOR, subject);
  const { ask } = gatherer.open(caller, request, limits);
  const documents = library.open(caller, { ...request, overrides: NO_OVERRIDES, asksModel: false }, limits);
  const assembly = await assemble(request, {
    ...{ languages: snapshot.languages, groups: [], counter, marker: openMarker, ask, askModel: null },
    askDocuments: documents.ask,
  });
  const versions = versionsOf({
    service: "",
    snapshot: snapshot.digest,
    tokenizer: counter.encoding,
    hash_key: "",
    platform: "",
  });
  const core = coreOf(assembly, { keyed: digestOf, versions });
  const failures = unheld(test.expect, assembly, core);
  return { test, failures: failures.length === 0 ? [] : [...failures, ...scoreLines(core.routing.scores, test.question)] };
}

const NO_OVERRIDES: ReadonlyMap<string, SourceResult> = new Map();
