/** The documentation page: everything from here, also behind a gateway that adds a prefix. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, listen, type TestApp } from "../support/build-app.ts";

let test: TestApp;
let gateway: Server;
let origin: string;

beforeAll(async () => {
  test = await buildTestApp();
  const port = await listen(test.app);
  gateway = createServer((incoming, outgoing) => {
    const url = incoming.url ?? "/";
    if (!url.startsWith("/ctx/")) return outgoing.writeHead(418).end();
    const onward = request(
      { port, host: "127.0.0.1", method: incoming.method, path: url.slice(4), headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    return incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await test.app.close();
});

describe("/docs behind the prefix /ctx", () => {
  it.each([["/ctx/docs"], ["/ctx/docs/"], ["/ctx/docs?x=1"], ["/ctx/docs/?x=1"]])(
    "works at %s, with all its parts",
    async (path) => {
      const page = await fetch(origin + path);
      expect([page.status, page.url]).toEqual([200, `${origin}/ctx/docs/`]);
      const html = await page.text();
      const parts = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => new URL(link ?? "", page.url).href);
      expect(parts.length).toBeGreaterThanOrEqual(5);
      for (const part of parts) {
        expect(part.startsWith(`${origin}/ctx/docs/static/`)).toBe(true);
        const reply = await fetch(part);
        expect([part, reply.status, (await reply.arrayBuffer()).byteLength > 0]).toEqual([part, 200, true]);
      }
    },
  );

  it("loads nothing from elsewhere, and may not", async () => {
    const page = await fetch(`${origin}/ctx/docs/`);
    await page.arrayBuffer();
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("upgrade-insecure-requests");
    expect(policy).not.toContain("http");
    const initializer = await (await fetch(`${origin}/ctx/docs/static/swagger-initializer.js`)).text();
    expect(initializer).toContain("validatorUrl: null");
    expect(initializer).toContain("url: resolveUrl('./json')");
  });

  it.each([
    ["/ctx/docs/json", "/ctx/assemble"],
    ["/ctx/openapi.json", "/ctx/assemble"],
  ])("has in %s a server address with the prefix", async (path, assemble) => {
    const address = origin + path;
    const document = (await (await fetch(address)).json()) as { servers: { url: string }[] };
    const server = new URL(document.servers[0]?.url ?? "", address).href.replace(/\/$/, "");
    expect(`${server}/assemble`).toBe(origin + assemble);
  });

  it("names the public address where it is known", async () => {
    const known = await buildTestApp({ config: { publicUrl: "https://gateway.example/ctx" } });
    for (const url of ["/docs/json", "/openapi.json"]) {
      expect((await known.app.inject(url)).json().servers).toEqual([{ url: "https://gateway.example/ctx" }]);
    }
    await known.app.close();
  });
});
