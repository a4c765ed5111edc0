/** Stand-in until the branch `cut` is merged. Pure. */
import type { Problem } from "../policy/problem.ts";
import type { Document, Section } from "./document.ts";

export interface CutOptions {
  readonly language: string;
  readonly longest: number;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly plans: readonly string[];
}

export interface CutDocument {
  readonly document: Document | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function cutDocument(path: string, text: string, shown: string, options: CutOptions): CutDocument {
  const [, front = "", body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const keys = new Map(front.split("\n").map((line) => [line.split(": ")[0] ?? "", line.split(": ")[1] ?? ""]));
  if (keys.has("nonsense")) {
    const problem: Problem = { file: shown, line: 2, column: 1, code: "unknown-key", message: "nonsense" };
    return { document: null, problems: [problem], warnings: [] };
  }
  const sections = body.split(/^(?=# )/m).flatMap((part, index): Section[] => {
    const [heading = "", ...rest] = part.startsWith("# ") ? part.split("\n") : ["", part];
    const name = heading.slice(2);
    const below = rest.join("\n").trim();
    if (below === "") return [];
    const place = { number: String(index), headings: name === "" ? [] : [name], anchor: name, line: 1, part: null };
    return [{ id: `${path}#${name}`, text: below, ...place }];
  });
  const head = {
    title: path,
    language: options.language,
    key: keys.get("key") ?? null,
    version: (keys.get("version") ?? "").replaceAll('"', "") || null,
    supersedes: (keys.get("supersedes") ?? "")
      .replace(/[[\]"]/g, "")
      .split(", ")
      .filter((link) => link !== ""),
    publishedAt: null,
    effectiveFrom: null,
    effectiveTo: null,
    topic: null,
    acl: null,
    appliesTo: new Map(),
  };
  return { document: { path, head, sections }, problems: [], warnings: [] };
}
