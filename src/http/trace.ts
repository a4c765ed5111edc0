/** W3C Trace Context: a valid `traceparent` is continued, any other starts a new trace. */
import { randomFillSync } from "node:crypto";

export interface Trace {
  readonly traceId: string;
  /** Ours: the same trace, a new span. For the answer and for the upstreams. */
  readonly traceparent: string;
}

/** Version 00 exactly; a later version may carry more after the flags. Version ff and zero ids are invalid. */
const TRACEPARENT =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;

/** Never fails: a header that is malformed, repeated or too long is as good as none. */
export function continueTrace(header: string | readonly string[] | undefined): Trace {
  const parts = typeof header === "string" && header.length <= 512 ? TRACEPARENT.exec(header)?.groups : undefined;
  const valid = parts !== undefined && (parts["version"] !== "00" || parts["more"] === undefined);
  const traceId = (valid && parts["trace"]) || randomHex();
  /** Only the sampled bit is defined. */
  const sampled = valid && (Number.parseInt(parts["flags"] ?? "0", 16) & 1) === 1;
  return { traceId, traceparent: `00-${traceId}-${randomHex().slice(-16)}-${sampled ? "01" : "00"}` };
}

/** Bytes that are drawn at once, because a draw costs as much as a thousand of them. */
const DRAWN = 4_096;
const ID_BYTES = 16;
const drawn = Buffer.alloc(DRAWN);
let used = DRAWN;

/** 32 digits, each used once. */
function randomHex(): string {
  if (used + ID_BYTES > DRAWN) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.toString("hex", used - ID_BYTES, used);
}
