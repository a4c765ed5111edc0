/** The encodings that can be counted exactly, each loaded on first use and shared from then on. Reads modules only. */
import { buildRankTable, type RankTable } from "./rank-table.ts";

export const ENCODINGS = ["o200k_base", "cl100k_base"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface LoadedEncoding {
  /** js-tiktoken's pattern, for the flag `u`: cuts a text into pieces that are merged apart. */
  readonly pattern: string;
  readonly table: RankTable;
}

interface RankFile {
  readonly pat_str: string;
  readonly bpe_ranks: string;
}

const FILES: Readonly<Record<Encoding, () => Promise<{ default: RankFile }>>> = {
  o200k_base: () => import("js-tiktoken/ranks/o200k_base"),
  cl100k_base: () => import("js-tiktoken/ranks/cl100k_base"),
};

/** The tables never change and take 5 MB, so every counter of an encoding shares them. */
const loaded = new Map<Encoding, Promise<LoadedEncoding>>();

/** Loads an encoding: a tenth of a second the first time. Rejects only where the package js-tiktoken is missing. */
export function loadEncoding(encoding: Encoding): Promise<LoadedEncoding> {
  const known = loaded.get(encoding) ?? load(encoding);
  loaded.set(encoding, known);
  return known;
}

async function load(encoding: Encoding): Promise<LoadedEncoding> {
  const file = (await FILES[encoding]()).default;
  return { pattern: file.pat_str, table: buildRankTable(file.bpe_ranks) };
}
