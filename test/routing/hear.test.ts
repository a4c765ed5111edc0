import { describe, expect, test } from "vitest";
import { compileVocabulary } from "../../src/policy/compile/vocabulary.ts";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { findTimes } from "../../src/routing/find-times.ts";
import { hear } from "../../src/routing/hear.ts";
import { readTerm } from "../../src/text/lexicon/term-syntax.ts";
import { languagesOf } from "../support/words.ts";

const { languages } = await loadLanguages();

/** Terms by language; each stands for an intent of its own name, or for a red flag. */
type Words = Readonly<Record<string, readonly string[]>>;

const vocabulary = (words: Words, own = "en", intent: string | null = "it", rules = languages.rules) =>
  compileVocabulary(
    Object.entries(words).flatMap(([language, texts]) =>
      texts.map((text) => ({ text, language, intent, weightMilli: 1_000, spellings: readTerm(text) })),
    ),
    rules,
    own,
  );

function heardIn(question: string, words: Words, own?: string, intent?: string | null) {
  return hear(question, vocabulary(words, own, intent), languages);
}
const hitsOf = (...input: Parameters<typeof heardIn>) =>
  heardIn(...input).hits.map(({ term, how }) => `${term.language} ${term.text}: ${how}`);

describe("the languages a question shows", () => {
  test.each([
    ["Should I train through this?", ["en"]],
    ["Darf ich heute laufen oder nicht?", ["de"]],
    ["Est-ce que je peux courir demain ?", ["fr"]],
    ["¿Puedo correr hoy con el dolor de mi rodilla?", ["es"]],
    ["Могу ли я сегодня бегать?", ["ru"]],
    ["Μπορώ να τρέξω σήμερα;", ["el"]],
    ["هل يمكنني أن أجري اليوم؟", ["ar"]],
    ["我今天可以跑步吗", ["zh"]],
    ["今日は走ってもいいですか", ["ja"]],
    ["오늘 달려도 되나요", ["ko"]],
    ["วันนี้ฉันวิ่งได้ไหม", ["th"]],
  ])("%j shows %j", (question, shown) => {
    expect([...heardIn(question, {}).shown]).toEqual(shown);
  });

  test.each(["", "???", "5 km", "🤕", "knee", "xyzzy plugh"])("%j shows none", (question) => {
    expect(heardIn(question, {}).shown.size).toBe(0);
  });

  test("counts different function words, not how often one stands", () => {
    const files = [
      { language: "aa", common: ["ba", "bo"] },
      { language: "ba", common: ["co", "cu", "ca"] },
    ].map((file) => ({ ...file, endings: [] }));
    const made = languagesOf(...files);
    const shown = (question: string) => [...hear(question, vocabulary({}), made).shown];
    expect(shown("ba ba ba ba bo co")).toEqual(["aa"]);
    expect(shown("ba bo co cu ca")).toEqual(["aa", "ba"]);
    expect(shown("ba co cu ca")).toEqual(["ba"]);
    expect(shown("ba co")).toEqual(["aa", "ba"]);
    expect(shown("ba co cu")).toEqual(["ba"]);
  });
});

describe("words of other languages", () => {
  const PAIN = { en: ["pain"], fr: ["douleur"] };

  test("French pain is bread where French has a word for it", () => {
    const both = { en: ["pain"], fr: ["pain"] };
    expect(hitsOf("Est-ce que je peux manger du pain avant la course ?", both)).toEqual(["fr pain: exact"]);
    expect(hitsOf("Is this pain in my knee bad?", both)).toEqual(["en pain: exact"]);
    expect(new Set(hitsOf("pain", both))).toEqual(new Set(["en pain: exact", "fr pain: exact"]));
  });

  test("are taken from the policy's own language where the question's has none for them", () => {
    expect(hitsOf("J'ai un pain au genou et je ne peux pas courir", PAIN)).toEqual(["en pain: exact"]);
    expect(hitsOf("J'ai un pain au genou et je ne peux pas courir", PAIN, "de")).toEqual([]);
  });

  test("count as written only, where the question shows a language", () => {
    expect(hitsOf("Kann ich das training machen und wie ist es mit workouts?", { en: ["training", "workout"] })).toEqual([
      "en training: exact",
    ]);
    expect(hitsOf("Can I do the workouts?", { en: ["workout"] })).toEqual(["en workout: inflected"]);
    expect(hitsOf("workouts", { en: ["workout"] }, "de")).toEqual(["en workout: inflected"]);
  });

  test("are mistyped only in a language that the question shows, or in the policy's own", () => {
    expect(hitsOf("wrokout", { en: ["workout"] })).toEqual(["en workout: fuzzy"]);
    expect(hitsOf("wrokout", { en: ["workout"] }, "de")).toEqual([]);
    expect(hitsOf("Kann ich das wrokout machen und wie?", { en: ["workout"] })).toEqual([]);
    expect(hitsOf("Can I do the wrokout and how?", { en: ["workout"] }, "de")).toEqual(["en workout: fuzzy"]);
  });

  test("`any` is at home in every question", () => {
    const any = { any: ["vo2max", "🤕"] };
    for (const question of ["Is my VO2max good?", "Wie ist mein VO2max und warum?", "我的 vo2max 怎么样"]) {
      expect(hitsOf(question, any)).toEqual(["any vo2max: exact"]);
    }
    expect(hitsOf("Est-ce que je peux courir 🤕", any)).toEqual(["any 🤕: exact"]);
  });

  test.each([
    ["sore throat", "sore", "en"],
    ["mal de dos", "mal de dos", "fr"],
    ["diz ağrısı", "diz", "tr"],
  ])("a function word of another language does not take %j from the policy's own", (question, term, language) => {
    expect(hitsOf(question, { [language]: [term] }, language)).toEqual([`${language} ${term}: exact`]);
  });

  test("times of the policy's own language are borrowed as written", () => {
    const timesIn = (question: string, own: string) => {
      const { words, cues } = heardIn(question, {}, own);
      return findTimes(words, cues).map(({ start, end }) => question.slice(start, end));
    };
    expect(timesIn("Kann ich das auf Friday verschieben und wie?", "en")).toEqual(["Friday"]);
    expect(timesIn("Kann ich das auf Friday verschieben und wie?", "fr")).toEqual([]);
  });
});

describe("a single character of Han", () => {
  const MEDICINE = { zh: ["药"] };

  test.each([
    ["我可以吃药吗", ["zh 药: exact"]],
    ["药", ["zh 药: exact"]],
    ["药，好吗", ["zh 药: exact"]],
    ["火药是什么", []],
    ["火药", []],
  ])("in %j", (question, hits) => {
    expect(hitsOf(question, MEDICINE)).toEqual(hits);
  });

  test("is not guarded inside a term of several", () => {
    expect(hitsOf("火药是什么", { zh: ["火药"] })).toEqual(["zh 火药: exact"]);
    expect(hitsOf("我可以吃药吗", { zh: ["吃药"] })).toEqual(["zh 吃药: exact"]);
  });
});

describe("a word whose accents make it another", () => {
  const WORDS = { vi: ["tê", "đầu .. va", "bắp chân"], pt: ["dói"], es: ["chau"], en: ["ham", "carb"] };

  test.each([
    ["Chân tôi bị tê", ["vi tê: exact"]],
    ["chan toi bi te", ["vi tê: exact"]],
    ["Nền kinh tế của Mỹ", []],
    ["Bắt đầu và kết thúc", []],
    ["Bị ngã, đầu tôi va vào cột", ["vi đầu .. va: exact"]],
    ["Bắp chân của tôi", ["vi bắp chân: exact"]],
    ["Đội của châu lục", []],
    ["Bài toán hàm này của ai", []],
    ["Nên ăn carb hay ham của tôi", ["en carb: exact", "en ham: exact"]],
  ])("in %j", (question, hits) => {
    expect(hitsOf(question, WORDS)).toEqual(hits);
  });

  test.each(["NFC", "NFD"])("whether it is written in %s", (form) => {
    expect(hitsOf("Chân tôi bị tê".normalize(form), WORDS)).toEqual(["vi tê: exact"]);
    expect(hitsOf("Nền kinh tế của Mỹ".normalize(form), WORDS)).toEqual([]);
  });

  test("is no typing error of the other, and two words are not put together to it", () => {
    expect(hitsOf("chuỗi cung ứng của tôi", { vi: ["chuối"] })).toEqual([]);
    expect(hitsOf("người cộng suât của tôi", { vi: ["công suất"] })).toEqual([]);
  });
});

describe("accents that a language has alone", () => {
  test.each(["Đội vô địch", "kỷ lục", "ky\u0309 luc"])("show it: %j", (question) => {
    expect([...heardIn(question, {}).shown]).toEqual(["vi"]);
  });

  test("count as two function words, each word of them", () => {
    const made = languagesOf(
      { language: "aa", own_accents: "ñ" },
      { language: "ba", own_accents: "ạ" },
      { language: "ca", common: ["co", "cu", "ca"] },
    );
    const shown = (question: string) => [...hear(question, vocabulary({}), made).shown].sort();
    expect(shown("bạ co")).toEqual(["ba"]);
    expect(shown("bạ co cu")).toEqual(["ba", "ca"]);
    expect(shown("ba tà co")).toEqual(["ca"]);
    expect(shown("bạ tạ co cu")).toEqual(["ba"]);
  });
});

describe("two signs of a script without spaces", () => {
  test.each([
    ["ขาชามาก", { th: ["ชา"] }, ["th ชา: exact"]],
    ["เพลงชาติไทย", { th: ["ชา"] }, []],
    ["海外で使う", { ja: ["外で"] }, []],
    ["今日は外で走る", { ja: ["外で"] }, ["ja 外で: exact"]],
    ["体重が下がって", { ja: ["下が"] }, ["ja 下が: exact"]],
    ["頑張る", { ja: ["張る"] }, []],
    ["ひざがいたい", { ja: ["ひざ"] }, ["ja ひざ: exact"]],
    ["新跑步鞋", { zh: ["跑步"] }, ["zh 跑步: exact"]],
    ["ไม่เกินสิบ", { th: ["กินสิบ"] }, []],
  ])("in %j", (question, words, hits) => {
    expect(hitsOf(question, words as Words)).toEqual(hits);
  });

  test("raise a red flag wherever they stand, but not within a syllable", () => {
    const flags = (question: string, term: string) => heardIn(question, { th: [term] }, "en", null).redFlags.length;
    expect(flags("เพลงชาติไทย", "ชา")).toBe(1);
    expect(flags("ไม่เกินสิบ", "กิน")).toBe(0);
  });
});

describe("words that nothing is known of", () => {
  const unmatched = (question: string, words: Words = { en: ["knee", "workout"] }) => {
    const heard = heardIn(question, words);
    return heard.unmatched.map((at) => question.slice(heard.words[at]?.start, heard.words[at]?.end));
  };

  test.each([
    ["Is my xyzzy knee plugh?", ["xyzzy", "plugh"]],
    ["the wrokout", []],
    ["the and with", []],
    ["zzz zzz", ["zzz", "zzz"]],
    ["", []],
  ])("in %j are %j", (question, words) => {
    expect(unmatched(question)).toEqual(words);
  });

  test("are not those of a red flag", () => {
    expect(heardIn("my xyzzy", { en: ["xyzzy"] }, "en", null).unmatched).toEqual([]);
  });

  test("a red flag is never guessed from a typing error", () => {
    expect(hitsOf("I fianted", { en: ["fainted"] }, "en", null)).toEqual([]);
    expect(hitsOf("I fianted", { en: ["fainted"] }, "en", "it")).toEqual(["en fainted: fuzzy"]);
  });
});

describe("hits", () => {
  test("stand in the order of the text, and their places slice the words out", () => {
    const question = "Knee, and then my KNEES: long   run!";
    const { hits, words } = heardIn(question, { en: ["long run", "knee"] });
    expect(hits.map(({ first, last }) => question.slice(words[first]?.start, words[last]?.end))).toEqual([
      "Knee",
      "KNEES",
      "long   run",
    ]);
  });

  test("hold a term once for each of its alternatives that stands there", () => {
    expect(hitsOf("a pain and an ache", { en: ["pain|ache"] })).toEqual(["en pain|ache: exact", "en pain|ache: exact"]);
  });
});

describe("words of a language that the question does not show", () => {
  const words = { en: ["tire"], fr: ["mollet", "bu"] };
  const against = (question: string) => {
    const terms = [
      { text: "tire", language: "en", intent: "it", weightMilli: -1_000, spellings: readTerm("tire") },
      { text: "mollet", language: "fr", intent: "it", weightMilli: 1_000, spellings: readTerm("mollet") },
    ];
    return hear(question, compileVocabulary(terms, languages.rules, "en"), languages).hits.map(({ term }) => term.text);
  };

  test("are not borrowed where they speak against an intent", () => {
    expect(against("Mon mollet tire dès que j'accélère")).toEqual(["mollet"]);
    expect(against("tire")).toEqual(["tire"]);
  });

  test("are not borrowed where a function word shows one, but for those of the policy's own language", () => {
    expect(hitsOf("Who sells teh", { id: ["teh"], en: ["sugar"] })).toEqual([]);
    expect(hitsOf("Wer hat sugar", { id: ["teh"], en: ["sugar"] })).toEqual(["en sugar: exact"]);
    expect(hitsOf("teh", { id: ["teh"] })).toEqual(["id teh: exact"]);
  });

  test("do not count where the one function word that shows the language stands", () => {
    expect(hitsOf("Bu makaleye yıldız ver", words)).toEqual([]);
    expect(hitsOf("J'ai bu beaucoup d'eau", words)).toEqual(["fr bu: exact"]);
  });
});

describe("what the last words set aside", () => {
  test.each([
    ["The ankles are okay", ["excluded"]],
    ["The ankles are okay, so what now?", ["excluded"]],
    ["How many ankles are okay?", ["positive"]],
    ["How many ankles are not okay?", ["positive"]],
  ])("is what a question asks about: %j", (question, expected) => {
    expect(heardIn(question, { en: ["ankle"] }).hits.map(({ polarity }) => polarity)).toEqual(expected);
  });
});

describe("who is spoken of", () => {
  test.each([
    ["How does my ankle bend?", "self"],
    ["How does the ankle bend?", "nobody"],
    ["How does the ankle bend", "self"],
    ["How does the ankle bend today?", "self"],
    ["Wie weit kann ich den Knöchel beugen?", "untold"],
    ["Wie weit beugt sich der Knöchel?", "nobody"],
    ["Wie weit beugt sich der Knöchel heute?", "untold"],
    ["Πόσο λυγίζει ο αστράγαλος;", "nobody"],
    ["How does the ankle bend?!", "nobody"],
    ["How does the ankle bend? 🙂", "nobody"],
    ["(How does the ankle bend?)", "nobody"],
    ["How does the ankle bend;", "self"],
    ["How does the ankle bend? Tell", "self"],
    ["Πόσο λυγίζει ο αστράγαλος", "untold"],
    ["ankle?", "untold"],
  ])("in %j: %s", (question, speaker) => {
    expect(heardIn(question, { en: ["ankle"] }).speaker).toBe(speaker);
  });
});

describe("a red flag", () => {
  const flagsOf = (question: string, language = "en", text = "chest pain") =>
    heardIn(question, { [language]: [text] }, language, null).redFlags.length;

  test.each([
    ["Apart from chest pain all is fine, can I run?", 1],
    ["Never mind the chest pain, can I race?", 1],
    ["Other than chest pain I am good", 1],
    ["Not only chest pain, my arm too", 1],
    ["It is not just chest pain", 1],
    ["I have no chest pain, can I run?", 0],
    ["Not chest pain, can I run?", 0],
  ])("is taken down by a plain denial alone: %j", (question, flags) => {
    expect(flagsOf(question)).toBe(flags);
  });

  test.each([
    ["de", "Brustschmerz", "Nicht nur Brustschmerz, darf ich laufen?", "Nicht Brustschmerz, darf ich laufen?"],
    ["ru", "боль", "Это не только боль, можно бегать?", "Это не боль, можно бегать?"],
    ["nl", "borstpijn", "Het is niet alleen borstpijn", "Het is niet borstpijn"],
    ["id", "nyeri dada", "Saya tidak hanya nyeri dada", "Saya tidak nyeri dada"],
  ])("stands after not only in %s", (language, text, stands, denied) => {
    expect([flagsOf(stands, language, text), flagsOf(denied, language, text)]).toEqual([1, 0]);
  });

  test.each([
    ["a line that was only wrapped", "I have a strong chest\npain since yesterday", 1],
    ["the same with the ends of lines of another system", "I have a strong chest\r\n  pain since yesterday", 1],
    ["another sentence without a point", "I have a strong chest\nPain is none", 0],
    ["two paragraphs", "I have a strong chest\n\nPain is none", 0],
  ])("is found across %s", (_what, question, flags) => {
    expect(flagsOf(question)).toBe(flags);
  });

  test.each(["\u00AD", "\u180E", "\u200B", "\u200C", "\u200D", "\u2060", "\u2063", "\uFEFF"])(
    "is found in spite of %j inside a word",
    (sign) => {
      const question = `I have chest pa${sign}in today`;
      const [hit] = heardIn(question, { en: ["chest pain"] }, "en", null).redFlags;
      const { words } = heardIn(question, {});
      expect(question.slice(words[hit?.first ?? 0]?.start, words[hit?.last ?? 0]?.end)).toBe(`chest pa${sign}in`);
    },
  );
});
