/** Runs the questions of a policy's *.test.yaml against its samples. Pure but for the gatherer it is given. */
import { verifiedCaller } from "../caller.ts";
import { type Assembly, assemble } from "../pipeline/assemble.ts";
import { coreOf, decisionsOf } from "../pipeline/manifest.ts";
import type { Core, Decision } from "../pipeline/records.ts";
import type { Policy, PolicyTest, Snapshot } from "../policy/snapshot.ts";
import { resolveRequest } from "../service/resolve.ts";
import type { Gatherer } from "../sources/gather.ts";
import { digestOf } from "../text/digest.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";

export interface TestOutcome {
  readonly test: PolicyTest;
  /** What was expected and what came, one sentence each; empty when the test holds. */
  readonly failures: readonly string[];
}

export interface TestRun {
  readonly snapshot: Snapshot;
  readonly gatherer: Gatherer;
  readonly counter: TokenCounter;
}

const OPERATOR = {
  tenant: "samples",
  groups: [],
  permissions: new Set(["assemble", "any_subject", "explain", "reveal"] as const),
};

/** Every test of the policy, in the order of its files. */
export async function runPolicyTests(policy: Policy, run: TestRun): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const test of policy.tests) outcomes.push(await runOne(policy, test, run));
  return outcomes;
}

async function runOne(policy: Policy, test: PolicyTest, { snapshot, gatherer, counter }: TestRun): Promise<TestOutcome> {
  const subject = test.subject ?? "nobody";
  const body = { subject, question: test.question, ...(test.plan === null ? {} : { plan: test.plan }) };
  const request = resolveRequest(body, policy, test.at === null ? 0 : Date.parse(test.at));
  const caller = verifiedCaller(OPERATOR, subject);
  const { ask } = gatherer.open(caller, request, {
    deadlineMs: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    traceparent: "",
  });
  const assembly = await assemble(request, { languages: snapshot.languages, counter, ask });
  const versions = { service: "", snapshot: snapshot.digest, tokenizer: counter.encoding, hash_key: "" };
  return { test, failures: compare(test.expect, assembly, coreOf(assembly, { keyed: digestOf, versions })) };
}

function compare(expect: PolicyTest["expect"], { choice }: Assembly, core: Core): readonly string[] {
  const failures: string[] = [];
  const ids = (outcome: Decision["outcome"]): readonly string[] =>
    decisionsOf(core)
      .filter((one) => one.outcome === outcome)
      .map((one) => one.id);
  const same = (what: string, wanted: unknown, got: unknown): void => {
    if (wanted !== undefined && wanted !== got)
      failures.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  const exactly = (what: string, wanted: readonly string[] | undefined, got: readonly string[]): void => {
    if (wanted !== undefined) same(what, [...wanted].sort().join(", "), [...got].sort().join(", "));
  };
  const holds = (what: string, wanted: readonly string[] | undefined, got: readonly string[]): void => {
    const lacking = (wanted ?? []).filter((id) => !got.includes(id));
    if (lacking.length > 0) failures.push(`${what}: expected ${lacking.join(", ")} too, got ${got.join(", ") || "none"}`);
  };
  same("intent", expect.intent, core.routing.intent);
  same("certain", expect.certain, core.routing.certain);
  same("scope", expect.scope, core.scope.name);
  same("referral", expect.referral, core.instructions.referral);
  exactly("contenders", expect.contenders, core.routing.contenders);
  exactly(
    "primary",
    expect.primary,
    choice.chosen.filter((one) => one.role === "primary").map((one) => one.piece),
  );
  holds("included", expect.included, ids("included"));
  holds("withheld", expect.withheld, ids("withheld"));
  holds("missing", expect.missing, ids("missing"));
  return failures;
}
