/** Which sections of a folder a question gets: the cut by k, the cut by the floor, and the record that says why. */
import { describe, expect, test } from "vitest";
import { handbookPolicy, outcomes, recordOf, scoresOf, sentSections, textOf } from "../../support/handbook-policy.ts";
import { askSmall, reasons } from "../../support/small-policy.ts";

/** Five sections that share a word with the question, the shortest first; and one that shares none. */
const FEES = `# Fees

${["Alder", "Birch", "Cedar", "Dogwood", "Elm"]
  .map((name, at) => `## ${name}\n\nThe refund of ${name.toLowerCase()}${" depends on circumstances".repeat(at)}.\n`)
  .join("\n")}
## Parcels

Parcels take five days.
`;
const QUESTION = "When is my refund coming?";
const RANKED = ["alder", "birch", "cedar", "dogwood", "elm"].map((name) => `fees.md#${name}`);

const ask = async (source: string, question = QUESTION) => {
  const small = await handbookPolicy({ "fees.md": FEES }, { source });
  return askSmall(small, { question });
};

describe("k", () => {
  test.each([1, 4, 5, 6])("with five sections that share a word, k %d sends the first of them", async (k) => {
    const { core } = await ask(`k: ${k}`);
    const { ranked, sections } = recordOf(core);
    expect(ranked.map(({ id }) => id.slice("handbook:".length))).toEqual(RANKED.slice(0, Math.min(5, 2 * k)));
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1));
    expect(ranked.map(({ outcome }) => outcome)).toEqual(ranked.map((_, at) => (at < k ? "chosen" : "outside_k")));
    expect([...sentSections(core)].sort()).toEqual(RANKED.slice(0, k).sort());
    expect(sections).toBe(6);
  });

  test("what ranks behind k is decided against with its rank, k and score", async () => {
    const { core } = await ask("k: 3");
    const { ranked } = recordOf(core);
    expect(core.dropped.map(({ id, reason, stage, detail }) => ({ id, reason, stage, detail }))).toEqual(
      [4, 5].map((rank) => ({
        id: `handbook:${RANKED[rank - 1]}`,
        reason: "outside_k",
        stage: "filter",
        detail: { rank, k: 3, bm25: ranked[rank - 1]?.score },
      })),
    );
  });

  test("a section that shares no word is no candidate: it is in no list", async () => {
    const { core, decisions } = await ask("k: 100");
    expect(JSON.stringify([core.retrieval, decisions])).not.toContain("fees.md#parcels");
  });

  test("as many as k behind the cut are recorded, and no more", async () => {
    expect(recordOf((await ask("k: 2")).core).ranked).toHaveLength(4);
  });
});

describe("floor", () => {
  const third = async () => {
    const small = await handbookPolicy({ "fees.md": FEES });
    return (await scoresOf(small, QUESTION)).get("fees.md#cedar") as number;
  };

  test("without one every section that shares a word can be chosen", async () => {
    const { core } = await ask("k: 10");
    expect(Object.values(outcomes(core))).toEqual(Array.from({ length: 5 }, () => "chosen"));
    expect(recordOf(core).floor).toBeNull();
  });

  test.each([
    ["one under the score", 1 - 1e-9, 3],
    ["exactly the score", 1, 3],
    ["one over the score", 1 + 1e-9, 2],
    ["next to nothing", 1e-6, 5],
    ["over all scores", 100, 0],
  ])("%s", async (_title, factor, chosen) => {
    const floor = (await third()) * factor;
    const { core } = await ask(`k: 10, floor: ${floor}`);
    const { ranked } = recordOf(core);
    expect(ranked.map(({ outcome }) => outcome)).toEqual(RANKED.map((_, at) => (at < chosen ? "chosen" : "below_floor")));
    const under = core.dropped.filter(({ reason }) => reason === "below_floor");
    expect(under.map(({ detail }) => detail)).toEqual(
      ranked.slice(chosen).map(({ rank, score }) => ({ rank, floor, bm25: score })),
    );
  });

  test("under the floor counts before outside k", async () => {
    const { core } = await ask(`k: 2, floor: ${await third()}`);
    expect(Object.values(outcomes(core))).toEqual(["chosen", "chosen", "outside_k", "below_floor"]);
  });
});

describe("nothing found", () => {
  test("FP-197: leaves one line, the demand, and the question last; and a finding says how near the best was", async () => {
    const { core, assembly } = await ask("floor: 100");
    expect(recordOf(core).status).toBe("none_found");
    expect(textOf(assembly.prompt)).toMatch(
      /No section of the documents answers this question\.\n[\s\S]*Name the number of each section [^\n]*\nQuestion: When is my refund coming\?\n$/,
    );
    expect(textOf(assembly.prompt)).not.toContain("Sections below:");
    const best = recordOf(core).ranked[0]?.score?.toFixed(2);
    expect(core.findings).toContainEqual({
      code: "nothing_found",
      message: `No section answers the question by its words: handbook (best ${Number(best)}, floor 100).`,
      items: ["handbook"],
    });
    expect(core.budget.overhead.none_found).toBeGreaterThan(0);
    expect(core.degraded).toBe(false);
  });

  test("without a word in common the finding says that", async () => {
    const { core } = await ask("floor: 2", "Xylophone?");
    expect(recordOf(core)).toMatchObject({ status: "none_found", ranked: [] });
    expect(core.findings.find(({ code }) => code === "nothing_found")?.message).toContain("handbook (no word in common)");
  });

  test("an empty folder finds nothing, for every question", async () => {
    const { core } = await askSmall(await handbookPolicy({}), { question: QUESTION });
    expect(recordOf(core)).toMatchObject({ status: "none_found", sections: 0, ranked: [] });
  });

  test("an outdated section above the floor is not named as the best of what was under it", async () => {
    const old = "---\neffective_to: 2020-01-01\n---\n# Old\n\nThe refund.\n";
    const small = await handbookPolicy({ "old.md": old, "fees.md": FEES }, { source: "floor: 0.3" });
    const { core } = await askSmall(small, { question: "refund" });
    const [best] = recordOf(core).ranked.filter(({ outcome }) => outcome === "chosen" || outcome === "below_floor");
    const above = await handbookPolicy({ "old.md": old, "fees.md": FEES }, { source: `floor: ${(best?.score ?? 0) + 0.001}` });
    const told = (await askSmall(above, { question: "refund" })).core;
    expect(outcomes(told)["old.md#old"]).toBe("expired");
    expect(told.findings.find(({ code }) => code === "nothing_found")?.message).toContain(
      `best ${Number(best?.score?.toFixed(2))}, floor`,
    );
  });

  test("nothing is said of it where a rule sends a section", async () => {
    const rule = '[{ when: { intent: general }, sections: [fees.md#parcels], reason: "Always." }]';
    const { core, assembly } = await ask(`floor: 100, send_to: ${rule}`);
    expect(recordOf(core).status).toBe("found");
    expect(textOf(assembly.prompt)).not.toContain("No section of the documents");
    expect(core.findings.map(({ code }) => code)).not.toContain("nothing_found");
  });
});

describe("what a score is worth", () => {
  test.each([
    ["with a floor f: s / (s + f)", "floor: 0.2", 0.2],
    ["without one: s / (s + 6.5)", "", 6.5],
  ])("%s", async (_title, source, half) => {
    const { core } = await ask(source);
    for (const { id, score } of recordOf(core).ranked.filter(({ outcome }) => outcome === "chosen")) {
      const relevance = core.scoring.find((one) => one.id === id)?.signals.relevance;
      expect(relevance).toMatchObject({ defaulted: false });
      expect(relevance?.value).toBeCloseTo((score ?? 0) / ((score ?? 0) + half), 3);
    }
  });

  test("trust is that of the source", async () => {
    const { core } = await ask("trust: 0.9");
    expect(core.scoring.map(({ signals }) => signals.trust.value)).toEqual([0.9, 0.9, 0.9, 0.9]);
  });
});

describe("the words of a score", () => {
  const TEXTS = {
    "en.md": "# Money back\n\nWe give your money back within 30 days. Returning a parcel is free.\n",
    "zh.md": "---\nlanguage: zh\n---\n# 退款\n\n退款申请需在七天内提交。\n",
    "de.md": "---\nlanguage: de\n---\n# Rückgaben\n\nDie Rückgabefrist beträgt dreißig Tage.\n",
  };
  const SYNONYMS = "synonyms:\n  en:\n    both_ways: [[refund, money back]]\n";
  test.each([
    "When is my refund? Is the return of parcels free?",
    "😀 退款要多久？",
    "Wie lang ist die Frist der Rückgabe?",
    "RETURNING parcels",
  ])("%s: they sum to it, and their offsets cut whole words out of the question", async (question) => {
    const small = await handbookPolicy(TEXTS, { files: { "synonyms.yaml": SYNONYMS } });
    const { core } = await askSmall(small, { question });
    const { ranked } = recordOf(core);
    expect(ranked.length).toBeGreaterThan(0);
    for (const { score, terms } of ranked) {
      expect(terms.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score ?? 0, 3);
      for (const { start, end } of terms) {
        const word = question.slice(start, end);
        expect(word).toMatch(/^[\p{L}\p{N}][\s\S]*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u);
        expect(word.isWellFormed()).toBe(true);
      }
    }
  });

  test("a synonym's word is that of the question, and says so", async () => {
    const small = await handbookPolicy(TEXTS, { files: { "synonyms.yaml": SYNONYMS } });
    const { core } = await askSmall(small, { question: "refund?" });
    expect(recordOf(core).ranked[0]?.terms[0]).toMatchObject({ start: 0, end: 6, how: "synonym" });
    const without = await askSmall(await handbookPolicy(TEXTS), { question: "refund?" });
    expect(recordOf(without.core).ranked).toEqual([]);
  });

  test("a record holds no text of the documents", async () => {
    const { core } = await ask("");
    expect(JSON.stringify(core.retrieval)).not.toContain("circumstances");
    expect(reasons(core)).toEqual({ "handbook:fees.md#elm": "outside_k" });
  });
});

test("copies of a section take no place of the k: the next text is chosen, and the copies go as duplicates", async () => {
  const same = "# Leave\n\n## Leave\n\nThe dingo leave form must be sent to the office before the trip begins.\n";
  const copies = Object.fromEntries(["c0.md", "c1.md", "c2.md", "c3.md"].map((name) => [name, same]));
  const other =
    "# Exceptions\n\n## Exceptions\n\nDingo leave exceptions are decided by the head of the office, each of them by itself.\n";
  const small = await handbookPolicy({ ...copies, "real.md": other }, { source: "k: 2" });
  const { core } = await askSmall(small, { question: "dingo leave" });
  const documents = core.included.filter(({ kind }) => kind === "document").map(({ id }) => id);
  expect(documents).toEqual(["handbook:c0.md#leave-1", "handbook:real.md#exceptions-1"]);
  expect(core.dropped.map(({ reason }) => reason)).toEqual(["duplicate", "duplicate", "duplicate"]);
});
