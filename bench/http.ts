/** Requests per second of /explain and /assemble as ratios to a bare echo route, in one run, interleaved; `answer` is what a bare route sending the same answer reaches. */
import { CONNECTIONS, load, median, QUESTION } from "./load.ts";
import { startEcho, startStub, startWinnow } from "./servers.ts";

const SECONDS = 5;
const ROUNDS = 3;

export async function benchHttp(): Promise<void> {
  const stub = await startStub();
  const winnow = await startWinnow(stub.url);
  const explain = `${winnow.url}/explain?include=`;
  const answer = await fetch(explain, { method: "POST", headers: { "content-type": "application/json" }, body: QUESTION });
  const echo = await startEcho(await answer.text());
  const targets = { echo: `${echo.url}/echo`, answer: `${echo.url}/answer`, explain, assemble: `${winnow.url}/assemble` };
  const rates: Record<keyof typeof targets, number[]> = { echo: [], answer: [], explain: [], assemble: [] };
  for (const url of Object.values(targets)) await load(url, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, url] of Object.entries(targets)) rates[name as keyof typeof targets].push(await load(url, SECONDS));
  }
  const base = median(rates.echo);
  console.log(`HTTP, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s (requests per second)`);
  for (const [name, all] of Object.entries(rates))
    console.log(`  ${name.padEnd(9)} ${median(all).toFixed(0).padStart(7)}  ${(median(all) / base).toFixed(2)} of echo`);
  await Promise.all([winnow.stop(), echo.stop()]);
  stub.close();
}
