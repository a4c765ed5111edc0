/** Requests per second of /explain and /assemble as ratios to a bare echo route, in one run, interleaved; `answer` is what a bare route sending the same answer reaches. */
import { CONNECTIONS, load, median, QUESTION } from "./load.ts";
import { type Server, startEcho, startStub, startWinnow } from "./servers.ts";

const SECONDS = 5;
const ROUNDS = 3;

export async function benchHttp(): Promise<void> {
  const stub = await startStub();
  const winnow = await startWinnow(stub.url);
  const explain = `${winnow.url}/explain?include=`;
  const answer = await fetch(explain, { method: "POST", headers: { "content-type": "application/json" }, body: QUESTION });
  const echo = await startEcho(await answer.text());
  const targets: Readonly<Record<string, Target>> = {
    echo: { url: `${echo.url}/echo`, server: echo },
    answer: { url: `${echo.url}/answer`, server: echo },
    explain: { url: explain, server: winnow },
    assemble: { url: `${winnow.url}/assemble`, server: winnow },
  };
  for (const { url } of Object.values(targets)) await load(url, 2);
  const runs = new Map<string, Run[]>(Object.keys(targets).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, target] of Object.entries(targets)) runs.get(name)?.push(await measured(target));
  }
  const base = median((runs.get("echo") ?? []).map(({ rate }) => rate));
  console.log(
    `HTTP, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s: requests per second, CPU of the server per request`,
  );
  for (const [name, all] of runs) {
    const rate = median(all.map((one) => one.rate));
    const micros = median(all.map((one) => one.micros));
    console.log(
      `  ${name.padEnd(9)} ${rate.toFixed(0).padStart(7)}  ${(rate / base).toFixed(2)} of echo  ${micros.toFixed(0).padStart(5)} µs`,
    );
  }
  await Promise.all([winnow.stop(), echo.stop()]);
  stub.close();
}

interface Target {
  readonly url: string;
  readonly server: Pick<Server, "processorMicros">;
}

interface Run {
  /** Requests per second. */
  readonly rate: number;
  /** Microseconds of processor per request. */
  readonly micros: number;
}

async function measured({ url, server }: Target): Promise<Run> {
  const before = await server.processorMicros();
  const rate = await load(url, SECONDS);
  return { rate, micros: ((await server.processorMicros()) - before) / (rate * SECONDS) };
}
