/** One intent's table under the modifiers of the scopes found. Pure; policy.md, scopes.yaml. */
import type { Intent, Modifier } from "../policy/snapshot.ts";

/** Mutable while modifiers run over it; nobody else sees it. */
export interface Table {
  readonly primary: string[];
  readonly secondary: string[];
  readonly exclude: ReadonlySet<string>;
  /** Barred by a drop, listed or not. */
  readonly dropped: Set<string>;
  /** Taken out of the table by a drop. */
  readonly removed: Set<string>;
}

export const tableOf = (intent: Intent): Table => ({
  primary: [...intent.primary],
  secondary: [...intent.secondary],
  exclude: new Set(intent.exclude),
  dropped: new Set(),
  removed: new Set(),
});

/** Applies one modifier; false when it changes nothing here. */
export function modify(table: Table, { action, piece }: Modifier): boolean {
  if (action === "promote") return promote(table, piece);
  if (action === "demote") return demote(table, piece);
  return drop(table, piece);
}

/** secondary → primary, not listed → last secondary; never undoes an exclude or a drop. */
function promote(table: Table, piece: string): boolean {
  if (table.exclude.has(piece) || table.dropped.has(piece) || table.primary.includes(piece)) return false;
  if (remove(table.secondary, piece)) table.primary.push(piece);
  else table.secondary.push(piece);
  return true;
}

/** primary → first secondary, secondary → last. */
function demote(table: Table, piece: string): boolean {
  if (remove(table.primary, piece)) {
    table.secondary.unshift(piece);
    return true;
  }
  if (table.secondary.at(-1) === piece || !remove(table.secondary, piece)) return false;
  table.secondary.push(piece);
  return true;
}

/** Out, whatever the role. */
function drop(table: Table, piece: string): boolean {
  const had = remove(table.primary, piece) || remove(table.secondary, piece);
  table.dropped.add(piece);
  if (had) table.removed.add(piece);
  return had;
}

function remove(list: string[], piece: string): boolean {
  const at = list.indexOf(piece);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
