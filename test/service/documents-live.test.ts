/** A folder of documents while it is edited: every edit is live at the next question, and a fault stays one file's own. */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkPolicies } from "../../src/cli/check.ts";
import {
  bootOn,
  type DocumentsService,
  type Files,
  FOLDER,
  policyFiles,
  startDocumentsService,
  writePolicies,
} from "../support/documents-service.ts";

const fee = (name: string, amount: number): string =>
  `# About ${name}\n\n## The ${name} fee\n\nThe ${name} fee is ${amount} euros.\n`;
const ask = (service: DocumentsService, word: string) =>
  service.ask("/assemble", { subject: "nora", question: `How high is the ${word} fee?` });

async function started(files: Files, environment: Readonly<Record<string, string>> = {}): Promise<DocumentsService> {
  const service = await startDocumentsService(files, environment);
  onTestFinished(() => service.close());
  return service;
}

const written = (files: Files) => {
  const policies = writePolicies(files);
  onTestFinished(policies.remove);
  return policies;
};

async function check(policiesDir: string, environment: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const code = await checkPolicies(policiesDir, environment, { print: (line) => printed.push(line), nowMs: Date.now() });
  return { code, printed };
}

/** What the model would read of documents. */
const textOf = (body: { readonly prompt: unknown }): string => JSON.stringify(body.prompt);

describe("an edit", () => {
  test("is in the answer to the very next question, whichever way it is made, fifty times over", async () => {
    const service = await started(policyFiles("desk", FOLDER, { "documents/otter.md": fee("otter", 1) }));
    const place = (name: string) => service.at(`desk/documents/${name}.md`);
    const edits: readonly ((name: string, amount: number) => void)[] = [
      (name, amount) => writeFileSync(place(name), fee(name, amount)),
      (name, amount) => {
        writeFileSync(`${place(name)}.tmp~`, fee(name, amount));
        renameSync(`${place(name)}.tmp~`, place(name));
      },
      (name, amount) => {
        rmSync(place(name), { force: true });
        writeFileSync(place(name), fee(name, amount));
      },
      (name, amount) => appendFileSync(place(name), `\nNo: the ${name} fee is ${amount} euros.\n`),
      (name) => rmSync(place(name), { force: true }),
    ];
    const digests = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const [name, amount] = [["otter", "badger", "heron"][round % 3] as string, 1_000 + round];
      if (round % 5 === 3) writeFileSync(place(name), fee(name, 1));
      edits[round % 5]?.(name, amount);
      const { status, body } = await ask(service, name);
      expect(status).toBe(200);
      const isGone = round % 5 === 4;
      expect(textOf(body).includes(`The ${name} fee`), `round ${round}`).toBe(!isGone);
      if (!isGone) expect(textOf(body), `round ${round}`).toContain(`fee is ${amount} euros.`);
      expect(body.labels.length).toBeGreaterThanOrEqual(isGone ? 0 : 1);
      digests.add(body.retrieval[0].digest);
    }
    expect(digests.size).toBeGreaterThan(40);
  });

  test("never fails a question that is under way: two hundred questions beside fifty edits", async () => {
    const service = await started(policyFiles("desk", FOLDER, { "documents/otter.md": fee("otter", 0) }));
    const questions = Array.from({ length: 8 }, async () => {
      for (let at = 0; at < 25; at += 1) {
        const { status, body } = await ask(service, "otter");
        expect(status).toBe(200);
        expect(textOf(body)).toMatch(/The otter fee is \d+ euros\./);
      }
    });
    const edits = (async () => {
      for (let at = 1; at <= 50; at += 1) {
        if (at % 2 === 0) writeFileSync(service.at("desk/documents/badger.md"), fee("badger", at));
        else {
          writeFileSync(service.at("desk/documents/otter.md.new~"), fee("otter", at));
          renameSync(service.at("desk/documents/otter.md.new~"), service.at("desk/documents/otter.md"));
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await Promise.all([...questions, edits]);
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 49 euros.");
  });
});

describe("a document with a fault", () => {
  const FAULTY = "---\nlanguage: en\nkeey: canary-of-a-value\n---\n# Otter\n\nCanary-of-the-text.\n";

  test("stays as it was while edits of others go live, and is told where operators look", async () => {
    const files = { "documents/otter.md": fee("otter", 1), "documents/badger.md": fee("badger", 1) };
    const service = await started(policyFiles("desk", FOLDER, files));
    const otter = service.at("desk/documents/otter.md");
    const half = Buffer.from(fee("otter", 2).replace("euros", "€")).subarray(0, -3);
    const faults: readonly (readonly [code: string, content: string | Buffer])[] = [
      ["unknown-key", FAULTY],
      ["unfinished-file", half],
      ["not-utf8", Buffer.from([0xff, 0xfe, 0x41, 0x00])],
    ];
    for (const [at, [code, content]] of faults.entries()) {
      writeFileSync(otter, fee("otter", 1));
      await ask(service, "otter");
      writeFileSync(otter, content);
      writeFileSync(service.at("desk/documents/badger.md"), fee("badger", 10 + at));
      expect(textOf((await ask(service, "badger")).body)).toContain(`The badger fee is ${10 + at} euros.`);
      expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 1 euros.");
      const [documents] = (await service.get("/policies/desk")).body.documents;
      expect(documents.problems).toHaveLength(1);
      expect(documents.problems[0]).toMatch(new RegExp(`^policies/desk/documents/otter\\.md:\\d+:\\d+ ${code}: `));
      expect(documents).toMatchObject({ documents: 2, sections: 2 });
      const warned = service.lines.filter(({ level, msg }) => level === 40 && String(msg).startsWith("documents were read"));
      expect(JSON.stringify(warned.at(-1)?.["problems"])).toContain(code);
      const checked = await check(service.policiesDir);
      expect(checked.code).toBe(1);
      expect(checked.printed.join("\n")).toContain(` ${code}: `);
      expect(checked.printed.at(-1)).toBe("1 problem(s)");
    }
    writeFileSync(otter, fee("otter", 3));
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 3 euros.");
    expect((await service.get("/policies/desk")).body.documents[0].problems).toEqual([]);
    expect((await check(service.policiesDir)).code).toBe(0);
    expect(JSON.stringify(service.lines)).not.toMatch(/canary|How high|euros/i);
  });

  test("does not keep the service from booting with the others", async () => {
    const files = { "documents/otter.md": FAULTY, "documents/badger.md": fee("badger", 1) };
    const service = await started(policyFiles("desk", FOLDER, files));
    expect(textOf((await ask(service, "badger")).body)).toContain("The badger fee is 1 euros.");
    expect(textOf((await ask(service, "otter")).body)).not.toContain("anary");
    expect(service.lines[0]).toMatchObject({ level: 40, policy: "desk", source: "handbook", documents: 1, sections: 1 });
    writeFileSync(service.at("desk/documents/otter.md"), fee("otter", 5));
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 5 euros.");
  });

  test("leads no answer to tell of it: whoever asks may not be allowed to know of the document", async () => {
    const files = { "documents/otter.md": FAULTY, "documents/badger.md": fee("badger", 1) };
    const { body } = await ask(await started(policyFiles("desk", FOLDER, files)), "badger");
    expect(JSON.stringify(body)).not.toContain("otter");
  });
});

describe("a rule whose section goes away while the service runs", () => {
  const RULE = `  handbook: { folder: documents, access: tenant, send_to: [{ when: { plan: annual }, sections: [otter.md#the-otter-fee], reason: "Its own rule." }] }\n`;

  test("is told like a document with a fault, because the next boot would refuse", async () => {
    const service = await started(policyFiles("desk", RULE, { "documents/otter.md": fee("otter", 1) }));
    const asked = () => service.ask("/assemble", { subject: "nora", plan: "annual", question: "Hello?" });
    expect((await asked()).body.retrieval[0].ranked[0]).toMatchObject({ by: "rule", reason: "Its own rule." });
    writeFileSync(service.at("desk/documents/otter.md"), fee("otter", 2).replace("## The", "## A"));
    expect((await asked()).status).toBe(200);
    const [documents] = (await service.get("/policies/desk")).body.documents;
    expect(documents.problems.join("\n")).toMatch(
      /^policies\/desk\/sources\.yaml:2:\d+ unknown-section: .*otter\.md#the-otter-fee/,
    );
    expect(service.lines.some(({ level, problems }) => level === 40 && String(problems).includes("unknown-section"))).toBe(true);
    expect((await check(service.policiesDir)).code).toBe(1);
  });
});

describe("a folder", () => {
  test("that is empty serves, says so to operators, and fills up", async () => {
    const service = await started(policyFiles("desk", FOLDER, { "documents/README.pdf": "none" }));
    rmSync(service.at("desk/documents/README.pdf"));
    const before = await ask(service, "otter");
    expect(before.body.retrieval[0]).toMatchObject({ status: "none_found", sections: 0, ranked: [] });
    expect((await service.get("/policies/desk")).body.documents[0].warnings[0]).toContain("empty-folder");
    expect(await check(service.policiesDir)).toMatchObject({ code: 0 });
    mkdirSync(service.at("desk/documents/below"));
    writeFileSync(service.at("desk/documents/below/otter.md"), fee("otter", 7));
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 7 euros.");
  });

  test("may be anywhere, at a place that the environment names", async () => {
    const outside = written({ "otter.md": fee("otter", 1) });
    const source = `  handbook: { folder: "\${HANDBOOK_DIR}", access: tenant }\n`;
    const service = await started(policyFiles("desk", source), { HANDBOOK_DIR: outside.policiesDir });
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 1 euros.");
    writeFileSync(join(outside.policiesDir, "otter.md"), fee("otter", 2));
    expect(textOf((await ask(service, "otter")).body)).toContain("The otter fee is 2 euros.");
    const explained = await service.ask("/explain", {
      subject: "nora",
      question: "How high is the otter fee?",
      what_if: { policy: { "prompt/system.md": "Be brief.\n" } },
    });
    expect(explained.body.retrieval[0].status).toBe("found");
  });

  test("of the same name in two policies is two folders", async () => {
    const service = await started({
      ...policyFiles("desk", FOLDER, { "documents/otter.md": fee("otter", 1) }),
      ...policyFiles("shop", FOLDER, { "documents/otter.md": fee("otter", 2), "documents/bad.md": FAULTY_HEAD }),
    });
    const of = (policy: string) => service.ask("/assemble", { policy, subject: "nora", question: "How high is the otter fee?" });
    expect(textOf((await of("desk")).body)).toContain("The otter fee is 1 euros.");
    expect(textOf((await of("shop")).body)).toContain("The otter fee is 2 euros.");
    expect((await service.get("/policies/desk")).body.documents[0].problems).toEqual([]);
    expect((await service.get("/policies/shop")).body.documents[0].problems).toHaveLength(1);
  });
});

const FAULTY_HEAD = "---\nkeey: x\n---\n# Bad\n\nText.\n";

describe("boot", () => {
  test("refuses with every problem at once: a missing folder, a rule to no section, an attribute that nobody declared", async () => {
    const rules = `  handbook: { folder: documents, access: tenant, send_to: [{ when: { plan: free }, sections: [otter.md#ottter-fee, bad.md#x], reason: "R." }] }\n`;
    const policies = written({
      ...policyFiles("desk", rules, { "documents/otter.md": fee("otter", 1), "documents/bad.md": FAULTY_HEAD }),
      ...policyFiles("shop", FOLDER),
    });
    const { booted } = await bootOn(policies);
    if (!("problems" in booted)) throw new Error("booted");
    const all = booted.problems.join("\n");
    expect(all).toMatch(/^\/.*\/policies\/desk\/sources\.yaml:2:\d+ unknown-section: .*"otter\.md#ottter-fee"/m);
    expect(all).toMatch(
      /^\/.*\/policies\/desk\/sources\.yaml:2:\d+ unknown-section: .*"bad\.md#x"; its document could not be read/m,
    );
    expect(all).toMatch(/^\/.*\/policies\/shop\/documents missing-folder: /m);
    // What is wrong with the document that the rule needs.
    expect(all).toMatch(/^\/.*\/policies\/desk\/documents\/bad\.md:2:1 unknown-key: /m);
    const checked = await check(policies.policiesDir);
    expect(checked.code).toBe(1);
    for (const problem of booted.problems) expect(checked.printed).toContain(problem);
  });

  test("tells the faults of documents beside those of policies, which they alone would not refuse the start for", async () => {
    const policies = written({
      ...policyFiles("desk", FOLDER, { "documents/bad.md": FAULTY_HEAD, "scopes.yaml": "scopes: []\n" }),
    });
    const { booted } = await bootOn(policies);
    if (!("problems" in booted)) throw new Error("booted");
    expect(booted.problems.map((line) => line.replace(/^.*\/policies\//, "").replace(/: .*/, ""))).toEqual([
      "desk/documents/bad.md:2:1 unknown-key",
      "desk/scopes.yaml:1:9 wrong-type",
    ]);
  });

  test("refuses a rule about an attribute that policy.yaml does not declare", async () => {
    const rule = `  handbook: { folder: documents, access: tenant, send_to: [{ when: { attributes: { planet: mars } }, sections: [otter.md], reason: "R." }] }\n`;
    const { booted } = await bootOn(written(policyFiles("desk", rule, { "documents/otter.md": fee("otter", 1) })));
    expect("problems" in booted && booted.problems.join("\n")).toMatch(/unknown-attribute: .*planet/);
  });
});
