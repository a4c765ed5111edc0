/** Marks that stand around texts of many lines. */
import { describe, expect, test } from "vitest";
import { blockText, factLine, markedText } from "../../../src/pipeline/render/lines.ts";
import { keyedHash } from "../../../src/store/keyed-hash.ts";
import { createTokenCounter } from "../../../src/tokens/tiktoken-counter.ts";

const fixed = () => "123456789";

test("a mark costs three tokens in every encoding", async () => {
  for (const encoding of ["o200k_base", "cl100k_base"] as const) {
    const { count } = await createTokenCounter(encoding);
    for (const mark of ["000000000", "482019338", "999999999"]) expect(count(mark)).toBe(3);
  }
});

describe("a block", () => {
  const frame = { kind: "document", label: "Returns", trust: null, marker: fixed };

  test("of one line is a line, unless it has to be marked", () => {
    expect(blockText("Thirty days.", frame)).toBe("- [Returns] Thirty days.\n");
    expect(markedText("Thirty days.", frame)).toBe("<document 123456789 [Returns]>\nThirty days.\n</document 123456789>\n");
  });

  test("says how far it is believed before the label, where no text of others stands", () => {
    expect(factLine("Returns", "(trusted) Thirty days.", "unconfirmed")).toBe(
      "- (unconfirmed) [Returns] (trusted) Thirty days.\n",
    );
    expect(blockText("a\nb", { ...frame, trust: "unconfirmed" })).toBe(
      "<document 123456789 (unconfirmed) [Returns]>\na\nb\n</document 123456789>\n",
    );
  });
});

describe("the marker of a tenant", () => {
  const hash = keyedHash("k".repeat(32));

  test("is the same function again, and gives the same digits after a restart with the same key", () => {
    expect(hash.marker("acme")).toBe(hash.marker("acme"));
    expect(keyedHash("k".repeat(32)).marker("acme")("text")).toBe(hash.marker("acme")("text"));
  });

  test("differs by key, by tenant and by text", () => {
    const marks = [
      hash.marker("acme")("text"),
      hash.marker("acme")("text "),
      hash.marker("other")("text"),
      keyedHash("j".repeat(32)).marker("acme")("text"),
    ];
    expect(new Set(marks).size).toBe(4);
  });

  test("is told by no hash that a manifest shows", () => {
    const shown = BigInt(`0x${hash.text("acme", "text").slice("hmac-sha256:".length, "hmac-sha256:".length + 40)}`);
    expect(hash.marker("acme")("text")).not.toBe((shown % 10n ** 45n).toString().padStart(45, "0").slice(0, 9));
  });
});
