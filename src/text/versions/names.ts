/** What links between versions are called by: "refund@1", whichever way the version is written. Pure. */
import { readVersion, versionKey } from "./versions.ts";

interface Named {
  readonly id: string;
  readonly key: string | null;
  readonly version: string | null;
}

/** By id, or by key and version; the latter in a form that no id has, but for a version with an @ of its own. */
export function namesOf({ id, key, version }: Named): readonly string[] {
  if (key === null || version === null) return [id];
  return version.includes("@") ? [...new Set([id, `${key}@${version}`])] : [id, versionName(key, version)];
}

/** What a link may mean: an id, and what stands before and behind its last @. */
export function calledBy(link: string): readonly string[] {
  const at = link.lastIndexOf("@");
  return at < 1 ? [link] : [link, versionName(link.slice(0, at), link.slice(at + 1))];
}

/** As versions are compared: a link to refund@1 means version "v1" and "1.0" too. */
const versionName = (key: string, version: string): string => `\n${key}@${versionKey(readVersion(version))}`;
