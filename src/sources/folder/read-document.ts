/** Reads one document that was found: whole, or not at all. IO. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ProblemCode } from "../../policy/problem-codes.ts";
import { decodeText } from "./decode-text.ts";
import { statusFrom } from "./file-status.ts";
import type { FoundFile } from "./list-documents.ts";

/** Why a file gives no text now. */
export interface ReadFault {
  readonly code: ProblemCode;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Never waits for a writer at the other end of a pipe, and follows no link: the file found is the file read. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Null where somebody wrote, replaced or removed it meanwhile. A file of more than `maxBytes` is not opened. Never rejects. */
export async function readDocument({ place, status }: FoundFile, maxBytes: number): Promise<string | ReadFault | null> {
  if (status.sizeBytes > maxBytes) {
    return { code: "file-too-large", line: 1, message: `${status.sizeBytes} bytes; a document has at most ${maxBytes}` };
  }
  let file: FileHandle | null = null;
  try {
    file = await open(place, FLAGS);
    const isAsFound = async (handle: FileHandle) => statusFrom(await handle.stat({ bigint: true })).stamp === status.stamp;
    if (!(await isAsFound(file))) return null;
    // One byte more than it should have: a file that grew is seen.
    const bytes = await readUpTo(file, status.sizeBytes + 1);
    return bytes.length === status.sizeBytes && (await isAsFound(file)) ? decodeText(bytes) : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") return null;
    return { code: "unreadable-file", line: 1, message: "the file may not be read" };
  } finally {
    await file?.close().catch(() => undefined);
  }
}

async function readUpTo(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const { bytesRead } = await file.read(bytes, length, maxBytes - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
