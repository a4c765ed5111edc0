/** The vectors of the sections of every corpus in use: read from the store, asked for in the background, served as far as they are there. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Embedder } from "../model/embeddings.ts";
import type { VectorStore } from "../store/vector-store.ts";
import { createSectionEmbedder, type EmbedFault, type SectionEmbedder } from "./embed-sections.ts";
import { createVectorMemory, type VectorMemory } from "./vector-memory.ts";

/** Different texts with a vector in memory, all corpora together: 123 MB at 1,536 dimensions, 328 MB at the most of 4,096. */
const MAX_SECTIONS = 20_000;
/** For the embedder of sections: a batch on a machine without an accelerator takes seconds. */
export const SECTIONS_DEADLINE_MS = 30_000;
/** Texts hashed and looked up in one turn of the event loop. */
const TEXTS_PER_TURN = 64;

export interface SectionVectorsOptions {
  /** One of its own, with a deadline for whole batches: the one for questions must not wait behind them. */
  readonly embedder: Pick<Embedder, "model" | "batch" | "embed">;
  readonly store: VectorStore;
  /** Different texts, all corpora together; those above it have no vector. Default 20,000. */
  readonly maxSections?: number;
  /** Milliseconds without a call after a fault, doubled by each further one; default 1,000. */
  readonly firstRestMs?: number;
  /** Default 300,000. */
  readonly longestRestMs?: number;
  /** For the log. Must not throw. */
  readonly onFault?: (fault: EmbedFault) => void;
}

export interface CorpusVectors {
  /** One per text, in their order; null where there is none (yet). Empty for a corpus that is not kept. Never changed. */
  readonly vectors: readonly (Float32Array | null)[];
  /** How many are not null. */
  readonly present: number;
}

export interface SectionVectors {
  /** Reads and fills the vectors of a corpus in the background; returns at once. The digest stands for exactly these texts. */
  keep(corpusDigest: string, texts: readonly string[]): void;
  /** Frees what no other corpus needs. After `keep` of its successor, what both have is not read again. */
  forget(corpusDigest: string): void;
  /**
   * What is there now, for a question's vector of this many dimensions. The first question decides on the number: stored
   * vectors of another one (the model changed under its name) are asked for again.
   */
  vectorsOf(corpusDigest: string, dimensions: number): CorpusVectors;
  /** Stops asking; resolves when nothing runs any more. Call before the store and the embedder are closed. */
  close(): Promise<void>;
}

interface Corpus {
  readonly texts: readonly string[];
  /** Of the texts that were looked up so far. */
  readonly hashes: string[];
  /** The last answer, and what it was made from: the generation of the memory, and how many hashes were known. */
  served: CorpusVectors;
  servedFrom: readonly [generation: number, hashes: number];
}

const NONE: CorpusVectors = Object.freeze({ vectors: Object.freeze([]), present: 0 });

/** Lookups and clearing run one after another, in the order they were asked for, and never in the turn of a request. */
export function createSectionVectors(options: SectionVectorsOptions): SectionVectors {
  const memory = createVectorMemory(options.maxSections ?? MAX_SECTIONS);
  const parts = { ...options, memory, filler: fillerOf(options, memory) };
  const corpora = new Map<string, Corpus>();
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const enqueue = (job: () => Promise<void>): void => {
    work = work.then(() => (closed ? undefined : job()));
  };

  async function read(corpus: Corpus): Promise<void> {
    for (let from = 0; from < corpus.texts.length && !closed; from += TEXTS_PER_TURN) {
      await lookUp(corpus, from, parts);
      await nextTurn();
    }
  }

  async function readAll(): Promise<void> {
    for (const corpus of corpora.values()) await read(corpus);
  }

  async function clear(): Promise<void> {
    const needed = new Set([...corpora.values()].flatMap(({ hashes }) => hashes));
    memory.clear((hash) => needed.has(hash));
    await readAll(); // the places may be free that others went without
  }

  return {
    keep(corpusDigest, texts) {
      if (corpora.has(corpusDigest)) return;
      const corpus: Corpus = { texts, hashes: [], served: NONE, servedFrom: [-1, 0] };
      corpora.set(corpusDigest, corpus);
      enqueue(() => read(corpus));
    },
    forget(corpusDigest) {
      if (corpora.delete(corpusDigest)) enqueue(clear);
    },
    vectorsOf(corpusDigest, dimensions) {
      if (memory.decide(dimensions)) enqueue(readAll);
      const corpus = corpora.get(corpusDigest);
      return corpus === undefined || !memory.fits(dimensions) ? NONE : serve(corpus, memory);
    },
    async close() {
      closed = true;
      await parts.filler.close();
      await work;
    },
  };
}

function fillerOf(options: SectionVectorsOptions, memory: VectorMemory): SectionEmbedder {
  const { embedder, store, firstRestMs = 1_000, longestRestMs = 300_000, onFault = () => {} } = options;
  let writing: Promise<unknown> = Promise.resolve();
  const filler = createSectionEmbedder({
    embedder,
    isWanted: memory.isMissing,
    accept(found) {
      if (![...found.values()].every(({ length }) => memory.fits(length))) return false;
      const write = store.write(embedder.model, found); // where that fails, memory has them until the process ends
      writing = Promise.all([writing, write]);
      memory.take(found);
      return true;
    },
    onFault,
    firstRestMs,
    longestRestMs,
  });
  return {
    ...filler,
    async close() {
      await filler.close();
      await writing;
    },
  };
}

interface LookUp extends Pick<SectionVectorsOptions, "embedder" | "store"> {
  readonly memory: VectorMemory;
  readonly filler: SectionEmbedder;
}

/** Gives places to the texts of one turn that have none, takes what the store has of them, and hands on the rest. */
async function lookUp({ texts, hashes }: Corpus, from: number, { memory, filler, embedder, store }: LookUp): Promise<void> {
  const some = texts
    .slice(from, from + TEXTS_PER_TURN)
    .map((text, index) => ({ hash: hashes[from + index] ?? hashOf(text), text }));
  hashes.splice(from, some.length, ...some.map(({ hash }) => hash));
  const placed = memory.place(some.map(({ hash }) => hash));
  memory.take(await store.read(embedder.model, [...placed]));
  const textOf = new Map(some.map(({ hash, text }) => [hash, text]));
  filler.add([...placed].filter(memory.isMissing).map((hash) => ({ hash, text: textOf.get(hash) as string })));
}

/** Made anew only after a vector came or went, so a request costs no walk over the corpus. */
function serve(corpus: Corpus, memory: VectorMemory): CorpusVectors {
  const { texts, hashes, servedFrom } = corpus;
  if (servedFrom[0] === memory.generation() && servedFrom[1] === hashes.length) return corpus.served;
  const vectors = texts.map((_, at) => memory.vectorOf(hashes[at] ?? ""));
  const present = vectors.reduce((count, vector) => count + (vector === null ? 0 : 1), 0);
  corpus.served = Object.freeze({ vectors: Object.freeze(vectors), present });
  corpus.servedFrom = [memory.generation(), hashes.length];
  return corpus.served;
}

const hashOf = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
