/** Faults that people report in public of projects that search documents; the number is that of the row in our list of them. */
import { describe, expect, test } from "vitest";
import { corpusOf } from "../../../src/documents/corpus.ts";
import { handbookPolicy, outcomes, recordOf, sentSections, textOf, withHead, withTotal } from "../../support/handbook-policy.ts";
import { askSmall } from "../../support/small-policy.ts";

const ask = async (documents: Readonly<Record<string, string>>, question: string, source = "k: 9") =>
  askSmall(await handbookPolicy(documents, { source }), { question });
const first = async (documents: Readonly<Record<string, string>>, question: string) =>
  recordOf((await ask(documents, question)).core).ranked[0]?.id.slice("handbook:".length) ?? null;

describe("what is written without spaces", () => {
  test.each([
    ["zh", "退款申请需在七天内提交。", "退款要多久？"],
    ["ja", "返金の申請は七日以内に行ってください。", "返金はいつですか？"],
    ["ko", "환불 신청은 칠 일 이내에 해야 합니다.", "환불은 얼마나 걸려요?"],
    ["th", "การขอคืนเงินต้องทำภายในเจ็ดวัน", "คืนเงินใช้เวลานานไหม"],
  ])("FP-101: a part of a sentence is found in %s", async (language, text, question) => {
    const documents = {
      "other.md": withHead({ language }, "# 123\n\n456.\n"),
      "refund.md": withHead({ language }, `# A\n\n${text}\n`),
    };
    expect(await first(documents, question)).toBe("refund.md#a");
  });

  test("FP-103: a Latin word between Chinese signs is a word", async () => {
    const documents = {
      "a.md": withHead({ language: "zh" }, "# 部署\n\n使用docker部署。\n"),
      "b.md": withHead({ language: "zh" }, "# 其他\n\n没有。\n"),
    };
    expect(await first(documents, "docker?")).toBe("a.md#部署");
    expect(await first({ "a.md": "# Deploy\n\nRun docker here.\n", "b.md": "# B\n\nNone.\n" }, "用docker部署服务")).toBe(
      "a.md#deploy",
    );
  });
});

describe("scores", () => {
  test.each([1, 2, 4])("FP-105: of %d sections, those with the word score above zero and above the others", async (size) => {
    const all = ["An invoice.", "Nothing.", "One invoice more.", "Something else."].slice(0, size);
    const documents = Object.fromEntries(all.map((text, at) => [`d${at}.md`, `# D${at}\n\n${text}\n`]));
    const { core } = await ask(documents, "invoice");
    const withWord = all.flatMap((text, at) => (text.includes("invoice") ? [`d${at}.md#d${at}`] : []));
    expect(Object.keys(outcomes(core)).sort()).toEqual(withWord);
    for (const { score } of recordOf(core).ranked) expect(score).toBeGreaterThan(0);
  });

  test("FP-107: where every document is empty nothing is found, and nothing fails", async () => {
    const { core } = await ask({ "a.md": "", "b.md": "# B\n", "c.md": "   \n" }, "refund");
    expect(recordOf(core)).toMatchObject({ status: "none_found", sections: 0, ranked: [] });
  });

  test.each(["C++", "C#", ".NET", "#1", "AB-12/3"])("FP-109: %s finds its own section first", async (term) => {
    const terms = ["C++", "C#", ".NET", "#1", "AB-12/3"];
    const documents = Object.fromEntries(terms.map((one, at) => [`d${at}.md`, `# Part ${at}00\n\nAbout ${one} and its use.\n`]));
    const at = terms.indexOf(term);
    expect(await first(documents, `${term}?`)).toBe(`d${at}.md#part-${at}00`);
  });

  test.each(["???", "the", "*", "🙂", "a", "_", '"', "x*"])(
    "FP-111: %s matches nothing, and is no wildcard",
    async (question) => {
      const { core } = await ask({ "a.md": "# Refunds\n\nThe refund window.\n", "b.md": "# Other\n\nA text.\n" }, question);
      expect(recordOf(core)).toMatchObject({ status: "none_found", ranked: [] });
    },
  );
});

describe("signs", () => {
  const EMOJI = "👩‍👩‍👧🙂👍🏽🇬🇷";

  test("FP-115: sections of emoji are well-formed at every budget", async () => {
    const text = `# Smiles\n\nThe refund ${EMOJI.repeat(8)}\n`;
    const small = await handbookPolicy({ "a.md": text }, { source: "k: 1, longest: 200" });
    for (let total = 60; total < 260; total += 7) {
      const { assembly } = await askSmall(withTotal(small, total), { question: "refund 🙂?" }).catch(() => ({ assembly: null }));
      if (assembly !== null) expect(textOf(assembly.prompt).isWellFormed()).toBe(true);
    }
  });

  test("FP-119: tag characters, zero width spaces and overrides do not go in; joiners of words and emoji do", async () => {
    const tags = String.fromCodePoint(0xe0041, 0xe0042);
    const text = `# Hidden\n\nThe re\u200bfund${tags} of \u202eabc\u202c: می\u200cخواهم ${EMOJI}.\n`;
    const { assembly } = await ask({ "a.md": text }, "refund of abc");
    const sent = textOf(assembly.prompt);
    expect(sent).not.toMatch(/[\u{e0000}-\u{e007f}\u200b\u202e\u202c]/u);
    expect(sent).toContain("می\u200cخواهم");
    expect(sent).toContain("👩‍👩‍👧");
  });
});

describe("what is gone, and what replaces what", () => {
  test("FP-073: a deleted document is used nowhere and named nowhere from the next question on", async () => {
    const small = await handbookPolicy({});
    const cut = { language: "en", longest: 4_000, attributes: small.policy.attributes, plans: new Set<string>() };
    const files = (texts: Readonly<Record<string, string>>) =>
      new Map(Object.entries(texts).map(([path, text]) => [path, { text, problems: [] }]));
    const both = corpusOf(files({ "gone.md": "# Gone\n\nThe refund.\n", "kept.md": "# Kept\n\nA parcel.\n" }), null, {
      label: "d",
      cut,
    });
    const one = corpusOf(files({ "kept.md": "# Kept\n\nA parcel.\n" }), both, { label: "d", cut });
    const answer = (corpus: typeof one) =>
      askSmall({ ...small, documents: async () => ({ status: "corpus", corpus, meaning: null }) }, { question: "refund?" });
    expect(sentSections((await answer(both)).core)).toEqual(["gone.md#gone"]);
    const { core, assembly } = await answer(one);
    expect(JSON.stringify([core, assembly.prompt])).not.toContain("gone.md");
    expect(recordOf(core).status).toBe("none_found");
  });

  test("FP-075: of two versions of one document only the later one stands in the prompt, the earlier in the manifest", async () => {
    const of = (version: string, days: number) =>
      withHead({ key: "refunds", version }, `# Refunds\n\nThe refund window is ${days} days.\n`);
    const { core, assembly } = await ask(
      { "jan.md": of("2026-01", 14), "jun.md": of("2026-06", 30) },
      "How long is the refund window?",
    );
    expect(textOf(assembly.prompt)).not.toContain("14 days");
    expect(core.dropped).toMatchObject([
      { id: "handbook:jan.md#refunds", reason: "superseded", detail: { by: "handbook:jun.md" } },
    ]);
  });

  test("FP-077: of two documents that contradict each other the newer stays unharmed, and the conflict is told", async () => {
    const files = { "topics.yaml": "topics:\n  window: { words: { en: [refund window] }, value: duration, resolve: newest }\n" };
    const of = (day: string, days: number) =>
      withHead({ published_at: day }, `# Text of ${day}\n\nThe refund window is ${days} days.\n`);
    const small = await handbookPolicy({ "a.md": of("2026-01-01", 14), "b.md": of("2026-06-01", 30) }, { files });
    const { core } = await askSmall(small, { question: "How long is the refund window?" });
    expect(core.dropped).toMatchObject([{ id: "handbook:a.md#text-of-2026-01-01", reason: "lost_conflict" }]);
    expect(core.conflicts).toMatchObject([{ topic: "window", winner: "handbook:b.md#text-of-2026-06-01" }]);
    expect(core.scoring.find(({ id }) => id.includes("b.md"))?.signals.conflict_risk.value).toBe(0);
  });
});

describe("tables", () => {
  const rows = Array.from({ length: 60 }, (_, at) => `| Zone ${at} | refund ${at} |`);
  const head = "| Zone | Rate |\n|---|---|";
  const TABLE = { "a.md": `# Rates\n\nRefund rates.\n\n${head}\n${rows.join("\n")}\n` };

  test("FP-193: a table of sixty rows goes in whole, or is dropped whole", async () => {
    const small = await handbookPolicy(TABLE, { source: "k: 9" });
    const whole = await askSmall(small, { question: "refund of zone 59?" });
    expect(textOf(whole.assembly.prompt)).toContain(`${head}\n${rows.join("\n")}\n`);
    const tight = await askSmall(withTotal(small, 250), { question: "refund of zone 59?" });
    expect(textOf(tight.assembly.prompt)).not.toContain("| Zone ");
    expect(tight.core.dropped.map(({ reason }) => reason)).toEqual(["over_budget"]);
  });

  test("FP-193: one that is longer than the longest section is cut between rows, with its head above each part", async () => {
    const { assembly } = await ask(TABLE, "refund of zone 59?", "longest: 200, k: 20");
    const parts = assembly.parts.flatMap(({ item }) => (item === null ? [] : [item.text]));
    const withRows = parts.filter((text) => text.includes("| Zone "));
    expect(withRows.length).toBeGreaterThan(5);
    expect(withRows.every((text) => text.includes(`${head}\n`))).toBe(true);
    const read = withRows.flatMap((text) => text.split("\n").filter((line) => /^\| Zone \d/.test(line)));
    expect(read).toEqual(rows);
  });
});
