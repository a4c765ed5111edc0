/** What of an HTTP answer counts as JSON text: status, media type, encoding, size, UTF-8. Pure but for the reading. */
import { isUtf8 } from "node:buffer";
import { MIMEType, promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type Cause, failed, NOT_COMPUTED, type SourceResult } from "./source-result.ts";

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const UNPACKERS = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

type Encoding = keyof typeof UNPACKERS | "identity";

/** The result that status and headers alone decide; null where the body has to be read. */
export function resultOfHead(statusCode: number, headers: Headers, maxBytes: number): SourceResult | null {
  if (statusCode === 404) return NOT_COMPUTED;
  if (statusCode === 204) return failed("invalid");
  if (statusCode >= 300 && statusCode < 400) return failed("redirect");
  if (statusCode !== 200) return failed("http_status", statusCode);
  if (headers["content-length"] === "0") return failed("invalid");
  const encoding = encodingOf(headers);
  if (encoding === null || !isJsonInUtf8(headers["content-type"])) return failed("content_type");
  return Number(headers["content-length"] ?? 0) > packedLimit(encoding, maxBytes) ? failed("too_large") : null;
}

/** The exact text of a body that passed `resultOfHead`, or why there is none. Reads on no further than `maxBytes`. */
export async function readText(
  body: AsyncIterable<Buffer>,
  headers: Headers,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly cause: Cause }> {
  const encoding = encodingOf(headers) ?? "identity";
  const packed = await receive(body, packedLimit(encoding, maxBytes));
  if (packed === null) return { cause: "too_large" };
  const bytes = await unpack(packed, encoding, maxBytes);
  if (typeof bytes === "string") return { cause: bytes };
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { cause: "invalid" };
}

function isJsonInUtf8(contentType: Headers[string]): boolean {
  if (typeof contentType !== "string") return false;
  try {
    const type = new MIMEType(contentType);
    const charset = type.params.get("charset")?.toLowerCase() ?? "utf-8";
    return (type.essence === "application/json" || type.subtype.endsWith("+json")) && /^utf-?8$/.test(charset);
  } catch {
    return false;
  }
}

/** Null for an encoding we did not ask for and cannot undo, and for several at once. */
function encodingOf(headers: Headers): Encoding | null {
  const name = headers["content-encoding"] ?? "identity";
  if (typeof name !== "string") return null;
  const lower = name.trim().toLowerCase();
  return lower === "identity" || Object.hasOwn(UNPACKERS, lower) ? (lower as Encoding) : null;
}

/** The limit is on unpacked bytes; packing what does not shrink adds a few bytes per block. */
function packedLimit(encoding: Encoding, maxBytes: number): number {
  return encoding === "identity" ? maxBytes : maxBytes + Math.ceil(maxBytes / 1_000) + 64;
}

/** Leaving the loop destroys the stream, and with it the connection: nothing more is read. */
async function receive(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Unpacks at most `maxBytes`; zlib stops there, so a bomb costs no more memory than an honest answer. */
async function unpack(packed: Buffer, encoding: Encoding, maxBytes: number): Promise<Buffer | Cause> {
  if (encoding === "identity") return packed;
  try {
    return await UNPACKERS[encoding](packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const tooLarge = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return tooLarge ? "too_large" : "invalid";
  }
}
