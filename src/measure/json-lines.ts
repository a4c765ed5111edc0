/** Reads files of JSON lines, and says every fault with its line. Pure. */
import type { z } from "zod";
import { issueMessage } from "../policy/read/issue-message.ts";
import { valueAt } from "../policy/yaml/value-at.ts";
import { repeatedMembers } from "../text/json/repeated-members.ts";

/** What stands on one line, from 1. */
export interface JsonLine {
  readonly line: number;
  readonly read: { readonly value: unknown } | { readonly fault: string };
}

/** The lines that are not blank; null for other bytes than UTF-8. */
export function jsonLines(bytes: Uint8Array): readonly JsonLine[] | null {
  const text = utf8(bytes);
  if (text === null) return null;
  return text
    .split("\n")
    .flatMap((written, index) => (written.trim() === "" ? [] : [{ line: index + 1, read: readJson(written) }]));
}

function utf8(bytes: Uint8Array): string | null {
  try {
    // A byte order mark at the start is taken away.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readJson(written: string): JsonLine["read"] {
  try {
    const value: unknown = JSON.parse(written);
    const [repeated] = repeatedMembers(written, value);
    if (repeated === undefined) return { value };
    const { path, first, again } = repeated;
    return { fault: `${path.join(".")}: expected one value, got several, at characters ${first} and ${again}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : "?";
    return { fault: `expected a JSON object, got text that is no JSON: ${why}; it stands on one line, whole` };
  }
}

/** `member: expected …, got …` for each thing that does not fit. */
export function shapeFaults(issues: readonly z.core.$ZodIssue[], value: unknown): readonly string[] {
  return issues.map((issue) => {
    const { path } = issue;
    const { message } = issueMessage(issue, { value: valueAt(value, path), written: null, origin: "file" });
    return path.length === 0
      ? message.replace("a mapping (key: value)", "a JSON object")
      : `${path.map(String).join(".")}: ${message}`;
  });
}
