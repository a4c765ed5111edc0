/** A snapshot as files to keep, and what a replay loads of them again. Pure. */
import type { Environment } from "./read/environment.ts";
import type { Snapshot } from "./snapshot.ts";

const ENVIRONMENT = "environment.json";
const POLICIES = "policies/";
/** No policy has this name; the language files of a folder of policies stand under it. */
const LANGUAGES = "languages";

/** Every file that decides, by its path, and what the policies were filled in with. */
export function snapshotFiles({ policies, languageTexts }: Snapshot): ReadonlyMap<string, string> {
  const ofPolicies = [...policies].flatMap(([name, { files }]) =>
    [...files].map(([path, text]) => [`${POLICIES}${name}/${path}`, text] as const),
  );
  const environment = Object.fromEntries([...policies.values()].flatMap((policy) => [...policy.environment]));
  return new Map([...ofPolicies, ...languageTexts, [ENVIRONMENT, JSON.stringify(environment)]]);
}

export interface SnapshotTexts {
  /** By the policy's name, then by path. */
  readonly policies: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** All of them: those of today's service do not count. */
  readonly languages: ReadonlyMap<string, string>;
  /** What policy.yaml was filled in with. */
  readonly environment: Environment;
}

export function readSnapshotFiles(files: ReadonlyMap<string, string>): SnapshotTexts {
  const policies = new Map<string, Map<string, string>>();
  const languages = new Map<string, string>();
  for (const [path, text] of files) {
    const [top = "", name = "", ...rest] = path.split("/");
    if (path === ENVIRONMENT) continue;
    if (`${top}/` !== POLICIES || name === LANGUAGES) languages.set(path, text);
    else policies.set(name, (policies.get(name) ?? new Map<string, string>()).set(rest.join("/"), text));
  }
  return { policies, languages, environment: JSON.parse(files.get(ENVIRONMENT) ?? "{}") as Environment };
}
