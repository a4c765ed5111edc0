/** One question, asked on many connections for a while. */
import autocannon from "autocannon";

export const CONNECTIONS = 50;
export const QUESTION = JSON.stringify({
  policy: "coaching",
  subject: "maya",
  question: "How should I pace my intervals this week?",
});

/** Requests per second. Throws when an answer is not 2xx. */
export async function load(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUESTION,
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} other answers, ${result.errors} errors`);
  return result.requests.average;
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
