/** Reading policies from a folder: what is passed over, what is refused, links. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadPolicies } from "../../../src/policy/load.ts";
import { folderSource } from "../../../src/policy/read/policy-source.ts";
import { BASE_ENVIRONMENT, basePolicyFiles } from "../../support/base-policy.ts";
import { linesOf, QUARTERS } from "../../support/load-base.ts";

let outside: string;
let folder: string;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "winnow-policies-"));
  folder = join(outside, "policies");
  await mkdir(folder);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function putBase(name = "base"): Promise<void> {
  for (const [path, text] of basePolicyFiles()) await put(`${name}/${path}`, text);
}

const load = (directory = folder) =>
  loadPolicies({ directory, environment: BASE_ENVIRONMENT, production: false, counter: QUARTERS });

async function digestOf(directory = folder): Promise<string> {
  const loaded = await load(directory);
  if ("problems" in loaded) throw new Error(linesOf(loaded).join("\n"));
  return loaded.snapshot.digest;
}

test("a folder gives the same snapshot as the same texts in memory", async () => {
  await putBase();
  const reading = await folderSource(folder).read();
  expect(reading.problems).toEqual([]);
  expect(new Map(reading.policies.get("base"))).toEqual(new Map([...basePolicyFiles()].sort(([a], [b]) => (a < b ? -1 : 1))));
});

test("the folder of one policy is told as that, with the folder that is meant, and with nothing else", async () => {
  await putBase();
  const loaded = await load(join(folder, "base"));
  expect("problems" in loaded && linesOf(loaded)).toEqual([
    `base/policy.yaml:1:1 unknown-file: this folder is one policy; the policies are looked for in the folder that holds it: ${folder}`,
  ]);
});

test("dotfiles, the schemas and README.md are passed over, and change no digest", async () => {
  await putBase();
  const before = await digestOf();
  await put("README.md", "for people");
  await put("schema/policy.schema.json", "{}");
  await put(".git/config", "x");
  await put("base/.policy.yaml.swp", "x");
  await put("base/README.md", "for people");
  await put("base/samples/.DS_Store", "x");
  expect(await digestOf()).toBe(before);
});

test("every byte of every file is in the digest: line ends, a byte order mark, a sample, a prompt", async () => {
  await putBase();
  const digests = new Set([await digestOf()]);
  for (const [path, text] of basePolicyFiles()) {
    const changes = path.endsWith(".json") ? [`${text} `] : [`${text}\n`, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`];
    for (const changed of changes) {
      await put(`base/${path}`, changed);
      digests.add(await digestOf());
    }
    await put(`base/${path}`, text);
  }
  expect(digests.size).toBe(1 + 9 * 3 + 2);
});

describe("links", () => {
  test("a mounted config map: files are links into a folder whose name begins with dots", async () => {
    await putBase();
    const plain = await digestOf();
    await rm(join(folder, "base"), { recursive: true });
    for (const [path, text] of basePolicyFiles()) await put(`..2026_03_14/${path}`, text);
    await symlink("..2026_03_14", join(folder, "..data"));
    await mkdir(join(folder, "base"));
    for (const name of [...basePolicyFiles().keys()].map((path) => path.split("/")[0] ?? "")) {
      await symlink(`../..data/${name}`, join(folder, "base", name)).catch(() => undefined);
    }
    expect(await digestOf()).toBe(plain);
  });

  test("the folder itself may be a link", async () => {
    await putBase();
    await symlink(folder, join(outside, "current"));
    expect(await digestOf(join(outside, "current"))).toBe(await digestOf());
  });

  test("a link that leads out, or nowhere, is refused", async () => {
    await putBase();
    await writeFile(join(outside, "secret.json"), "{}");
    await symlink("../../../secret.json", join(folder, "base/samples/a.json"));
    await symlink("nowhere.json", join(folder, "base/samples/b.json"));
    expect(linesOf(await load())).toEqual([
      "policies/base/samples/a.json:1:1 outside-folder: this link leads out of the policies' folder",
      "policies/base/samples/b.json:1:1 unreadable-file: the name leads nowhere, or may not be read",
    ]);
  });

  test("a circle of links ends", async () => {
    await putBase();
    await symlink("..", join(folder, "base/samples/again"));
    expect(linesOf(await load()).some((line) => line.includes(" too-deep: "))).toBe(true);
  });
});

describe("what cannot be read", () => {
  test("no folder", async () => {
    const lines = linesOf(await load(join(outside, "nowhere")));
    expect(lines).toEqual([`nowhere missing-folder: there is no folder ${join(outside, "nowhere")}, or it may not be read`]);
  });

  test("a file instead of a folder", async () => {
    await writeFile(join(outside, "file"), "x");
    expect(linesOf(await load(join(outside, "file")))[0]).toContain("missing-folder");
  });

  test("an empty folder", async () => {
    const [line] = linesOf(await load());
    expect(line).toContain("policies no-policy: there is no policy here");
  });

  test("a policy without any file: everything that is missing", async () => {
    await mkdir(join(folder, "empty"));
    const codes = linesOf(await load()).map((line) => line.split(" ").slice(0, 2).join(" "));
    expect(codes).toEqual(["intents", "policy"].map((name) => `policies/empty/${name}.yaml:1:1 missing-file:`));
  });

  describe.each(["policy.yaml", "sources.yaml", "pieces.yaml", "intents.yaml"])("a file that every policy needs: %s", (name) => {
    const place = (): string => join(folder, "base", name);
    const ways: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ["UTF-16", "not-utf8", () => writeFile(place(), Buffer.from("\uFEFFa: b\n", "utf16le"))],
      ["a link to nowhere", "unreadable-file", () => symlink("nowhere.yaml", place())],
      ["a link out of the folder", "outside-folder", () => symlink("../../outside.yaml", place())],
      ["a pipe", "unreadable-file", async () => execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', place()])],
      ["more than a mebibyte", "file-too-large", () => writeFile(place(), "#".repeat(1_048_577))],
    ];
    test.each(ways)("%s", async (_title, code, damage) => {
      await putBase();
      await writeFile(join(outside, "outside.yaml"), "a: b\n");
      await rm(place());
      await damage();
      await put("base/scopes.yaml", "a: b\n");
      const codes = linesOf(await load()).map((line) => line.split(":").slice(0, 3).join(":"));
      expect(codes).toContain(`policies/base/${name}:1:1 ${code}`);
      expect(codes).toContain("policies/base/scopes.yaml:1:1 unknown-key");
      expect(codes.filter((line) => !line.startsWith(`policies/base/scopes`))).toHaveLength(1);
    });
  });

  test("bytes that are not UTF-8", async () => {
    await putBase();
    await put("base/scopes.yaml", new Uint8Array([0x23, 0xff, 0xfe, 0x0a]));
    expect(linesOf(await load())).toEqual([
      "policies/base/scopes.yaml:1:1 not-utf8: the file is not UTF-8; save it with that encoding",
    ]);
  });

  test("a file of a megabyte and one byte, unread", async () => {
    await putBase();
    await truncate(join(folder, "base/samples/profile.json"), 1_048_577);
    expect(linesOf(await load())[0]).toBe("policies/base/samples/profile.json:1:1 file-too-large: more than 1048576 bytes");
  });

  test("a file beside the policies, and a folder whose name is no name", async () => {
    await putBase();
    await putBase("Base 2");
    await put("intents.yaml", "intents: {}");
    const lines = linesOf(await load());
    expect(lines[0]).toMatch(/^policies\/Base 2 bad-format: the folder's name "Base 2"/);
    expect(lines[1]).toBe("policies/intents.yaml:1:1 unknown-file: only folders stand here, one for each policy");
    expect(lines).toHaveLength(2);
  });
});
