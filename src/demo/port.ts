/** The port that the demo stays on with `--keep`: PORT, as for the service. IO but for the texts. */
import { createServer } from "node:net";
import { readConfig } from "../config.ts";
import type { Environment } from "../policy/read/environment.ts";

/** Of the demo alone: the sample services take any free ports. */
export const DEMO_HOST = "127.0.0.1";

/** 0, any free one, for a demo that ends by itself. Throws an Error that says what PORT may be. */
export function demoPort(keep: boolean, { PORT }: Environment): number {
  if (!keep) return 0;
  const read = readConfig({ PORT }, () => "");
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  return read.config.port;
}

export const portTaken = (port: number): Error =>
  new Error(
    `port ${port} is taken; end what uses it, set another (PORT=${port === 65_535 ? 8080 : port + 1} npm run demo -- --keep), or run the demo without --keep`,
  );

export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** Takes the port for a moment. Throws `portTaken`, or what the system says of a port that it does not give. */
export async function assertPortFree(port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, DEMO_HOST, resolve);
    });
  } catch (error) {
    throw isTaken(error) ? portTaken(port) : error;
  }
  await new Promise((resolve) => server.close(resolve));
}
