import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import { classify, scoreRecords, suppressedRecords } from "../../src/routing/classify.ts";
import { hear } from "../../src/routing/hear.ts";
import { FACTORS, languagesOf, scoresOf, type TermTable, vocabularyOf } from "../support/words.ts";

const { languages } = await loadLanguages();

const TERMS = {
  training: { train: 2, workout: 2, pace: 1, race: 1.5, "long run": 2 },
  injury: { pain: 2, tendon: 2, "pain free run": 1.5 },
  nutrition: { run: 0.5, "🍝": 1, čaj: 1 },
};
const score = (question: string, terms: TermTable = TERMS, language = "en") => scoresOf(question, terms, languages, language);
const totals = (question: string, terms?: typeof TERMS) =>
  Object.fromEntries(score(question, terms).map((one) => [one.intent, one.score]));

describe("classify", () => {
  test.each([
    ["Should I train through this pain?", { training: 2, injury: 2 }],
    ["TRAIN, train and training", { training: 2 }],
    ["my workouts", { training: 2 }],
    ["pacing", { training: 1 }],
    ["I raced", { training: 1.5 }],
    ["the strain of a trainee", {}],
    ["restrained painting", {}],
    ["🍝?", { nutrition: 1 }],
    ["CAJ", { nutrition: 1 }],
    ["", {}],
  ])("scores %j as %j", (question, expected) => {
    expect(totals(question)).toEqual(expected);
  });

  test("names the alternative that stands in the question, not the row that it is of", () => {
    const terms = { training: { "should i run | can i run|could =i run": 2 }, injury: { "knee|my .. knees": 1 } };
    const named = (question: string) => {
      const heard = hear(question, vocabularyOf(terms, languages, "en"), languages);
      const { scores, suppressed } = classify(heard, FACTORS, Object.keys(terms));
      const matches = scoreRecords(scores, heard.words).flatMap((one) => one.matches);
      return {
        terms: matches.map(({ term, start, end }) => [term, question.slice(start, end)]),
        suppressed: suppressedRecords({ scores, suppressed }, heard.words).map(({ term, by, why }) => [term, by, why]),
      };
    };
    expect(named("Can I run today?").terms).toEqual([["can i run", "Can I run"]]);
    expect(named("Could I run?").terms).toEqual([["could =i run", "Could I run"]]);
    expect(named("My poor knees, my knee").terms).toEqual([["my .. knees", "My poor knees"]]);
    expect(named("Can I run, and should I run?").suppressed).toEqual([["should i run", "can i run", "repeat"]]);
  });

  test("matches words of one language as written and inflected only by that language's endings", () => {
    expect(score("trained", { training: { train: 2 } }, "qaa")).toEqual([]);
    expect(score("train", { training: { train: 2 } }, "qaa")).toHaveLength(1);
  });

  test("lets the longest span win inside one intent and hides the words of a phrase from the others", () => {
    expect(totals("a long run")).toEqual({ training: 2 });
    expect(totals("a long, run")).toEqual({ nutrition: 0.5 });
    expect(totals("a pain free run")).toEqual({ injury: 1.5 });
  });

  test("gives contributions that sum to the score, and offsets that slice the matched words out", () => {
    const words = fc.constantFrom("train", "pain", "tendon", "race", "racing", "long run", "run", "🍝", "x", ",");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const question = parts.join(" ");
        for (const { score: total, matches } of score(question)) {
          expect(matches.reduce((sum, match) => sum + Math.round(match.contribution * 1000), 0)).toBe(Math.round(total * 1000));
          for (const match of matches) expect(question.slice(match.start, match.end).length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("does not depend on the order in which the terms are written", () => {
    const question = "a long run, pain free run and workouts";
    const shuffled = Object.fromEntries(
      Object.entries(TERMS).map(([intent, terms]) => [intent, Object.fromEntries(Object.entries(terms).reverse())]),
    );
    expect(score(question, shuffled as typeof TERMS)).toEqual(score(question));
  });

  test("takes a term of any language as it is written", () => {
    expect(score("痛み RICE", { injury: { rice: 1, 痛み: 2 } }, "any")).toMatchObject([{ intent: "injury", score: 3 }]);
  });
});

describe("what a match is worth", () => {
  const worth = (question: string, term: string, language = "en") =>
    scoresOf(question, { it: { [term]: 2 } }, languages, language)[0]?.matches.map(({ how, factor, contribution }) => {
      return `${how} ${factor} ${contribution}`;
    });

  test.each([
    ["workout", "workout", "en", ["exact 1 2"]],
    ["workouts", "workout", "en", ["inflected 1 2"]],
    ["wrokout", "workout", "en", ["fuzzy 0.7 1.4"]],
    ["Trainingsplan", "Training", "de", ["compound 0.8 1.6"]],
    ["التدريب", "تدريب", "ar", ["prefixed 1 2"]],
  ])("%j for %j in %s", (question, term, language, expected) => {
    expect(worth(question, term, language)).toEqual(expected);
  });

  test("a weight below zero speaks against its intent", () => {
    const terms = { injury: { pain: 2, "pain au chocolat": -2 } };
    expect(scoresOf("pain au chocolat", terms, languages)).toMatchObject([{ intent: "injury", score: -2 }]);
    expect(scoresOf("pain, and pain au chocolat", terms, languages)).toMatchObject([{ score: 0 }]);
  });

  test("a thousandth is the smallest weight, and sums stay exact", () => {
    const terms = { it: { alpha: 0.1, beta: 0.2, gamma: 0.001 } };
    expect(scoresOf("alpha beta gamma", terms, languages)).toMatchObject([{ score: 0.301 }]);
  });
});

describe("the only term of a question", () => {
  const milliIn = (question: string, terms: TermTable = TERMS) => {
    const heard = hear(question, vocabularyOf(terms, languages), languages);
    return classify(heard, { ...FACTORS, loneMilli: 450 }, Object.keys(terms)).scores.map(({ milli }) => milli);
  };

  const terms = { ...TERMS, injury: { pain: 2, tendon: 1 } };

  test.each([
    ["How does the tendon grow?", [1_000]],
    ["How does the tendon of zebras grow?", [450]],
    ["How does the pain of zebras feel?", [2_000]],
    ["How does the pain of zebras grow?", [900]],
    ["How does the pain of striped zebras grow?", [900]],
    ["How does the tendon of zebras grow", [1_000]],
    ["How does my tendon of striped zebras grow?", [1_000]],
    ["How does my tendon of odd striped zebras grow?", [450]],
    ["How does my pain of odd striped zebras grow?", [2_000]],
  ])(
    "counts less beside words that say nothing, sooner for a hint and where nobody speaks of themselves: %j",
    (question, expected) => {
      expect(milliIn(question, terms)).toEqual(expected);
    },
  );

  test.each([
    ["a phrase", "Is the long run a zebra of zoology and uncles?", [2_000]],
    ["one of two of whoever asks", "Is my pace or workout zoology for odd zebras?", [3_000]],
    ["one of two where little is unknown", "Is pace or workout the best of zoology?", [3_000]],
    ["one of three", "Is race or pace or workout zoology for odd zebras?", [4_500]],
    ["beside another topic", "Is my pain in training zoology for odd zebras?", [2_000, 2_000]],
    ["mistyped in a hurry", "Which worktout is zoology for odd zebras", [1_400]],
    ["mistyped among known words", "Which worktout is this for my?", [1_400]],
  ])("counts in full as %s", (_how, question, expected) => {
    expect(milliIn(question, terms)).toEqual(expected);
  });

  test.each([
    ["a phrase that is a hint", "How far is the zebra of zoology?", { training: { "how far": 1 } }, [450]],
    [
      "beside what only tips the scales",
      "How does the pain of odd striped zebras plan?",
      { injury: { pain: 2 }, it: { plan: 0.5 } },
      [900, 500],
    ],
    ["mistyped, where little is", "Which worktout is zoology for zebras?", TERMS, [900]],
    ["one of two about nobody", "Is pace or workout zoology for odd zebras?", TERMS, [1_350]],
    ["more than plain", "How does the lump of striped zebras grow?", { injury: { lump: 4 } }, [900]],
  ])("counts less as %s", (_how, question, table: TermTable, expected) => {
    expect(milliIn(question, table)).toEqual(expected);
  });

  test("does not, where a time is meant", () => {
    expect(milliIn("How does the pain of striped zebras grow today?", terms)).toEqual([2_000]);
  });

  test("counts less sooner beside a word that speaks against an intent", () => {
    const question = "How does my tendon of striped zebras grow?";
    expect(milliIn(question, terms)).toEqual([1_000]);
    expect(milliIn(question, { ...terms, nutrition: { zebra: -2 } })).toEqual([450, -2_000]);
  });

  test.each([
    ["qaa ankle qaa", [1_000]],
    ["qaa ankle qaa zebra", [1_000]],
    ["qaa ankle qaa zebra zoology", [450]],
  ])(
    "of a language that does not tell who is spoken of, counts less beside two words that nothing knows: %j",
    (question, expected) => {
      const untold = languagesOf({ language: "qaa", common: ["qaa"] });
      const heard = hear(question, vocabularyOf({ injury: { ankle: 1 } }, untold, "qaa"), untold);
      const { scores } = classify(heard, { ...FACTORS, loneMilli: 450 }, ["injury"]);
      expect(scores.map(({ milli }) => milli)).toEqual(expected);
    },
  );
});

describe("the only term of a question without spaces between its words, or with spaces between syllables", () => {
  // Known, so that they count as saying nothing and not as unknown.
  const IDLE = ["em", "bé", "nhỏ", "xinh", "một", "hai", "ba", "bốn", "năm", "sáu"];
  const FILES = [
    { language: "zh", common: ["的", "是"], speaker: ["我"] },
    { language: "vi", common: ["của", "là"], speaker: ["tôi"], spelt_right: IDLE, syllabic: true, accents_tell: true },
    { language: "qaa", common: ["qaa", "xo"] },
  ];
  const made = languagesOf(...FILES);
  const milliIn = (question: string, language: string, terms: TermTable) => {
    const heard = hear(question, vocabularyOf(terms, made, language), made);
    return classify(heard, { ...FACTORS, loneMilli: 450 }, Object.keys(terms)).scores.map(({ milli }) => milli);
  };
  const ZH = { it: { 水: 1, 恢复: 2, "恢 .. 好": 2, 恢复得更快更好: 2 } };
  const VI = { it: { chạy: 1, "phục hồi": 2, "phục hồi nhanh": 2 } };

  test.each([
    ["海是水的人民", [1_000]],
    ["海是水的人民共和国土", [450]],
    ["恢复的是人民共和国土地", [2_000]],
    ["恢复的是人民共和国土地名人员大小", [900]],
    ["我恢复的是人民共和国土地名人员大小", [2_000]],
    ["恢土好的是人民共和国土地名人员大小", [2_000]],
    ["恢复得更快更好的是人民共和国土地名人员大小", [2_000]],
  ])("of three signs a word: %j", (question, expected) => {
    expect(milliIn(question, "zh", ZH)).toEqual(expected);
  });

  test.each([
    ["chạy là của em bé", [1_000]],
    ["chạy là của em bé nhỏ xinh?", [450]],
    ["chạy là của tôi bé nhỏ xinh?", [1_000]],
    ["phục hồi là của một hai ba bốn?", [2_000]],
    ["phục hồi là của một hai ba bốn năm sáu?", [900]],
    ["phục hồi là của tôi một hai ba bốn năm sáu?", [2_000]],
    ["phục hồi nhanh là của một hai ba bốn năm sáu?", [2_000]],
  ])("of two syllables a word: %j", (question, expected) => {
    expect(milliIn(question, "vi", VI)).toEqual(expected);
  });

  test("as before in a language with spaces between its words", () => {
    expect(milliIn("ankle is qaa known xo known known known known", "qaa", { it: { ankle: 1, known: -0.1 } })).toEqual([900]);
  });
});

describe("the only word of a question, of a weight below 1", () => {
  const milliIn = (
    question: string,
    terms: TermTable = { training: { ride: 0.9, hill: 0.9, workout: 2 }, injury: { pain: 0.9 } },
  ) => {
    const heard = hear(question, vocabularyOf(terms, languages), languages);
    return classify(heard, { ...FACTORS, personalMilli: 1_120 }, Object.keys(terms)).scores.map(({ milli }) => milli);
  };

  test.each([
    ["Could you shorten my ride?", [1_008]],
    ["Is the ride long tomorrow?", [1_008]],
    ["the ride is long", [1_008]],
    ["shorten ride", [900]],
    ["Is the ride long?", [900]],
    ["Is the ride through Paris long?", [900]],
    ["Is my ride over that hill?", [1_800]],
    ["Is my ride a pain?", [900, 900]],
    ["Is my workout long?", [2_000]],
    ["Is my rider out?", []],
  ])("counts more where whoever asks is spoken of, or a time is meant: %s", (question, expected) => {
    expect(milliIn(question)).toEqual(expected);
  });

  test("counts as it stands without the factor, and beside what speaks against its topic the sum is lower", () => {
    const terms = { training: { ride: 0.9, museum: -1.1 } };
    expect(scoresOf("Could you shorten my ride?", terms, languages)).toMatchObject([{ score: 0.9 }]);
    expect(milliIn("my ride to the museum", terms)).toEqual([-92]);
  });
});

describe("what is set aside", () => {
  test.each([
    ["Instead of pain, where is it?", [0]],
    ["Instead of pain where is it", [2_000]],
    ["Where is pain instead of it, really?", [2_000]],
  ])("counts nothing where the question goes on in another clause: %j", (question, expected) => {
    const heard = hear(question, vocabularyOf(TERMS, languages), languages);
    expect(classify(heard, FACTORS, Object.keys(TERMS)).scores.map(({ milli }) => milli)).toEqual(expected);
  });
});

describe("hits that do not count", () => {
  function suppressedIn(question: string, terms: TermTable) {
    const heard = hear(question, vocabularyOf(terms, languages), languages);
    return suppressedRecords(classify(heard, FACTORS, Object.keys(terms)), heard.words).map(
      ({ term, by, why, start, end }) => `${term} at ${question.slice(start, end)}: ${why} of ${by}`,
    );
  }

  test.each([
    ["a long run", { training: { "long run": 2 }, nutrition: { run: 1 } }, ["run at run: phrase of long run"]],
    ["a long run", { training: { "long run": 2, run: 1 } }, ["run at run: overlap of long run"]],
    ["run and RUN", { training: { run: 1 } }, ["run at RUN: repeat of run"]],
    ["pain, ache", { injury: { "pain|ache": 1 } }, ["ache at ache: repeat of pain"]],
    ["a run", { training: { run: 1 }, nutrition: { run: 1 } }, []],
    ["a race condition", { training: { "a race": 1, "race condition": -2 } }, ["a race at a race: overlap of race condition"]],
  ])("in %j with %j", (question, terms, expected) => {
    expect(suppressedIn(question, terms)).toEqual(expected);
  });

  test("name the same phrase whatever the order of the terms", () => {
    const inOrder = suppressedIn("a long slow run", { training: { "long slow run": 1, "long slow": 1 }, nutrition: { slow: 1 } });
    const reversed = suppressedIn("a long slow run", {
      nutrition: { slow: 1 },
      training: { "long slow": 1, "long slow run": 1 },
    });
    expect(new Set(reversed)).toEqual(new Set(inOrder));
  });

  test("are no copies of a hit that does", () => {
    expect(suppressedIn("much progreess", { training: { progress: 1 } })).toEqual([]);
  });
});

test("a term that is not in the question changes nothing", () => {
  const letters = fc.array(fc.constantFrom(..."qxzjv"), { minLength: 3, maxLength: 9 }).map((parts) => parts.join(""));
  const question = "Not the long run: does wrokout pain hurt my tendon today?";
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 5 }), fc.constantFrom("training", "injury"), (added, intent) => {
      const more = {
        ...TERMS,
        [intent]: { ...Object.fromEntries(added.map((term) => [term, 2])), ...TERMS[intent as "injury"] },
      };
      expect(score(question, more)).toEqual(score(question));
    }),
    { numRuns: 25 },
  );
});
