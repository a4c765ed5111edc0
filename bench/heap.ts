/** Boot time, and memory after ten times as many requests for the same people. */
import autocannon from "autocannon";
import { startStub, startWinnow } from "./servers.ts";

const SUBJECTS = 10_000;

async function ask(url: string, amount: number): Promise<void> {
  let asked = 0;
  const result = await autocannon({
    url: `${url}/explain?include=`,
    connections: 50,
    amount,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        setupRequest: (request) => {
          asked += 1;
          return {
            ...request,
            body: JSON.stringify({
              policy: "coaching",
              subject: `athlete${asked % SUBJECTS}`,
              question: "How should I pace my intervals this week?",
            }),
          };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} other answers, ${result.errors} errors`);
}

export async function benchHeap(): Promise<void> {
  const stub = await startStub();
  const winnow = await startWinnow(stub.url);
  console.log(`Boot to ready: ${winnow.readyMs.toFixed(0)} ms (process start included; asked: under 2,000)`);
  await ask(winnow.url, SUBJECTS);
  const first = await winnow.heapUsed();
  await ask(winnow.url, 9 * SUBJECTS);
  const last = await winnow.heapUsed();
  const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
  console.log(
    `heapUsed after 10,000 requests for 10,000 subjects: ${mb(first)} MB; after 100,000: ${mb(last)} MB; ratio ${(last / first).toFixed(2)} (asked: at most 1.3)`,
  );
  await winnow.stop();
  stub.close();
}
