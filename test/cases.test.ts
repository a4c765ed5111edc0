/**
 * Golden cases: a question and facts in, the prompt and the manifest out. Each folder under test/cases is a sentence.
 * `npm run test:golden` rewrites what is expected; read the difference by eye.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Core, Prompt } from "../src/pipeline/records.ts";
import type { Policy } from "../src/policy/snapshot.ts";
import type { QuestionBody, WhatIf } from "../src/service/answers.ts";
import { askOnSamples, loadCoaching } from "./support/coaching.ts";

interface Case {
  readonly why: string;
  /** coaching, unless it says otherwise. */
  readonly policy?: string;
  readonly body: Partial<QuestionBody> & { readonly question: string };
  readonly what_if?: WhatIf;
}

const FOLDER = join(import.meta.dirname, "cases");
const write = process.env["WRITE_GOLDEN"] === "yes";
const loaded = await loadCoaching();

describe("golden cases", () => {
  test.each(readdirSync(FOLDER).sort())("%s", async (slug) => {
    const given = parse(readFileSync(join(FOLDER, slug, "input.yaml"), "utf8")) as Case;
    const policy = loaded.snapshot.policies.get(given.policy ?? "coaching") as Policy;
    const { assembly, core } = await askOnSamples({ ...loaded, policy }, given.body, given.what_if);
    golden(join(FOLDER, slug, "prompt.golden.txt"), promptText(assembly.prompt));
    golden(join(FOLDER, slug, "manifest.golden.json"), `${JSON.stringify(stable(core), null, 2)}\n`);
  });
});

/** Digests change with every edit of any file of the policy; what they stand for is asserted elsewhere. */
function stable(core: Core): unknown {
  const { versions, policy, context_hash, zones, ...rest } = core;
  return { ...rest, policy: policy.name, zones: zones.map(({ name, tokens }) => ({ name, tokens })) };
}

function promptText(prompt: Prompt): string {
  if (prompt.format === "text") return prompt.payload.text;
  return prompt.payload.messages.map(({ role, content }) => `=== ${role}\n${String(content).replace(/\n?$/, "\n")}`).join("");
}

function golden(file: string, text: string): void {
  if (write) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}
