/** A connection to PostgreSQL that can be lost at the one moment that matters: around a commit. IO. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** `before`: the commit never reaches the server. `after`: the server commits, and its answer never comes back. */
export type Loss = "before" | "after";

export interface PostgresProxy {
  /** The login, by way of the proxy. */
  readonly url: string;
  /** Loses the connections of the next `times` commits. */
  loseCommits(loss: Loss, times: number): void;
  lost(): number;
}

/** Ends with the test. */
export async function openPostgresProxy(login: string): Promise<PostgresProxy> {
  const target = new URL(login);
  let left = 0;
  let lost = 0;
  let how: Loss = "before";
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isLost = false;
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    upstream.on("data", (chunk) => (isLost ? client.destroy() : client.write(chunk)));
    client.on("data", (chunk) => {
      if (left > 0 && chunk.includes("COMMIT")) {
        left -= 1;
        lost += 1;
        isLost = true;
        if (how === "before") return void client.destroy();
      }
      upstream.write(chunk);
    });
    onTestFinished(() => destroyAll([client, upstream]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const own = new URL(login);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    loseCommits(loss, times) {
      how = loss;
      left = times;
    },
    lost: () => lost,
  };
}

function destroyAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
