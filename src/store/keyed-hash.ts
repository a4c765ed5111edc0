/** Hashes of a person's texts, keyed per tenant: without the key, the hash of a short health fact cannot be looked up. Pure. */
import { createHash, createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "../errors.ts";
import { digitsOf, type Marker } from "../text/marker.ts";
import { derivedKeys } from "./derived-keys.ts";

/** Shortest key that is taken: a shorter one can be found by trying. */
export const MIN_KEY_CHARACTERS = 32;

const PREFIX = "hmac-sha256:";
const MAX_MARKERS = 2_000;
const TEXT_HASH = /^hmac-sha256:[0-9a-f]{64}$/;

export interface KeyedHash {
  /** First 16 hex digits of SHA-256 over "winnow-hash-key" and the key. */
  readonly keyId: string;
  /** 32 bytes: HMAC-SHA256 of the UTF-8 form under the tenant's key. Throws AppError `internal` for a text without one. */
  bytes(tenant: string, data: string | Uint8Array): Buffer;
  /** The same, written `hmac-sha256:` and 64 hex digits. */
  text(tenant: string, text: string): string;
  /** 32 bytes for a subject. Under a key of its own, so that no text hashes to a subject. */
  subject(tenant: string, subject: string): Buffer;
  /** Makes marks under a key of its own, so that no hash that is ever shown tells one. The same function for a tenant, while it is remembered. */
  marker(tenant: string): Marker;
  /** 32 bytes for what belongs to no tenant: the files of a snapshot. */
  shared(data: string | Uint8Array): Buffer;
}

/**
 * The hashes of one master key. A tenant's key is HMAC-SHA256(master, "tenant:" + tenant), so that equal texts of two
 * tenants have different hashes. `masterKey` is used as its UTF-8 bytes, whatever it looks like.
 */
export function keyedHash(masterKey: string): KeyedHash {
  const keyFor = derivedKeys(masterKey);
  const markers = new LRUCache<string, Marker>({ max: MAX_MARKERS });
  const bytes = (tenant: string, data: string | Uint8Array): Buffer => hmac(keyFor(`tenant:${tenant}`), data);
  return {
    keyId: createHash("sha256").update("winnow-hash-key").update(masterKey, "utf8").digest("hex").slice(0, 16),
    bytes,
    text: (tenant, text) => PREFIX + bytes(tenant, text).toString("hex"),
    subject: (tenant, subject) => hmac(keyFor(`subject:${tenant}`), subject),
    marker: (tenant) => {
      const known = markers.get(tenant);
      if (known !== undefined) return known;
      const key = keyFor(`mark:${tenant}`);
      const marker: Marker = (text) => digitsOf(hmac(key, text).toString("hex"));
      markers.set(tenant, marker);
      return marker;
    },
    shared: (data) => hmac(keyFor("shared"), data),
  };
}

/** The 32 bytes of a written text hash; null when it is not of that form. */
export const hashBytes = (hash: string): Buffer | null =>
  TEXT_HASH.test(hash) ? Buffer.from(hash.slice(PREFIX.length), "hex") : null;

/** Refuses lone surrogates: they all become U+FFFD in UTF-8, so two texts would share one hash. */
function hmac(key: Buffer, data: string | Uint8Array): Buffer {
  if (typeof data !== "string") return createHmac("sha256", key).update(data).digest();
  if (!data.isWellFormed())
    throw new AppError("internal", "A text with a lone surrogate has no UTF-8 form and cannot be hashed.");
  return createHmac("sha256", key).update(data, "utf8").digest();
}
