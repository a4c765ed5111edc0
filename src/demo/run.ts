/** What `npm run demo` runs once it is built: the sample services and Winnow as HTTP servers, and what a model would see. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Booted, boot } from "../boot.ts";
import { readConfig } from "../config.ts";
import { platformVersions } from "../platform.ts";
import { showHandbookRuns } from "./handbook-runs.ts";
import { DEMO_HOST, demoPort, isTaken, portTaken } from "./port.ts";
import { post } from "./post.ts";
import { DEMO_QUESTIONS, type DemoQuestion, QUESTION_BY_INTENT } from "./questions.ts";
import { showRefundRuns, writeDemoPolicies } from "./refund-runs.ts";
import { dayIn } from "./sample-answers.ts";
import { type SampleServices, startSampleServices } from "./upstreams.ts";

const RULE = "─".repeat(100);

interface Running {
  readonly services: SampleServices;
  readonly winnow: Booted;
  readonly url: string;
  /** A copy of the shipped policies. */
  readonly policies: string;
  stop(): Promise<void>;
}

async function start(port: number): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-demo-"));
  const services = await startSampleServices({ policiesDir: "policies", now: () => new Date() });
  const policies = join(folder, "policies");
  writeDemoPolicies(policies);
  const environment = {
    ...services.urls,
    POLICIES_DIR: policies,
    STORE_PATH: join(folder, "winnow.db"),
    LOG_LEVEL: "silent",
  };
  const read = readConfig(environment, () => "");
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const winnow = await boot({
    config: read.config,
    environment,
    logger: { level: "silent" },
    platform: platformVersions(),
    now: Date.now,
  });
  if ("problems" in winnow) throw new Error(winnow.problems.join("\n"));
  const stop = async (): Promise<void> => {
    await winnow.close();
    await services.close();
    rmSync(folder, { recursive: true });
  };
  try {
    const url = await winnow.app.listen({ host: DEMO_HOST, port });
    return { services, winnow, url, policies, stop };
  } catch (error) {
    await stop();
    throw isTaken(error) ? portTaken(port) : error;
  }
}

interface Assembled {
  readonly manifest_id: string;
  readonly prompt: { readonly payload: { readonly messages: readonly { readonly role: string; readonly content: string }[] } };
}

async function show(url: string, { title, body }: DemoQuestion, at: number): Promise<void> {
  const assembled = (await (await post(`${url}/assemble`, body)).json()) as Assembled;
  const report = await (await post(`${url}/explain`, body, "text/plain")).text();
  console.log(`${RULE}\n${at}. ${title}\n${RULE}`);
  console.log("What the model would see after the system text:\n");
  for (const { content } of assembled.prompt.payload.messages.slice(1))
    console.log(content.replace(/^/gm, "  │ ").replace(/ {2}│ $/, ""));
  console.log(`Why (manifest ${assembled.manifest_id}):\n`);
  console.log(report);
}

async function showSavings(url: string): Promise<void> {
  console.log(`${RULE}\nEverything as JSON against the selection, same system text, sample athlete maya (tokens)\n${RULE}`);
  console.log("intent       everything  selected  saved");
  for (const [intent, question] of Object.entries(QUESTION_BY_INTENT)) {
    const body = { policy: "coaching", subject: "maya", intent, question };
    const { naive } = (await (await post(`${url}/explain?include=naive`, body)).json()) as {
      naive: { naive_tokens: number; tokens: number; saved_percent: number };
    };
    console.log(
      `${intent.padEnd(12)} ${String(naive.naive_tokens).padStart(10)} ${String(naive.tokens).padStart(9)} ${naive.saved_percent.toFixed(1).padStart(6)} %`,
    );
  }
  console.log("\nA measurement of the method on these samples, not a promise for other payloads.\n");
}

function showCurl(url: string): void {
  const body = `'{"policy":"coaching","subject":"maya","question":"Should I train through this pain?"}'`;
  const refund = `'{"policy":"support","subject":"nora","question":"Can I still get a refund for order 4502?"}'`;
  console.log("All is running. Try, and end with Ctrl+C:\n");
  console.log(`curl -s ${url}/assemble -H 'content-type: application/json' -d ${body}`);
  console.log(`curl -s ${url}/explain -H 'content-type: application/json' -H 'accept: text/plain' -d ${body}`);
  console.log(`curl -s ${url}/explain -H 'content-type: application/json' -H 'accept: text/plain' -d ${refund}`);
  console.log(`curl -s '${url}/explain?policy=coaching&subject=jonas&question=Can+I+run+today%3F' -H 'accept: text/plain'`);
}

async function main(): Promise<void> {
  const keep = process.argv.includes("--keep");
  const running = await start(demoPort(keep, process.env));
  try {
    for (const [at, question] of DEMO_QUESTIONS.entries()) await show(running.url, question, at + 1);
    await showRefundRuns(running.url, DEMO_QUESTIONS.length + 1, dayIn("America/Chicago", Date.now()));
    await showHandbookRuns(running.url, DEMO_QUESTIONS.length + 3, running.policies);
    await showSavings(running.url);
  } catch (error) {
    await running.stop();
    throw error;
  }
  if (!keep) return running.stop();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void running.stop());
  showCurl(running.url);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "unknown failure");
  process.exitCode = 1;
});
