/** Documents in the built service: refusal, `winnow check`, edits, and what a killed process leaves behind. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { launch, serve } from "../support/built-process.ts";
import { type Files, FOLDER, policyFiles, writePolicies } from "../support/documents-service.ts";

const KEY = "k".repeat(64);
const fees = (amount: number) => `# Fees\n\nThe otter fee is ${amount} euros.\n`;

function desk(files: Files, sources = FOLDER) {
  const policies = writePolicies(policyFiles("desk", sources, files));
  onTestFinished(policies.remove);
  const { folder, policiesDir } = policies;
  const environment = { POLICIES_DIR: policiesDir, STORE_PATH: join(folder, "winnow.db"), HASH_KEY: KEY };
  return { environment, at: (path: string) => join(policiesDir, "desk", path) };
}

async function ask(url: string) {
  const response = await fetch(`${url}/assemble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subject: "nora", question: "How high is the otter fee?" }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  return { status: response.status, body: (await response.json()) as any };
}

test("the documents of every acknowledged answer survive a killed process, byte for byte", async () => {
  const { environment, at } = desk({ "documents/fees.md": fees(0) });
  const service = await serve(environment);
  const acknowledged: { readonly id: string; readonly digest: string; readonly text: string }[] = [];
  for (let amount = 1; amount <= 10; amount += 1) {
    writeFileSync(at("documents/fees.md"), fees(amount));
    const { body } = await ask(service.url);
    expect(JSON.stringify(body.prompt)).toContain(`fee is ${amount} euros`);
    acknowledged.push({ id: body.manifest_id, digest: body.retrieval[0].digest, text: fees(amount) });
  }
  service.child.kill("SIGKILL");
  expect((await service.ended()).signal).toBe("SIGKILL");
  const store = await openSqliteStore({ path: environment.STORE_PATH, hashKey: KEY, version: "test" });
  for (const { digest, text } of acknowledged) {
    expect(Object.fromEntries((await store.readSnapshot(digest)) ?? [])).toEqual({ "fees.md": text });
  }
  await store.close();
  const again = await serve(environment);
  for (const { id, digest } of acknowledged) {
    const manifest = (await (await fetch(`${again.url}/manifests/${id}`)).json()) as { core: { retrieval: unknown } };
    expect(manifest.core.retrieval).toMatchObject([{ digest }]);
  }
  again.child.kill("SIGTERM");
  expect(await again.ended()).toEqual({ code: 0, signal: null });
});

test("a folder that is not there and a rule to no section refuse the boot with status 1, as the check does", async () => {
  const rule = `  handbook: { folder: documents, access: tenant, send_to: [{ when: { plan: free }, sections: [fees.md#gone], reason: "R." }] }\n`;
  const { environment } = desk({ "documents/fees.md": fees(1) }, `${rule}  wiki: { folder: documents/wiki, access: tenant }\n`);
  const service = launch(["dist/main.js"], environment);
  expect((await service.ended()).code).toBe(1);
  const check = launch(["dist/cli/winnow.js", "check"], environment);
  expect((await check.ended()).code).toBe(1);
  for (const output of [service.output(), check.output()]) {
    expect(output).toMatch(/^\/.*\/policies\/desk\/documents\/wiki missing-folder: /m);
    expect(output).toMatch(/^\/.*\/policies\/desk\/sources\.yaml:2:\d+ unknown-section: .*fees\.md#gone/m);
    expect(output).toMatch(/^2 problem\(s\)/m);
  }
  expect(service.output()).not.toContain('"address"');
});

test("a document with a fault does not keep the service from serving, and fails the check", async () => {
  const faulty = "---\nkeey: canary\n---\n# Bad\n\nCanary.\n";
  const { environment, at } = desk({ "documents/fees.md": fees(1), "documents/bad.md": faulty });
  const service = await serve(environment);
  expect(JSON.stringify((await ask(service.url)).body.prompt)).toContain("fee is 1 euros");
  const check = launch(["dist/cli/winnow.js", "check"], environment);
  expect((await check.ended()).code).toBe(1);
  expect(check.output()).toMatch(/^\/.*\/policies\/desk\/documents\/bad\.md:2:1 unknown-key: /m);
  expect(check.output()).toMatch(/^ {2}handbook: 1 document, 1 section$/m);
  expect(service.output() + check.output()).not.toMatch(/canary|euros|How high/i);
  mkdirSync(at("documents/below"));
  writeFileSync(at("documents/below/more.md"), fees(7));
  expect(JSON.stringify((await ask(service.url)).body.prompt)).toContain("fee is 7 euros");
});
