/** Keys for one purpose each, made from the master key; who has one of them learns nothing of another. Pure but for a memo. */
import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";

const MAX_DERIVED_KEYS = 2_000;

/** Purpose to key: HMAC-SHA256(master, purpose), 32 bytes. `masterKey` is used as its UTF-8 bytes, whatever it looks like. */
export function derivedKeys(masterKey: string): (purpose: string) => Buffer {
  const master = Buffer.from(masterKey, "utf8");
  const derived = new LRUCache<string, Buffer>({ max: MAX_DERIVED_KEYS });
  return (purpose) => {
    const cached = derived.get(purpose);
    if (cached !== undefined) return cached;
    const key = createHmac("sha256", master).update(purpose, "utf8").digest();
    derived.set(purpose, key);
    return key;
  };
}
