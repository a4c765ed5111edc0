/** What was learnt from usage, in the store's own SQLite file: reading and writing are apart, since each has its own connection. */
import type { Database } from "better-sqlite3";
import type { LearntStore, LearntText } from "../learnt-store.ts";
import type { LearntRow, Written } from "./entries.ts";
import { type Reading, reading } from "./reading.ts";

export function learntReader(from: Reading): LearntStore["readLearnt"] {
  const select = from.database.prepare<[], LearntText>("SELECT body AS text, revision FROM learnt");
  return async () => reading(from, "What was learnt", () => select.get()) ?? { text: null, revision: 0 };
}

/** Call in a transaction. */
export function learntWriter(database: Database): (row: LearntRow) => Written {
  const put = database.prepare<[LearntRow]>(
    `INSERT INTO learnt (only_row, revision, body) VALUES (1, @revision + 1, @text)
     ON CONFLICT (only_row) DO UPDATE SET revision = excluded.revision, body = excluded.body WHERE learnt.revision = @revision`,
  );
  return (row) => ({ kind: "learnt", isWritten: put.run(row).changes > 0 });
}
