/**
 * Keeps the native objects of better-sqlite3 from being collected.
 *
 * Compiled against the headers of Node 24, the destructor of a wrapped native object asks for the current environment, and
 * during a garbage collection there may be none: the process aborts. So every statement and database that is made stays
 * referenced for the life of the process. A service makes a few dozen, all at boot.
 */
import type { Database } from "better-sqlite3";

const kept: object[] = [];
const patched = new Set<object>();

interface NativeDatabase {
  prepare(...given: readonly unknown[]): object;
}

/** Call once per opened database, before its first statement. Also covers pragmas and transactions, which prepare inside. */
export function keepNatives(database: Database): void {
  const [key] = Object.getOwnPropertySymbols(database);
  const native = key === undefined ? undefined : (database as unknown as Record<symbol, NativeDatabase>)[key];
  if (native === undefined) return;
  kept.push(native);
  const shared = Object.getPrototypeOf(native) as NativeDatabase;
  if (patched.has(shared)) return;
  patched.add(shared);
  const { prepare } = shared;
  shared.prepare = function (this: NativeDatabase, ...given: readonly unknown[]): object {
    const statement = prepare.apply(this, given as unknown[]);
    kept.push(statement, this);
    return statement;
  };
}
