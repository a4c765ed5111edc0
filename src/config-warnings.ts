/** Warnings for names in the environment that nothing reads and that look like ours: a misspelt variable is silent otherwise. Pure. */
import { editDistance } from "./policy/nearest.ts";

const PREFIX = "WINNOW_";
const MOST_EDITS = 2;
/** Names of settings that later versions have, and that people set today. */
const NOT_YET = new Set(["POLICIES_WATCH", "CORS_ORIGINS"]);
/** PATH is two edits from AUTH, HOME two from HOST: short names get one. */
const SHORT_NAME_LENGTH = 8;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * One line for each name that is not in `names` and is a setting of later versions, begins with WINNOW_ or is within two edits of one
 * of `names`, sorted. `names`: what the service reads and, once they are loaded, what its policies name (PROFILE_URL). Other
 * names are not ours to judge. Shows no value.
 */
export function nameWarnings(environment: Environment, names: readonly string[]): readonly string[] {
  return Object.entries(environment)
    .filter(([name, value]) => !names.includes(name) && value !== undefined && value.trim() !== "" && !isServiceLink(name, value))
    .flatMap(([name]) => {
      if (NOT_YET.has(name.replace(/_FILE$/, ""))) return [`${name} is not read by this version.`];
      const near = nearest(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name, names);
      if (near !== null) return [`${name} is not read. Did you mean ${near}?`];
      return name.startsWith(PREFIX) ? [`${name} is not read; no variable begins with ${PREFIX}.`] : [];
    })
    .sort();
}

/** Kubernetes and Docker set WINNOW_SERVICE_HOST, WINNOW_PORT=tcp://… for a service called winnow. */
const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)/.test(name) || /^(tcp|udp):\/\//.test(value.trim());

/** Plural and singular count as the same: POLICY_DIR is close to POLICIES_DIR. */
function nearest(name: string, names: readonly string[]): string | null {
  const wanted = singular(name);
  const ranked = names
    .flatMap((candidate) => {
      const most = candidate.length < SHORT_NAME_LENGTH ? 1 : MOST_EDITS;
      const own = singular(candidate);
      // Compared letter by letter only where the lengths let them be near: an environment has many names.
      const edits = Math.abs(own.length - wanted.length) > most ? most + 1 : editDistance(wanted, own);
      return edits > most ? [] : [{ candidate, edits }];
    })
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1));
  return ranked[0]?.candidate ?? null;
}

const singular = (name: string): string =>
  name
    .toUpperCase()
    .replace(/IES(?=_|$)/g, "Y")
    .replace(/S(?=_|$)/g, "");
