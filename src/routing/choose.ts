/** Which pieces are asked for, in which role, and which are withheld and why. Pure; policy.md, Routing and scopes.yaml. */
import { LRUCache } from "lru-cache";
import { documentsOf, documentsSource, KIND_NAMES, type KindName } from "../policy/schema/kind-names.ts";
import type { Intent, Modifier, Policy, Scope } from "../policy/snapshot.ts";
import { modify, type Table, tableOf } from "./intent-table.ts";
import type { ModifierRecord, Note, Role, Withheld } from "./records.ts";
import type { Decided } from "./route.ts";

export interface Chosen {
  readonly piece: string;
  readonly role: Role;
  readonly notes: readonly Note[];
}

/** A source of documents that is asked. */
export interface ChosenDocuments {
  readonly source: string;
  readonly role: Role;
}

export interface Choice {
  /** Primaries first, then secondaries, then softened ones: the order in which room is given and lines are written. */
  readonly chosen: readonly Chosen[];
  /** Primaries first. Those that no intent of the policy names come last: they are open to every question. */
  readonly documents: readonly ChosenDocuments[];
  readonly withheld: readonly Withheld[];
  /** Kinds that every intent in play excludes, with the reason that each of their candidates gets. */
  readonly withheldKinds: ReadonlyMap<KindName, Omit<Withheld, "id">>;
  readonly modifiers: readonly ModifierRecord[];
  readonly maxWords: number;
  /** Pieces a contender excludes that stay because another intent in play lists them. */
  readonly keptAgainst: readonly string[];
}

export interface ChooseInput {
  readonly policy: Pick<Policy, "intents" | "pieces" | "documents" | "safety">;
  readonly decided: Decided;
  /** Scopes found in the question, in the order of the text, each once. */
  readonly scopes: readonly Scope[];
  readonly referral: boolean;
}

interface Kept {
  readonly policy: ChooseInput["policy"];
  readonly scopes: readonly Scope[];
  readonly choice: Choice;
}

// What is chosen depends on a handful of names only, so each combination is worked out once per policy.
const choices = new WeakMap<ChooseInput["policy"]["intents"], LRUCache<string, Kept>>();
const MOST_CHOICES = 500;

/** Merges the tables of the lead and every contender, the lead's first, after each has been modified by the scopes. */
export function choose(input: ChooseInput): Choice {
  const { policy, decided, scopes, referral } = input;
  const known = choices.get(policy.intents) ?? new LRUCache<string, Kept>({ max: MOST_CHOICES });
  choices.set(policy.intents, known);
  const key = `${decided.lead} ${decided.reason} ${referral} ${decided.contenders.join(" ")}`;
  const kept = known.get(key);
  if (kept !== undefined && isSame(kept, input)) return kept.choice;
  const choice = merge(input);
  known.set(key, { policy, scopes, choice });
  return choice;
}

/** Copies of a policy, as an explanation makes them, share these parts as long as they are equal. */
function isSame({ policy, scopes }: Kept, now: ChooseInput): boolean {
  const own = (["pieces", "documents", "safety"] as const).every((part) => policy[part] === now.policy[part]);
  return own && scopes.length === now.scopes.length && scopes.every((scope, at) => scope === now.scopes[at]);
}

function merge(input: ChooseInput): Choice {
  const { policy, decided } = input;
  const inPlay = [decided.lead, ...decided.contenders.filter((name) => name !== decided.lead)].flatMap(
    (name) => policy.intents.get(name) ?? [],
  );
  const tables = inPlay.map(tableOf);
  const modifiers = runModifiers(tables, input.scopes);
  const primary = union(tables.map((table) => table.primary));
  const secondary = union(tables.map((table) => table.secondary)).filter((piece) => !primary.includes(piece));
  const soft = softened(tables, decided, [...primary, ...secondary]);
  const weak = decided.reason === "below_threshold" || decided.reason === "no_signal";
  const flagged = keptByRedFlag(input, primary);
  const named = [
    ...primary.map((piece): Chosen => ({ piece, role: "primary", notes: [] })),
    ...flagged.map((piece): Chosen => ({ piece, role: "primary", notes: ["kept_by_red_flag"] })),
    ...secondary.filter((piece) => !flagged.includes(piece)).map((piece): Chosen => ({ piece, role: "secondary", notes: [] })),
    ...soft
      .filter((piece) => !flagged.includes(piece))
      .map((piece): Chosen => ({ piece, role: "secondary", notes: ["softened"] })),
  ];
  const listed = new Set(named.map((one) => one.piece));
  const chosen = named.filter((one) => !isKind(one.piece) && documentsSource(one.piece) === null);
  const out = (name: string): Withheld => withhold(name, { tables, inPlay, scopes: input.scopes, weak });
  return {
    chosen,
    documents: documentsIn(named, policy),
    withheld: [...policy.pieces.keys(), ...namedSources(policy)].filter((name) => !listed.has(name)).map(out),
    withheldKinds: new Map(
      KIND_NAMES.filter((kind) => !listed.has(kind)).flatMap((kind) => {
        const { id: _kind, ...why } = out(kind);
        return why.reason === "not_listed" ? [] : [[kind, why] as const];
      }),
    ),
    modifiers,
    maxWords: Math.max(...inPlay.map((intent) => intent.maxWords)),
    keptAgainst:
      decided.reason === "margin"
        ? chosen.map((one) => one.piece).filter((piece) => tables.some((table) => table.exclude.has(piece)))
        : [],
  };
}

function documentsIn(named: readonly Chosen[], policy: ChooseInput["policy"]): readonly ChosenDocuments[] {
  const asked = named.flatMap(({ piece, role }) => {
    const source = documentsSource(piece);
    return source === null ? [] : [{ source, role }];
  });
  const tables = namedSources(policy);
  const open = [...policy.documents.keys()].filter((source) => !tables.has(documentsOf(source)));
  return [...asked, ...open.map((source) => ({ source, role: "secondary" as const }))];
}

/** The sources of documents that some table names, as it names them, in the order of the policy. */
function namedSources({ intents, documents }: ChooseInput["policy"]): ReadonlySet<string> {
  const all = new Set([...intents.values()].flatMap(({ primary, secondary, exclude }) => [...primary, ...secondary, ...exclude]));
  return new Set([...documents.keys()].map(documentsOf).filter((name) => all.has(name)));
}

const isKind = (name: string): boolean => (KIND_NAMES as readonly string[]).includes(name);

/** Promotions of every scope apply; demotions and drops only where all scopes agree, else they are blocked. */
function runModifiers(tables: readonly Table[], scopes: readonly Scope[]): readonly ModifierRecord[] {
  const applied = new Map<string, ModifierRecord["outcome"]>();
  return scopes.flatMap((scope) =>
    scope.modifiers.map((modifier): ModifierRecord => {
      const agreed = modifier.action === "promote" || scopes.every((other) => has(other, modifier));
      const key = `${modifier.action} ${modifier.piece}`;
      const outcome = agreed ? (applied.get(key) ?? run(tables, modifier)) : "scope_uncertain";
      applied.set(key, outcome);
      return { scope: scope.name, ...modifier, outcome };
    }),
  );
}

const run = (tables: readonly Table[], modifier: Modifier): "applied" | "no_effect" =>
  tables.map((table) => modify(table, modifier)).includes(true) ? "applied" : "no_effect";

const has = (scope: Scope, { action, piece }: { readonly action: string; readonly piece: string }): boolean =>
  scope.modifiers.some((other) => other.action === action && other.piece === piece);

/** Under a weak signal nothing is withheld: what is excluded becomes last secondary, in the order of the intents in play. */
function softened(tables: readonly Table[], decided: Decided, listed: readonly string[]): readonly string[] {
  if (decided.reason !== "below_threshold" && decided.reason !== "no_signal") return [];
  const barred = (piece: string) => tables.some((table) => table.dropped.has(piece));
  return union(tables.map((table) => [...table.exclude])).filter((piece) => !listed.includes(piece) && !barred(piece));
}

function keptByRedFlag({ policy, referral }: ChooseInput, primary: readonly string[]): readonly string[] {
  return referral ? (policy.safety.redFlags?.keep ?? []).filter((piece) => !primary.includes(piece)) : [];
}

interface InPlay {
  readonly tables: readonly Table[];
  readonly inPlay: readonly Intent[];
  readonly scopes: readonly Scope[];
  /** Nothing is withheld for an exclude, so what a scope bars is barred by the scope. */
  readonly weak: boolean;
}

function withhold(piece: string, { tables, inPlay, scopes, weak }: InPlay): Withheld {
  const base = { id: piece, stage: "route" as const };
  const excluded = inPlay.some((intent) => intent.exclude.includes(piece));
  const dropped = tables.some((table) => table.removed.has(piece) || (weak && excluded && table.dropped.has(piece)));
  if (dropped) {
    const scope = scopes.find((one) => has(one, { action: "drop", piece }));
    const why = scope?.modifiers.find((modifier) => modifier.piece === piece && modifier.action === "drop")?.reason ?? "";
    return { ...base, reason: "scope_dropped", detail: { scope: scope?.name ?? "", why } };
  }
  const excludedBy = inPlay.filter((intent) => intent.exclude.includes(piece)).map((intent) => intent.name);
  if (excludedBy.length === inPlay.length) return { ...base, reason: "excluded", detail: { excluded_by: excludedBy } };
  return { ...base, reason: "not_listed", detail: excludedBy.length > 0 ? { excluded_by: excludedBy } : {} };
}

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];
