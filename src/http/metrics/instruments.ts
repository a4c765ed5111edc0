/** Every metric of the service: its name, what it says and its labels. Labels are closed lists or names from policy files. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export function instruments(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `winnow_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[], buckets = SECONDS) =>
    new Histogram({ name: `winnow_${name}`, help, labelNames, buckets, registers });
  return {
    requests: counter("http_requests_total", "Requests answered; 499: the client left first.", ["method", "route", "status"]),
    requestSeconds: histogram("http_request_seconds", "From the first header to the last byte.", ["route"]),
    problems: counter("problems_total", "Replies that are not 2xx, by error code.", ["code"]),
    assemblies: counter("assemblies_total", "Prompts assembled.", ["policy", "intent"]),
    uncertain: counter("uncertain_total", "Prompts assembled with uncertain routing.", ["policy"]),
    degraded: counter("degraded_total", "Prompts that lack something primary.", ["policy"]),
    stageSeconds: histogram("stage_seconds", "Time of each stage of an assembly.", ["stage"]),
    candidates: counter("candidates_total", "Candidates by their one decision.", ["policy", "outcome", "reason"]),
    findings: counter("findings_total", "Findings about assemblies.", ["policy", "code"]),
    sourceCalls: counter("source_results_total", "What sources gave: a status, or the cause of a failure.", [
      "source",
      "via",
      "result",
    ]),
    sourceSeconds: histogram("source_call_seconds", "Calls to upstreams that this service made.", ["source"]),
    promptTokens: counter("prompt_tokens_total", "Tokens of the prompts that left, as counted here.", ["policy", "intent"]),
    sampledNaive: counter("sampled_naive_tokens_total", "What sending everything would have cost, of sampled assemblies.", [
      "policy",
    ]),
    sampledSent: counter("sampled_prompt_tokens_total", "Tokens of the prompts of those assemblies.", ["policy"]),
    writes: counter("store_writes_total", "Writes that a request waited for.", ["record", "outcome"]),
    writeSeconds: histogram("store_write_seconds", "Time of such a write, waiting in the queue included.", ["record"]),
    prefixChanges: counter("prefix_changes_total", "Prompts whose beginning a provider's cache lost since the one before.", [
      "what",
    ]),
    answers: counter("answers_total", "Models' answers that came back.", ["policy", "finish"]),
    answerFindings: counter("answer_findings_total", "Findings about answers.", ["policy", "code"]),
    coverage: histogram("answer_citation_share", "Share of the citable items that an answer cites.", ["policy"], SHARES),
    measured: counter("answer_input_tokens_total", "Input tokens as providers measured them.", ["policy", "model"]),
    counted: counter("answer_counted_tokens_total", "Tokens of the same prompts as counted here.", ["policy", "model"]),
    cached: counter("answer_cached_tokens_total", "Input tokens that came from a provider's cache.", ["policy", "model"]),
    output: counter("answer_output_tokens_total", "Output tokens as providers measured them.", ["policy", "model"]),
  };
}

export type Instruments = ReturnType<typeof instruments>;

/** A gauge whose values are read when it is asked for. */
export function readGauge<Label extends string>(
  registry: Registry,
  { name, help, labelNames }: { readonly name: string; readonly help: string; readonly labelNames: readonly Label[] },
  read: () => readonly (readonly [labels: Readonly<Record<Label, string>>, value: number])[],
): void {
  new Gauge<Label>({
    name: `winnow_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}
