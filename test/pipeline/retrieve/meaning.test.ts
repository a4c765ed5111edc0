/** Words and meaning together, with vectors written by hand. */
import { describe, expect, test } from "vitest";
import type { MeaningResult } from "../../../src/documents/documents-result.ts";
import { similaritiesOf } from "../../../src/documents/similarity.ts";
import { handbookPolicy, outcomes, recordOf, sentSections } from "../../support/handbook-policy.ts";
import { askSmall, type SmallPolicy } from "../../support/small-policy.ts";

const TEXT =
  "# Book\n\n## Refunds\n\nThe refund window is long.\n\n## Bites\n\nNests of animals.\n\n## Ways\n\nA refund on the way.\n";
const [REFUNDS, BITES, WAYS] = ["book.md#refunds", "book.md#bites", "book.md#ways"] as const;
/** Of so much similarity with (1, 0). */
const like = (cosine: number): Float32Array => Float32Array.from([cosine, Math.sqrt(1 - cosine ** 2)]);

async function ask(
  meaning: MeaningResult,
  source = "k: 3, meaning: { floor: 0.5 }",
  question = "How long is the refund window?",
) {
  const small: SmallPolicy = await handbookPolicy({ "book.md": TEXT }, { source });
  const documents: SmallPolicy["documents"] = async (name) => {
    const result = await small.documents(name);
    return result.status === "corpus" ? { ...result, meaning } : result;
  };
  return askSmall({ ...small, documents }, { question });
}
const ranked = (...vectors: readonly (Float32Array | null)[]): MeaningResult => ({
  status: "ranked",
  model: "m",
  similarities: similaritiesOf(vectors, like(1)),
});
const order = ({ core }: Awaited<ReturnType<typeof ask>>) => recordOf(core).ranked.map(({ id }) => id.slice("handbook:".length));

describe("fused", () => {
  test("what both rank stands before what one ranks; ids, ranks and similarities are in the record", async () => {
    const answer = await ask(ranked(like(0.6), like(0.9), like(0)));
    expect(order(answer)).toEqual([REFUNDS, BITES, WAYS]);
    const [first, second, third] = recordOf(answer.core).ranked;
    expect(first).toMatchObject({ rank: 1, by: "words", similarity: 0.6, outcome: "chosen" });
    expect(second).toMatchObject({ rank: 2, by: "meaning", score: null, similarity: 0.9, terms: [] });
    expect(third).toMatchObject({ rank: 3, similarity: null });
    expect(recordOf(answer.core).meaning).toEqual({ status: "used", cause: null, model: "m", vectors: 3 });
  });

  test("a section without a shared word is found by its meaning, worth its similarity", async () => {
    const { core } = await ask(ranked(null, like(0.8), null), undefined, "A squirrel chewed the wire");
    expect(sentSections(core)).toEqual([BITES]);
    expect(core.scoring[0]?.signals.relevance.value).toBeCloseTo(0.8, 3);
  });

  test.each([
    [0.5 - 1e-6, []],
    [0.5, [BITES]],
    [0.51, [BITES]],
  ])("the floor of meaning is 0.5: a similarity of %d", async (similarity, sent) => {
    const vector = Float32Array.from([similarity, 0]);
    const { core } = await ask(ranked(null, vector, null), undefined, "A squirrel chewed the wire");
    expect(sentSections(core)).toEqual(sent);
  });

  test("under the floor of words, above that of meaning: chosen by its meaning", async () => {
    const { core } = await ask(ranked(like(0.9), like(0), like(0)), "floor: 100, meaning: { floor: 0.5 }");
    expect(recordOf(core).ranked[0]).toMatchObject({ by: "meaning", outcome: "chosen", similarity: 0.9 });
    expect(outcomes(core)[WAYS]).toBe("below_floor");
  });

  test("what is under both floors takes no place, though it is fused before one that is above", async () => {
    const { core } = await ask(ranked(null, like(0.6), null), "k: 1, floor: 100, meaning: { floor: 0.5 }");
    expect(outcomes(core)).toMatchObject({ [BITES]: "chosen", [REFUNDS]: "below_floor" });
    expect(recordOf(core).ranked.map(({ rank }) => rank)).toEqual([1, 2]);
  });

  test("sections without a vector are ranked by their words", async () => {
    const answer = await ask(ranked(null, null, like(0.9)));
    expect([...order(answer)].sort()).toEqual([REFUNDS, WAYS].sort());
    expect(recordOf(answer.core).meaning?.vectors).toBe(1);
  });
});

describe("words alone decide, and the record says so", () => {
  test.each<readonly [MeaningResult, object, boolean]>([
    [{ status: "failed", cause: "timeout" }, { status: "failed", cause: "timeout", model: null, vectors: 0 }, true],
    [{ status: "not_asked" }, { status: "not_asked", cause: null, model: null, vectors: 0 }, false],
  ])("%j", async (meaning, record, isTold) => {
    const answer = await ask(meaning);
    const words = await askSmall(await handbookPolicy({ "book.md": TEXT }, { source: "k: 3" }), {
      question: "How long is the refund window?",
    });
    expect(recordOf(answer.core).ranked).toEqual(recordOf(words.core).ranked);
    expect(recordOf(answer.core).meaning).toEqual(record);
    expect(answer.core.findings.some(({ code }) => code === "meaning_failed")).toBe(isTold);
  });
});
