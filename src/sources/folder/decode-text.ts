/** Bytes of a document as text, or what they look like instead. Pure. */
import type { ProblemCode } from "../../policy/problem-codes.ts";

export interface TextFault {
  readonly code: Extract<ProblemCode, "not-utf8" | "unfinished-file">;
  /** From 1: the first place that is not text. */
  readonly line: number;
  readonly message: string;
}

/** The exact text, a byte order mark included. */
export function decodeText(bytes: Uint8Array): string | TextFault {
  const mark = utf16Or32(bytes);
  if (mark !== null) return notUtf8(mark, 1);
  const text = decode(bytes);
  if (text === null && decode(bytes, true) !== null) {
    const line = lineAtEnd(new TextDecoder().decode(bytes));
    return {
      code: "unfinished-file",
      line,
      message: "the text ends in the middle of a character: it is being written, or was cut off",
    };
  }
  // Zeros in it are the cutter's to find.
  return text ?? foreign(bytes);
}

/** Begins of files that people rename: their own programs write them, no editor does. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["%PDF", "a PDF"],
  ["PK\u0003\u0004", "a packed file, such as DOCX or ZIP"],
  ["\u00d0\u00cf\u0011\u00e0", "an old Office file"],
  ["\u0089PNG", "a picture"],
  ["\u00ff\u00d8\u00ff", "a picture"],
  ["\u001f\u008b", "a packed file"],
];

function foreign(bytes: Uint8Array): TextFault {
  const broken = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const line = lineAtEnd(broken.slice(0, broken.indexOf("\ufffd")));
  const begin = String.fromCharCode(...bytes.subarray(0, 4));
  const signature = SIGNATURES.find(([mark]) => begin.startsWith(mark));
  if (signature !== undefined) return notUtf8(signature[1], 1);
  return notUtf8(isLikeText(bytes) ? "Latin-1, Windows-1252 or a similar encoding" : "binary data", line);
}

const isLikeText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c);

/** By its byte order mark; without one, by the zeros that Latin letters have in every other byte. */
function utf16Or32(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
  if (a === 0xfe && b === 0xff) return "UTF-16";
  if (bytes.length < 4 || bytes.length % 2 === 1) return null;
  const sample = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.min(even, odd) === 0 && Math.max(even, odd) > sample.length / 4 ? "UTF-16" : null;
}

function decode(bytes: Uint8Array, mayEndInside = false): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: mayEndInside });
  } catch {
    return null;
  }
}

const lineAtEnd = (text: string): number => text.split("\n").length;

const notUtf8 = (looksLike: string, line: number): TextFault => ({
  code: "not-utf8",
  line,
  message: `the file is not UTF-8, it looks like ${looksLike}; save it as UTF-8 text`,
});
