/** Writes texts, each once per tenant, and who refers to them: the key of a text is sealed for each person who does. */
import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { ownerPlace } from "../places.ts";
import type { TextRow } from "../record-rows.ts";
import { hourOf } from "../retention.ts";
import { type Seals, seal } from "../seal.ts";
import type { SubjectKeys } from "./subject-keys.ts";

/** About 250 bytes each. */
const MAX_KNOWN = 20_000;

/** Whose manifest or answer refers to the texts, and when. */
export interface TextUse {
  readonly tenant: string;
  readonly subjectHash: Buffer;
  readonly usedMs: number;
}

/**
 * Call in one transaction, between `begin` and `committed`. Invariant: a known text is in the file, with its owner, used in
 * that hour. So it becomes known only after the commit, and all is forgotten once something may have erased it.
 */
export interface TextWriter {
  begin(): void;
  /** How many were not in the store. */
  put(use: TextUse, texts: readonly TextRow[]): number;
  committed(): void;
  forget(): void;
}

export function textWriter(database: Database, seals: Seals, keys: SubjectKeys): TextWriter {
  const put = putter(database, seals, keys);
  const known = new LRUCache<string, number>({ max: MAX_KNOWN });
  const fresh = new Map<string, number>();
  return {
    begin: () => fresh.clear(),
    put(use, texts) {
      const hour = hourOf(use.usedMs);
      const owner = use.subjectHash.toString("latin1");
      let added = 0;
      for (const { hash, body } of texts) {
        const key = owner + hash;
        if ((fresh.get(key) ?? known.get(key) ?? -1) >= hour) continue;
        if (put(use, { hash: Buffer.from(hash, "hex"), body, hour })) added += 1;
        fresh.set(key, hour);
      }
      return added;
    },
    committed() {
      for (const [key, hour] of fresh) known.set(key, hour);
      fresh.clear();
    },
    forget: () => known.clear(),
  };
}

interface Put {
  readonly hash: Buffer;
  readonly body: string;
  readonly hour: number;
}

/** True for a text that was not there. */
function putter(database: Database, seals: Seals, keys: SubjectKeys): (use: TextUse, text: Put) => boolean {
  const find = database.prepare<[string, Buffer], number>("SELECT row FROM texts WHERE tenant = ? AND hash = ?").pluck();
  const insert = database.prepare("INSERT INTO texts (tenant, hash, sealed) VALUES (?, ?, ?)");
  const use = database.prepare("UPDATE text_owners SET used_hour = max(used_hour, ?) WHERE text = ? AND subject_hash = ?");
  const own = database.prepare("INSERT INTO text_owners (text, subject_hash, used_hour, wrapped) VALUES (?, ?, ?, ?)");
  return ({ tenant, subjectHash }, { hash, body, hour }) => {
    const found = find.get(tenant, hash);
    if (found !== undefined && use.run(hour, found, subjectHash).changes > 0) return false;
    const { key, sealed } = seals.sealText(tenant, hash, body);
    const row = found ?? insert.run(tenant, hash, sealed).lastInsertRowid;
    own.run(row, subjectHash, hour, seal(keys.hold(tenant, subjectHash), key, ownerPlace(tenant, hash)));
    return found === undefined;
  };
}
