/**
 * Encryption of what a store keeps about people: AES-256-GCM, a key for each person, a key for each text. Pure but for
 * the random bytes of new keys and nonces.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { derivedKeys } from "./derived-keys.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_AT_ONCE = 256;
const CIPHER = "aes-256-gcm";

export interface Seals {
  /** A person's new data key, and the same as it is stored: wrapped under a key of the tenant. */
  newSubjectKey(tenant: string, subject: Buffer): SubjectKey;
  /** Null when the stored bytes are not what was written for this person. */
  openSubjectKey(tenant: string, subject: Buffer, wrapped: Buffer): Buffer | null;
  /** Convergent: equal texts of a tenant have one key and one sealed form, so that one copy serves all who refer to it. */
  sealText(tenant: string, hash: Buffer, text: string): SealedText;
  /** 32 bytes that a value is found by, where the value itself is not to be read. */
  lookup(tenant: string, kind: "conversation" | "request", value: string): Buffer;
}

export interface SubjectKey {
  readonly key: Buffer;
  readonly wrapped: Buffer;
}

export interface SealedText {
  readonly key: Buffer;
  readonly sealed: Buffer;
}

/**
 * Under one master key. A person's key is random and stored wrapped under HMAC-SHA256(master, "wrap:" + tenant). A text's key is
 * HMAC-SHA256(HMAC-SHA256(master, "text-key:" + tenant), "text:" + text), its nonce the start of HMAC-SHA256(that key, "nonce"): no key
 * ever seals two different texts, so the nonce may be fixed.
 */
export function seals(masterKey: string): Seals {
  const keyFor = derivedKeys(masterKey);
  return {
    newSubjectKey(tenant, subject) {
      const key = randomBytes(KEY_BYTES);
      return { key, wrapped: seal(keyFor(`wrap:${tenant}`), key, keyPlace(tenant, subject)) };
    },
    openSubjectKey: (tenant, subject, wrapped) => open(keyFor(`wrap:${tenant}`), wrapped, keyPlace(tenant, subject)),
    sealText(tenant, hash, text) {
      const key = hmac(keyFor(`text-key:${tenant}`), `text:${text}`);
      const nonce = hmac(key, "nonce").subarray(0, NONCE_BYTES);
      return { key, sealed: sealWith({ key, nonce, place: textPlace(hash) }, text) };
    },
    lookup: (tenant, kind, value) => hmac(keyFor(`lookup:${tenant}`), `${kind}:${value}`),
  };
}

/** The bytes of a stored text; null when they are not what was written under this hash. */
export const openText = (key: Buffer, hash: Buffer, sealed: Buffer): Buffer | null => open(key, sealed, textPlace(hash));

/** Nonce, tag, ciphertext. Opens only with the same `place`, so that nothing can be moved to where it does not belong. */
export const seal = (key: Buffer, plain: string | Buffer, place: string): Buffer =>
  sealWith({ key, nonce: nextNonce(), place }, plain);

/** Random bytes are asked for many at a time: each asking costs more than a sealing. No part is given out twice. */
let nonces = Buffer.alloc(0);
function nextNonce(): Buffer {
  if (nonces.length < NONCE_BYTES) nonces = randomBytes(NONCES_AT_ONCE * NONCE_BYTES);
  const nonce = nonces.subarray(0, NONCE_BYTES);
  nonces = nonces.subarray(NONCE_BYTES);
  return nonce;
}

/** Null for any byte, key or place that is another one. */
export function open(key: Buffer, sealed: Buffer, place: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place, "utf8"));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function sealWith({ key, nonce, place }: { key: Buffer; nonce: Buffer; place: string }, plain: string | Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(place, "utf8"));
  const body = Buffer.concat([typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

const keyPlace = (tenant: string, subject: Buffer): string => `key ${tenant} ${subject.toString("hex")}`;
const textPlace = (hash: Buffer): string => `text ${hash.toString("hex")}`;
const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();
