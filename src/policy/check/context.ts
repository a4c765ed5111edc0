/** What the checks across files share: names of every kind, and problems with their places. Pure. */
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import type { FileKey } from "../read/policy-files.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { FileReading } from "../read/read-shape.ts";
import { documentsOf } from "../schema/kind-names.ts";
import type { Path } from "../yaml/locate.ts";
import { isRecord } from "../yaml/value-at.ts";

/** The names of one kind; null where their file cannot tell, and then nothing is said about names of that kind. */
export type Names = KnownNames | null;

interface KnownNames {
  readonly all: ReadonlySet<string>;
  /** What may be meant by an unknown name. */
  readonly hint: (name: string, what: string) => string;
}

/** Finding the nearest name takes time; nobody reads the hundredth. */
const MAX_HINTS = 100;

function knownNames(names: readonly string[]): KnownNames {
  const all = new Set(names);
  let given = 0;
  return {
    all,
    hint: (name, what) => {
      given += 1;
      return given > MAX_HINTS ? `it has ${all.size} ${what}` : suggestion(name, all, what);
    },
  };
}

export interface CheckContext {
  readonly reading: PolicyReading;
  readonly production: boolean;
  readonly pieces: Names;
  /** The upstream services: what pieces and parameters come from. */
  readonly services: Names;
  /** The sources of documents. */
  readonly documents: Names;
  /** What a table of intents, a scope or a test may name: pieces, and whole sources of documents. */
  readonly listed: Names;
  readonly intents: Names;
  readonly scopes: Names;
  readonly plans: Names;
  readonly attributes: Names;
  /** The policy's own language; null where policy.yaml cannot tell. */
  readonly language: string | null;
}

/** Files that may be absent: then there are no such names. */
const OPTIONAL: ReadonlySet<FileKey> = new Set(["sources", "pieces", "scopes"]);

export function checkContext(reading: PolicyReading, production: boolean): CheckContext {
  const names = (key: FileKey, member: string): Names => namesOf(reading.files[key], member, OPTIONAL.has(key));
  return {
    reading,
    production,
    pieces: names("pieces", "pieces"),
    ...sourceNames(reading),
    intents: names("intents", "intents"),
    scopes: names("scopes", "scopes"),
    plans: names("policy", "plans"),
    attributes: names("policy", "attributes"),
    language: languageOf(reading.files.policy),
  };
}

/** Told apart by their first key, so that a fault in one does not make its name unknown. */
function sourceNames(reading: PolicyReading): Pick<CheckContext, "services" | "documents" | "listed"> {
  const { present, parsed, raw } = reading.files.sources;
  const pieces = namesOf(reading.files.pieces, "pieces", true);
  if (!present) return { services: knownNames([]), documents: knownNames([]), listed: pieces };
  const entries = parsed && isRecord(raw) ? raw["sources"] : null;
  const all = namesOf(reading.files.sources, "sources", true);
  if (all === null || !isRecord(entries)) return { services: all, documents: all, listed: all === null ? null : pieces };
  const folders = Object.keys(entries).filter((name) => isRecord(entries[name]) && isDocuments(entries[name]));
  const listed = pieces === null ? null : knownNames([...pieces.all, ...folders.map(documentsOf)]);
  const services = knownNames([...all.all].filter((name) => !folders.includes(name)));
  return { services, documents: knownNames(folders), listed };
}

const isDocuments = (entry: object): boolean => "folder" in entry || "search" in entry;

const languageOf = ({ value, isFaulty }: PolicyReading["files"]["policy"]): string | null =>
  isFaulty(["language"]) ? null : (value.language ?? null);

/** The keys as written, those of faulty entries included: a fault in an entry does not make its name unknown. */
function namesOf({ present, parsed, raw, problems }: FileReading<unknown>, member: string, optional: boolean): Names {
  if (!present) return optional ? knownNames([]) : null;
  if (!parsed || !isRecord(raw)) return null;
  const entries = raw[member];
  if (!isRecord(entries) || Array.isArray(entries)) return entries === undefined && problems.length === 0 ? knownNames([]) : null;
  const names = Object.keys(entries);
  return names.length === 0 && problems.length > 0 ? null : knownNames([...names, ...names.map(meant)]);
}

/** The name that a key of the wrong form was meant to be, so that only its form is told. */
const meant = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]+/g, "_");

export interface Place {
  readonly reading: FileReading<unknown>;
  readonly path: Path;
  readonly where?: "key" | "value";
}

export function problemAt({ reading, path, where = "value" }: Place, code: ProblemCode, message: string): Problem {
  return { file: reading.file, ...reading.at(path, where), code, message };
}

const PLURALS = {
  piece: "pieces",
  source: "sources",
  intent: "intents",
  scope: "scopes",
  plan: "plans",
} as const;

/** Nothing for a known name, else `"x" is not a piece of this policy; did you mean "y"?`. */
export function unknownName(place: Place, what: keyof typeof PLURALS, name: string, known: Names): readonly Problem[] {
  if (known === null || known.all.has(name)) return [];
  const message = `"${name}" is not ${/^[aeiou]/.test(what) ? "an" : "a"} ${what} of this policy; ${known.hint(name, PLURALS[what])}`;
  return [problemAt(place, `unknown-${what}`, message)];
}

/** The line of a path, for messages that name another place. */
export const lineOf = (reading: FileReading<unknown>, path: Path): number => reading.at(path, "key").line;
