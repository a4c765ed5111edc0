/** The encodings that can be counted exactly, each loaded on first use and shared from then on. Reads what the build made of them. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { packRanks, type RankFile, unpackRanks } from "./rank-file.ts";
import { type RankTable, rankDataOf, rankTable } from "./rank-table.ts";

export const ENCODINGS = ["o200k_base", "cl100k_base"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface LoadedEncoding {
  /** js-tiktoken's pattern, for the flag `u`: cuts a text into pieces that are merged apart. */
  readonly pattern: string;
  readonly table: RankTable;
}

interface RankModule {
  readonly pat_str: string;
  readonly bpe_ranks: string;
}

const FILES: Readonly<Record<Encoding, () => Promise<{ default: RankModule }>>> = {
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
  const built = builtFile(encoding);
  const unpacked = existsSync(built) ? unpackRanks(await readFile(built)) : null;
  const { pattern, data } = unpacked ?? (await decoded(encoding));
  return { pattern, table: rankTable(data) };
}

/** Only the built service has it. */
const builtFile = (encoding: Encoding): URL => new URL(`./${encoding}.ranks`, import.meta.url);

async function decoded(encoding: Encoding): Promise<RankFile> {
  const file = (await FILES[encoding]()).default;
  return { pattern: file.pat_str, data: rankDataOf(file.bpe_ranks) };
}

/** What the build puts into that file. */
export const packedEncoding = async (encoding: Encoding): Promise<Uint8Array> => packRanks(await decoded(encoding));
