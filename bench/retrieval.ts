/**
 * Finding sections: time and coverage beside minisearch, Orama and SQLite FTS5, on the same texts and questions in one run.
 * `RETRIEVAL_SET=FILE` adds a labelled set of your own; without it the texts are made up.
 */
import { readFileSync } from "node:fs";
import { create, insertMultiple, search } from "@orama/orama";
import Database from "better-sqlite3";
import MiniSearch from "minisearch";
import { DEFAULT_WEIGHTS, viewOf } from "../src/documents/index-view.ts";
import { readQuery } from "../src/documents/query.ts";
import { rank } from "../src/documents/rank.ts";
import { buildIndex } from "../src/documents/section-index.ts";
import { readSet } from "../src/measure/retrieval-set.ts";
import { type Asked, madeUpSet, type Text } from "./made-up-sections.ts";

const MOST = 10;
/** Sections, and what a query and the index are asked to take. */
const SIZES = [
  { size: 38, queryMs: 0.05, indexMs: null },
  { size: 1_000, queryMs: 0.2, indexMs: 400 },
  { size: 20_000, queryMs: 2, indexMs: null },
] as const;
const QUESTIONS = 200;

/** Places of the best texts, best first. */
type Find = (question: string) => readonly number[] | Promise<readonly number[]>;
interface Library {
  readonly name: string;
  readonly index: (texts: readonly Text[]) => Find | Promise<Find>;
  /** More sections would take it minutes. */
  readonly most?: number;
}

const LIBRARIES: readonly Library[] = [
  { name: "winnow", index: ours },
  { name: "minisearch", index: miniSearch },
  { name: "orama", index: orama, most: 5_000 },
  { name: "sqlite fts5", index: fullText },
];

/** Prints each figure next to what is asked; takes about a minute. */
export async function benchRetrieval(): Promise<void> {
  for (const { size, queryMs, indexMs } of SIZES) {
    const { texts, questions } = madeUpSet(size, QUESTIONS);
    const asked = `asked of winnow: ${queryMs} ms a query${indexMs === null ? "" : `, ${indexMs} ms the index`}`;
    console.log(`${size} made-up sections, ${questions.length} questions (${asked})`);
    await compare(texts, questions);
  }
  const file = process.env["RETRIEVAL_SET"];
  if (file !== undefined) await compareOn(file);
}

async function compareOn(file: string): Promise<void> {
  const read = readSet(file, readFileSync(file));
  if ("faults" in read) throw new Error(read.faults[0]);
  if (!("sections" in read.corpus)) throw new Error(`${file}:1 corpus: expected a list of sections, got the name of a folder`);
  const { sections } = read.corpus;
  const places = new Map(sections.map(({ id }, at) => [id, at]));
  const texts = sections.map(({ heading, text, lang }) => ({ heading, text, language: lang }));
  const questions = read.questions.map(({ question, answers }) => ({
    question,
    answers: (answers[0] ?? []).map((id) => places.get(id) ?? -1),
  }));
  console.log(`${read.set}: ${texts.length} sections, ${questions.length} questions, whatever their dates and documents`);
  await compare(texts, questions);
}

async function compare(texts: readonly Text[], questions: readonly Asked[]): Promise<void> {
  for (const { name, index, most } of LIBRARIES) {
    if (most !== undefined && texts.length > most) continue;
    const start = cpuMs();
    const find = await index(texts);
    const built = cpuMs() - start;
    const best = questions.map(() => Number.POSITIVE_INFINITY);
    const found: (readonly number[])[] = [];
    for (let round = 0; round < (texts.length > 10_000 ? 2 : 5); round += 1) {
      for (const [at, { question }] of questions.entries()) {
        const from = performance.now();
        found[at] = await find(question);
        best[at] = Math.min(best[at] as number, performance.now() - from);
      }
    }
    const sorted = [...best].sort((a, b) => a - b);
    const time = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(3);
    console.log(
      `  ${name.padEnd(12)} p50 ${time(0.5).padStart(8)} ms, p99 ${time(0.99).padStart(8)} ms, index ${built.toFixed(0).padStart(6)} ms, ` +
        `coverage at 1 ${covered(questions, found, 1)}, at 4 ${covered(questions, found, 4)}`,
    );
  }
}

function covered(questions: readonly Asked[], found: readonly (readonly number[])[], depth: number): string {
  const hits = questions.filter(({ answers }, at) => answers.every((one) => found[at]?.slice(0, depth).includes(one)));
  return `${((100 * hits.length) / questions.length).toFixed(1)}%`;
}

/** Of this process: others run beside it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function ours(texts: readonly Text[]): Find {
  const index = buildIndex(texts);
  const view = viewOf(index, null, DEFAULT_WEIGHTS);
  return (question) => rank(view, readQuery(question, index), MOST).map(({ at }) => at);
}

function miniSearch(texts: readonly Text[]): Find {
  const library = new MiniSearch({ fields: ["heading", "text"] });
  library.addAll(texts.map((text, id) => ({ ...text, id })));
  return (question) =>
    library
      .search(question)
      .slice(0, MOST)
      .map(({ id }) => Number(id));
}

async function orama(texts: readonly Text[]): Promise<Find> {
  const library = create({ schema: { heading: "string", text: "string" } });
  await insertMultiple(
    library,
    texts.map((text, id) => ({ ...text, id: String(id) })),
  );
  return async (question) => {
    const { hits } = await search(library, { term: question, limit: MOST });
    return hits.map(({ id }) => Number(id));
  };
}

function fullText(texts: readonly Text[]): Find {
  const library = new Database(":memory:");
  library.exec("CREATE VIRTUAL TABLE sections USING fts5(heading, text, tokenize = 'porter unicode61')");
  const insert = library.prepare("INSERT INTO sections (rowid, heading, text) VALUES (?, ?, ?)");
  library.transaction(() => {
    for (const [at, { heading, text }] of texts.entries()) insert.run(at + 1, heading, text);
  })();
  const select = library.prepare(`SELECT rowid FROM sections WHERE sections MATCH ? ORDER BY rank LIMIT ${MOST}`).pluck();
  return (question) => {
    const words = question.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    return (select.all(words.map((word) => `"${word}"`).join(" OR ")) as number[]).map((row) => row - 1);
  };
}
