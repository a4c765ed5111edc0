/** A built encoding as bytes, so that a start need not decode two million letters: a header in JSON, then the flat arrays. Pure. */
import { endianness } from "node:os";
import type { RankData } from "./rank-table.ts";

export interface RankFile {
  /** See `LoadedEncoding`. */
  readonly pattern: string;
  readonly data: RankData;
}

/** Arrays of whole numbers are viewed where they lie, so every part begins at a multiple of this. */
const ALIGNMENT = 4;

interface Header {
  readonly pattern: string;
  readonly order: "BE" | "LE";
  /** Lengths in bytes. */
  readonly starts: number;
  readonly slots: number;
  readonly bytes: number;
}

export function packRanks({ pattern, data: { starts, slots, bytes } }: RankFile): Uint8Array {
  const lengths = { starts: starts.byteLength, slots: slots.byteLength, bytes: bytes.byteLength };
  const header = Buffer.from(JSON.stringify({ pattern, order: endianness(), ...lengths } satisfies Header));
  const padded = Buffer.alloc(Math.ceil(header.length / ALIGNMENT) * ALIGNMENT, " ");
  header.copy(padded);
  const parts = [new Uint8Array(Int32Array.of(padded.length).buffer), padded, viewOf(starts), viewOf(slots), bytes];
  return Buffer.concat(parts);
}

/** The same; null where the machine that packed it orders bytes otherwise. The result views `file`. */
export function unpackRanks(file: Uint8Array): RankFile | null {
  const { buffer, byteOffset } = file.byteOffset % ALIGNMENT === 0 ? file : file.slice();
  const [headerBytes = 0] = new Int32Array(buffer, byteOffset, 1);
  let at = byteOffset + ALIGNMENT;
  if (headerBytes <= 0 || headerBytes > file.length) return null;
  const header = JSON.parse(Buffer.from(buffer, at, headerBytes).toString()) as Header;
  at += headerBytes;
  const starts = new Int32Array(buffer, at, header.starts / ALIGNMENT);
  const slots = new Int32Array(buffer, at + header.starts, header.slots / ALIGNMENT);
  const bytes = new Uint8Array(buffer, at + header.starts + header.slots, header.bytes);
  return header.order === endianness() ? { pattern: header.pattern, data: { starts, slots, bytes } } : null;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);
