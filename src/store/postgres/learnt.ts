/** What was learnt from usage, one text for all instances. It belongs to no tenant. IO through the connections. */
import type { LearntStore, LearntText } from "../learnt-store.ts";
import { type Reading, reading } from "./reading.ts";
import { type Writing, writing } from "./writing.ts";

const READ = "SELECT body AS text, revision FROM winnow.learnt";
const WRITE = `
  INSERT INTO winnow.learnt (only_row, revision, body) VALUES (1, $1 + 1, $2)
  ON CONFLICT (only_row) DO UPDATE SET revision = excluded.revision, body = excluded.body WHERE learnt.revision = $1
  RETURNING revision`;

export const learntStore = (to: Writing & Reading): LearntStore => ({
  async readLearnt() {
    const [found] = await reading(to, null, (transaction) => transaction.rows<LearntText>(READ, []));
    return found ?? { text: null, revision: 0 };
  },
  writeLearnt: (text, revision) =>
    writing(to, null, async (transaction) => (await transaction.rows(WRITE, [revision, text])).length > 0),
});
