/** "Trim before summarizing": whole sentences go, and never a number or a "never". */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CompressInput, shortenerOf } from "../../../src/pipeline/pack/compress.ts";
import { loadLanguages } from "../../../src/policy/languages/load-languages.ts";
import { cutUnits } from "../../../src/text/sentences/sentences.ts";
import { splitWords } from "../../../src/text/words/words.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const folded = (text: string): ReadonlySet<string> => new Set(splitWords(text).map((word) => word.folded));
/** Four characters are a token. */
const count = (text: string): number => Math.ceil(text.length / 4);

const { stays } = (await loadLanguages()).languages;

type Parts = Partial<Omit<CompressInput, "question">> & { readonly question?: string; readonly maxTokens?: number };
/** With the words of the language files. */
const cut = (text: string, { question = "", language = "en", negators = new Set(), maxTokens, ...parts }: Parts = {}) =>
  shortenerOf({ text, language, count, negators, stays, minShare: 0, ...parts, question: folded(question) })(
    maxTokens ?? count(text) - 1,
  );

const REFUND = "We like our guests. Refunds take a while to arrive. The lobby has plants. A refund window is open for guests.";

describe("a shortener", () => {
  test("returns a text that fits as given, at the limit and above it", () => {
    for (const more of [0, 1]) {
      expect(cut(REFUND, { maxTokens: count(REFUND) + more })).toEqual({
        text: REFUND,
        tokens: count(REFUND),
        keptUnits: 4,
        allUnits: 4,
      });
    }
  });

  test("drops what has least to do with the question, in the text's order, and marks what is missing", () => {
    const shorter = cut(REFUND, { question: "refund window for guests", maxTokens: 22 });
    expect(shorter?.text).toBe("We like our guests. […] A refund window is open for guests.");
    expect(shorter).toMatchObject({ keptUnits: 2, allUnits: 4, tokens: count(shorter?.text ?? "") });
  });

  test("drops the later of two that matter as little", () => {
    expect(cut("Alpha is here. Beta is here. Gamma is here.")?.text).toBe("Alpha is here. Beta is here.");
  });

  test("counts the rarer word more", () => {
    const text = "The window is old. The window is big. The window is red. Deposits are kept.";
    expect(cut(text, { question: "window deposits", maxTokens: 5 })?.text).toBe("Deposits are kept.");
  });

  test.each([
    ["a number", "It takes 14 days."],
    ["a number of another script", "المدة ٣٠ يوما."],
    ["a denial", "We never refund."],
    ["a contraction", "We don’t refund."],
    ["a word of the caller", "It holds unless told."],
  ])("%s stays, however little it has to do with the question", (_what, sentence) => {
    const text = `Guests are welcome here. ${sentence} Guests like guests a lot.`;
    const negators = new Set(["unless"]);
    expect(cut(text, { question: "guests", negators })?.text).toContain(sentence);
    expect(cut(text, { question: "guests", negators, maxTokens: count(sentence) - 1 })).toBeNull();
    expect(cut(`${sentence} ${sentence}`, { negators })).toBeNull();
  });

  test.each([
    ["en", "The pool is open. Guests cannot swim at night. The bar is nice."],
    ["de", "Das Bad ist offen. Gäste dürfen nachts nicht schwimmen. Die Bar ist schön."],
    ["fr", "La piscine est ouverte. On n’entre jamais la nuit. Le bar est beau."],
    ["ja", "プールは開いています。夜は泳げません。バーは素敵です。"],
    ["zh", "泳池开放。晚上不能游泳。酒吧很好。"],
    ["ar", "المسبح مفتوح. ولا يسبح الضيوف ليلا. البار جميل."],
    ["hi", "पूल खुला है। रात में तैरना नहीं है। बार अच्छा है।"],
    ["th", "สระเปิด\nห้ามว่ายน้ำกลางคืน\nบาร์สวย"],
    ["ko", "수영장이 열려 있습니다. 밤에는 수영하지 않습니다. 바가 좋습니다."],
    ["tr", "Havuz açık. Gece kimse yüzmez. Bar güzel."],
  ])("a denial of %s stays", (language, text) => {
    const denial = cutUnits(text, language)[1]?.text.trim() ?? "";
    const shorter = cut(text, { language, question: "", maxTokens: count(text) - 3 });
    expect(shorter?.text).toContain(denial);
    expect(shorter?.keptUnits).toBeLessThan(3);
  });

  test.each([
    ["Japanese", "ランプは返品できません。"],
    ["Chinese", "灯不能退。"],
    ["Turkish", "Lambalar iade edilmez."],
    ["Turkish, written on", "Bu ürün iade edilebilir değildir."],
    ["Hindi", "लैंप वापस नहीं लिए जाते।"],
    ["Thai", "โคมไฟคืนไม่ได้"],
    ["Vietnamese", "Đèn không được trả lại."],
    ["Czech", "Lampy nevracíme."],
    ["Czech, in a word", "Lampy nelze vrátit."],
    ["Korean", "램프는 반품이 안 됩니다."],
    ["German", "Lampen nehmen wir nicht zurück."],
    ["French", "Les lampes ne sont pas reprises."],
    ["Spanish", "Las lámparas no se devuelven."],
    ["Polish", "Lamp nie przyjmujemy z powrotem."],
    ["Russian", "Лампы не возвращаются."],
    ["Ukrainian", "Лампи не повертаються."],
    ["Arabic", "المصابيح لا ترد."],
    ["Hebrew", "את המנורות לא מחזירים."],
    ["Greek", "Οι λάμπες δεν επιστρέφονται."],
    ["Finnish", "Lamppuja ei palauteta."],
    ["Indonesian", "Lampu tidak dapat dikembalikan."],
    ["Dutch", "Lampen nemen wij niet terug."],
    ["Swedish", "Lampor tas inte tillbaka."],
    ["Danish", "Lamper tages ikke retur."],
    ["Italian", "Le lampade non si restituiscono."],
    ["Portuguese", "As lâmpadas não são devolvidas."],
    ["Romanian", "Lămpile nu se returnează."],
  ])("a denial in %s stays under an answer in English and in German", (_what, denial) => {
    for (const language of ["en", "de"]) {
      const text = `The lobby of the house has plants.\n\n${denial}\n\nThe bar of the house is open.`;
      expect(cut(text, { language, question: "bar house" })?.text).toContain(denial);
    }
  });

  test.each([
    "Unless told otherwise, guests pay at the bar.",
    "Only if guests ask, the bar opens.",
    "Half of it goes to the guests.",
    "A dozen of the guests may swim.",
    "Twice the guests came to the bar.",
    "It ends on the first of May.",
    "Guests swim, except in the bar.",
    "Es sei denn, die Gäste fragen an der Bar.",
    "Sauf le bar, tout est ouvert.",
    "Solo los huéspedes entran en el bar.",
    "Кроме бара, всё открыто.",
    "バーを除き、開いています。",
    "除非客人要求，酒吧开放。",
  ])("a condition, an exception, or a number in words stays: %s", (sentence) => {
    const text = `The lobby of the house has plants.\n\n${sentence}\n\nThe garden of the house is open.`;
    for (const language of ["en", "ja"]) expect(cut(text, { language, question: "garden house" })?.text).toContain(sentence);
  });

  test.each([
    ["en", "We go to the lobby on a need for amazing plants and a fire in the room."],
    ["de", "In der Halle neben dem Garten stehen die Pflanzen und auch die Bilder."],
  ])("a word that denies or counts in another language alone keeps nothing: %s", (language, sentence) => {
    const text = `${sentence}\n\nThe garden of the house is open.`;
    expect(cut(text, { language, question: "garden house" })?.text).toBe("The garden of the house is open.");
  });

  test("numerals of Han before what they count stay", () => {
    expect(cut("泳池开放。三天内退款。酒吧很好。", { language: "zh" })?.text).toContain("三天内退款。");
    expect(cut("泳池开放。三十天内退款。酒吧很好。", { language: "zh" })?.text).toContain("三十天内退款。");
  });

  test("a list goes as a whole with the line that leads to it, or stays as a whole", () => {
    const text = "Refunds are easy. You need:\n- a ticket\n- a passport\n\nThe lobby has many green plants. Refunds are quick.";
    expect(cut(text, { question: "refunds", maxTokens: 16 })?.text).toBe("Refunds are easy. […] Refunds are quick.");
    expect(cut(text, { question: "refunds ticket" })?.text).toBe(
      "Refunds are easy. You need:\n- a ticket\n- a passport\n[…] Refunds are quick.",
    );
    expect(cut("Bring it:\n- a ticket\n- no passport\n\nThe lobby has plants.", { question: "lobby", maxTokens: 5 })).toBeNull();
  });

  test("a table is never cut", () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| plan | ${row} |\n`).join("");
    const text = `| Plan | Price |\n|---|---|\n${rows}\nThe lobby has plants. The bar is open.`;
    const shorter = cut(text, { question: "lobby" });
    expect(shorter?.text).toContain(rows);
    expect(cut(text, { maxTokens: 100 })).toBeNull();
  });

  test("a heading goes with the last of its section, and stays with the first that stays", () => {
    const text = "# Stay\n\nIntro words here.\n\n## Pool\n\nThe pool is blue. The pool is warm.\n\n## Bar\n\nThe bar is open.";
    expect(cut(text, { question: "bar", maxTokens: 9 })?.text).toBe("# Stay\n[…]\n\n## Bar\n\nThe bar is open.");
    expect(cut(text, { question: "pool warm", maxTokens: 12 })?.text).toBe("# Stay\n[…]\n\n## Pool\n[…] The pool is warm.");
  });

  test("a heading that denies keeps something under it", () => {
    const text = "The bar is open.\n\n## Not covered\n\nWorn shoes. Lost keys.\n\n## More\n\nThe bar is nice.";
    expect(cut(text, { question: "bar", maxTokens: 20 })?.text).toBe(
      "The bar is open.\n\n## Not covered\n\nWorn shoes. […]\n\n## More\n\nThe bar is nice.",
    );
  });

  test("a rule between what is kept and what is missing goes too, and the line under a heading does not", () => {
    expect(cut("The bar is open.\n\n---\n\nThe lobby has plants. The bar is nice.", { question: "bar" })?.text).toBe(
      "The bar is open. […] The bar is nice.",
    );
    expect(cut("Bar\n---\nThe lobby has plants. The bar is nice.", { question: "bar" })?.text).toBe(
      "Bar\n---\n[…] The bar is nice.",
    );
  });

  test("offers nothing below the share of units that must be left", () => {
    const parts = { question: "refund window for guests", maxTokens: 22 };
    expect(cut(REFUND, { ...parts, minShare: 0.5 })).not.toBeNull();
    expect(cut(REFUND, { ...parts, minShare: 0.51 })).toBeNull();
  });

  test("offers nothing where one sentence is all there is, or the text is empty and the limit below zero", () => {
    expect(cut("The lobby has plants.", {})).toBeNull();
    expect(cut("", { maxTokens: -1 })).toBeNull();
    expect(cut("", { maxTokens: 0 })).toMatchObject({ text: "", keptUnits: 0 });
  });

  test("asks for counts about as often as the logarithm of the sentences", () => {
    let asked = 0;
    const text = "This is a sentence that holds words. ".repeat(3_000);
    const counting = (part: string) => {
      asked += 1;
      return count(part);
    };
    const took = cpuWatch();
    expect(cut(text, { question: "words", maxTokens: count(text) / 3, count: counting })).not.toBeNull();
    expect(asked).toBeLessThan(16);
    expect(took()).toBeLessThan(30_000);
  });
});

const WORDS = ["refund", "window", "guest", "never", "14", "lobby", "e.g. plants", "not", "the", "Dr. Bell", "warm"];
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => `The ${words.join(" ")} is here.`);
const block = fc.oneof(
  { weight: 4, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(" ")) },
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => `You need:\n${all.map((one) => `- ${one}`).join("\n")}`),
  fc.constantFrom("# A heading", "## No refund", "---", "| a | b |\n|---|---|\n| lobby | warm |", "```\n# code. Code.\n```"),
);
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Every sentence and every lead-in is another, so that a test can tell which one was kept. */
const document = fc.array(block, { minLength: 1, maxLength: 7 }).map((blocks) => {
  let place = 0;
  const each = blocks.map((text) =>
    text.replace(
      /is here|A heading|lobby \||code\. |You need:/gu,
      (words) => `${LETTERS[place++ % 26]}${LETTERS[Math.floor(place / 26)]}q ${words}`,
    ),
  );
  return each.join("\n\n");
});

const RUNS = 2_000;

describe("for any text", () => {
  const asked = fc.record({
    text: document,
    maxTokens: fc.integer({ min: 0, max: 120 }),
    minShare: fc.constantFrom(0, 0.3, 0.7),
  });
  const trimmed = (text: string) => cutUnits(text, "en").map((unit) => unit.text.trim().replace(/(?:\s*-{3})+$/u, ""));

  test("the result fits, is made of whole units in their order, and keeps numbers and denials", () => {
    fc.assert(
      fc.property(asked, (parts) => {
        const shorter = cut(parts.text, { ...parts, question: "refund window" });
        if (shorter === null) return;
        expect(shorter.tokens).toBe(count(shorter.text));
        expect(shorter.tokens).toBeLessThanOrEqual(parts.maxTokens);
        expect(shorter.keptUnits).toBeGreaterThanOrEqual(shorter.allUnits * parts.minShare);
        expect(shorter.keptUnits).toBeGreaterThan(0);
        const units = trimmed(parts.text);
        const timesIn = (text: string, unit: string): number => text.split(unit).length - 1;
        for (const unit of units.filter((one) => /\d|\b(?:no|not|never)\b/iu.test(one))) {
          expect(timesIn(shorter.text, unit)).toBeGreaterThanOrEqual(units.filter((one) => one === unit).length);
        }
        // Lines that stand twice, such as the rule of a table, cannot be told apart.
        if (new Set(units).size === shorter.allUnits) {
          let from = 0;
          let found = 0;
          for (const unit of units) {
            const at = shorter.text.indexOf(unit, from);
            if (at !== -1) [from, found] = [at + unit.length, found + 1];
          }
          expect(found).toBe(shorter.keptUnits);
        }
        if (shorter.keptUnits < shorter.allUnits) {
          const longestFirst = trimmed(parts.text).sort((a, b) => b.length - a.length);
          const rest = longestFirst.reduce((text, unit) => text.replaceAll(unit, ""), shorter.text);
          expect(rest.replace(/\[…\]|-{3}|\s/gu, "")).toBe("");
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("a list item is never without the line that leads to it, nor a heading without what follows", () => {
    fc.assert(
      fc.property(asked, (parts) => {
        const shorter = cut(parts.text, { ...parts, question: "refund window" });
        if (shorter === null || shorter.keptUnits === shorter.allUnits) return;
        const lists = (text: string) => text.match(/You need:\n(?:- .*(?:\n|$))+/gu)?.map((list) => list.trim()) ?? [];
        for (const list of lists(shorter.text)) expect(lists(parts.text)).toContain(list);
        expect(shorter.text.match(/^- /gmu)?.length ?? 0).toBe(lists(shorter.text).join("\n").match(/^- /gmu)?.length ?? 0);
      }),
      { numRuns: 300 },
    );
  });

  test("the order of the question's words changes nothing", () => {
    fc.assert(
      fc.property(asked, (parts) => {
        const one = cut(parts.text, { ...parts, question: "refund window guest warm lobby" });
        expect(cut(parts.text, { ...parts, question: "lobby warm guest window refund" })).toEqual(one);
      }),
    );
  });
});
