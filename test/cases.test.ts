/**
 * Golden cases: a question and facts in, the prompt and the manifest out. Each folder under test/cases is a sentence.
 * A folder with a policy.yaml of its own is asked of that policy, every other of the policy it names, else coaching, on its samples.
 * `npm run test:golden` rewrites what is expected; read the difference by eye.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { AppError } from "../src/errors.ts";
import type { Core } from "../src/pipeline/records/core.ts";
import type { ChatMessage, Prompt } from "../src/pipeline/records/prompt.ts";
import type { Policy } from "../src/policy/snapshot.ts";

import type { QuestionBody, WhatIf } from "../src/service/service-types.ts";
import { type Asked, askOnSamples, loadCoaching } from "./support/coaching.ts";
import { askSmall, smallPolicy } from "./support/small-policy.ts";

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
    const asked = await answerOf(slug);
    if (asked instanceof AppError) {
      const { code, message, details } = asked;
      golden(join(FOLDER, slug, "refusal.golden.json"), json({ code, message, ...details.extra }));
      return;
    }
    golden(join(FOLDER, slug, "prompt.golden.txt"), promptText(asked.assembly.prompt));
    golden(join(FOLDER, slug, "manifest.golden.json"), json(stable(asked.core)));
  });
});

async function answerOf(slug: string): Promise<Asked | AppError> {
  const files = readdirSync(join(FOLDER, slug));
  const textOf = (file: string): string => readFileSync(join(FOLDER, slug, file), "utf8");
  const { body, what_if: whatIf, policy: named = "coaching" } = parse(textOf("input.yaml")) as Case;
  const shipped = loaded.snapshot.policies.get(named) as Policy;
  if (!files.includes("policy.yaml")) return askOnSamples({ ...loaded, policy: shipped }, body, whatIf);
  const own = files.filter((file) => file.endsWith(".yaml") && file !== "input.yaml");
  const policy = await smallPolicy("", Object.fromEntries(own.map((file) => [file, textOf(file)])));
  return askSmall(policy, body).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
}

/** Digests change with every edit of any file of the policy; what they stand for is asserted elsewhere. */
function stable(core: Core): unknown {
  const { versions, policy, variants, context_hash, zones, blocks, ...rest } = core;
  return { ...rest, policy: policy.name, zones: zones.map(({ name, tokens }) => ({ name, tokens })) };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function promptText(prompt: Prompt): string {
  if (prompt.format === "text") return prompt.payload.text;
  return prompt.format === "openai-chat" ? prompt.payload.messages.map(messageText).join("") : json(prompt.payload);
}

/** The role, whatever else the message has, then its text. */
function messageText(message: ChatMessage): string {
  const { role, content, ...rest } = message;
  const text = typeof content === "string" ? content : content === null ? "" : JSON.stringify(content);
  const beside = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
  return `=== ${role}${beside}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}`;
}

function golden(file: string, text: string): void {
  if (write) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}
