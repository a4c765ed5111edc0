/** `winnow healthcheck`: asks the running service whether it lives; for the container. IO. */

const TIMEOUT_MS = 2_000;

/** 0 when `GET /health/live` answers 200 within two seconds, else 1. Prints why not. */
export async function healthcheck(port: number, print: (line: string) => void): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 200) return 0;
    print(`expected 200 from /health/live, got ${response.status}`);
  } catch (error) {
    print(`no answer from /health/live on port ${port}: ${error instanceof Error ? error.message : "unknown failure"}`);
  }
  return 1;
}
