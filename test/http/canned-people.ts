/** Canned answers about a person's data. */
import type { People } from "../../src/service/people.ts";

const RECEIPT = {
  receipt_id: "0193a7c2-5b1e-7c3a-9f00-1d2e3f405162",
  erased_at: "2026-11-29T09:30:00.120Z",
  counts: { manifests: 3, answers: 1, texts: 7, memories: 2 },
  cached: 4,
};

export const CANNED_PEOPLE: People = {
  erase: async () => RECEIPT,
  async *export() {
    yield { kind: "text", id: `hmac-sha256:${"ab".repeat(32)}`, body: "a text" };
  },
};
