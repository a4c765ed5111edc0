/** Each example as its reader would run it: a process of its own, a provider that streams, a real Winnow. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayIn, SAMPLE_DAY, shiftDates } from "../../src/demo/sample-answers.ts";
import { Prompt } from "../../src/http/wire/prompt.ts";
import { faultsOf } from "../../src/pipeline/validate/accepted.ts";
import { INPUT_TOKENS, PIECES, type StreamingProvider, startStreamingProvider } from "../support/streaming-provider.ts";
import { json } from "../support/stub-upstream.ts";
import { SOURCES, startWholeService, type WholeService } from "../support/whole-service.ts";

const QUESTION = { subject: "maya", question: "Should I train through this pain?" };
const EXAMPLES = ["openai-client", "plain-fetch", "ai-sdk", "anthropic-client"] as const;

let winnow: WholeService;
const providers = {} as Record<"openai-chat" | "anthropic-messages", StreamingProvider>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  winnow = await startWholeService();
  const names = {
    profile: "maya/profile",
    baselines: "maya/baselines",
    readiness: "maya/readiness",
    conditions: "cities/athens",
  };
  const today = dayIn("Europe/Athens", Date.now());
  for (const source of SOURCES) {
    const payload = JSON.parse(readFileSync(join("policies/coaching/samples", `${names[source]}.json`), "utf8"));
    winnow.upstreams[source].reply(json(shiftDates(payload, SAMPLE_DAY, today)));
  }
  for (const format of ["openai-chat", "anthropic-messages"] as const) providers[format] = await startStreamingProvider(format);
});
afterAll(async () => {
  for (const child of children) child.kill();
  await Promise.all([winnow.close(), ...Object.values(providers).map((provider) => provider.close())]);
});

/** Starts an example; `printed` resolves once its output matches. */
async function start(name: string, winnowUrl = winnow.url) {
  const child = spawn(process.execPath, ["--import", "tsx", `examples/${name}.ts`], {
    env: {
      ...{ PATH: process.env["PATH"] ?? "", PORT: "0", WINNOW_URL: winnowUrl },
      ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: providers["openai-chat"].origin },
      ...{ ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: providers["anthropic-messages"].origin },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output);
        if (found !== null) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString("utf8");
          look();
        });
      }
      child.once("exit", () => reject(new Error(`ended before ${pattern}: ${output}`)));
      look();
    });
  const [, url = ""] = await printed(/listening on (\S+)/);
  return { url, printed };
}

/** The provider goes on only once the reader has its first piece: who collects the answer first never ends. */
async function chat(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/chat`, { method: "POST", body: JSON.stringify(QUESTION) });
  const pieces: string[] = [];
  for await (const bytes of response.body ?? []) {
    pieces.push(Buffer.from(bytes).toString("utf8"));
    for (const provider of Object.values(providers)) provider.goOn();
  }
  return pieces;
}

describe.each(EXAMPLES)("examples/%s.ts", (name) => {
  test("streams the answer, posts it back and prints what it cites", async () => {
    const { url, printed } = await start(name);
    const pieces = await chat(url);
    expect(pieces.join("")).toBe(PIECES.join(""));
    expect(pieces[0]).toBe(PIECES[0]);
    const [, cited, citable, labels] = await printed(/cites (\d+) of (\d+): (.*)\n/);
    expect([Number(cited), labels]).toEqual([1, "Injury readiness"]);
    expect(Number(citable)).toBeGreaterThan(3);
  });

  test("stays under eighty lines", () => {
    expect(readFileSync(`examples/${name}.ts`, "utf8").split("\n").length).toBeLessThanOrEqual(80);
  });
});

test.each(["http://127.0.0.1:1", "nowhere"])("where Winnow is not at %s, the log names the address and asks", async (address) => {
  const { url, printed } = await start("plain-fetch", address);
  const response = await fetch(`${url}/chat`, { method: "POST", body: JSON.stringify(QUESTION) });
  expect(response.status).toBe(502);
  const [, named] = await printed(/^no answer from WINNOW_URL, (.*): does Winnow run there\?$/m);
  expect(named).toBe(address);
});

test("what Winnow stored is what the providers said, whichever client asked", async () => {
  const metrics = (await winnow.get("/metrics")).text;
  const count = (series: string): number =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.split(" ")
        .at(-1),
    );
  expect(count('winnow_answers_total{policy="coaching",finish="complete"}')).toBe(EXAMPLES.length);
  const model = (bodies: StreamingProvider["bodies"]): string => String(bodies[0]?.["model"]);
  const of = `{policy="coaching",model="${model(providers["openai-chat"].bodies)}"}`;
  expect(count(`winnow_answer_input_tokens_total${of}`)).toBe(EXAMPLES.length * INPUT_TOKENS);
  expect(count(`winnow_answer_cached_tokens_total${of}`)).toBe(EXAMPLES.length * 128);
});

test("the official clients and fetch send the payload as it was, and the provider finds nothing to refuse", () => {
  const sent = [
    ...providers["openai-chat"].bodies.slice(0, 2).map((body) => ["openai-chat", body] as const),
    ...providers["anthropic-messages"].bodies.map((body) => ["anthropic-messages", body] as const),
  ];
  expect(sent).toHaveLength(3);
  for (const [format, { stream, stream_options: _, ...payload }] of sent) {
    expect(stream).toBe(true);
    expect(faultsOf(Prompt.parse({ format, model: payload["model"], payload }))).toEqual([]);
  }
});

test("the AI SDK sends the same texts", () => {
  const [first, , third] = providers["openai-chat"].bodies;
  const texts = (body: Record<string, unknown> = {}): readonly string[] => {
    const messages = body["messages"] as readonly { readonly content: unknown }[];
    return messages.map(({ content }) => JSON.stringify(content));
  };
  expect(texts(third)).toEqual(texts(first));
});

test("the README names every example and how it is run", () => {
  const page = readFileSync("examples/README.md", "utf8");
  for (const name of EXAMPLES) expect(page).toContain(`npx tsx examples/${name}.ts`);
});

test.each(["openai-client", "plain-fetch", "ai-sdk"])("an API that tells no usage costs %s nothing else", async (name) => {
  providers["openai-chat"].tellNoUsage();
  const { url, printed } = await start(name);
  await chat(url);
  const [, cited] = await printed(/cites (\d+) of \d+: /);
  expect(cited).toBe("1");
});
