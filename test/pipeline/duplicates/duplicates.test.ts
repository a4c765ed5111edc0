import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byRank, type Compared } from "../../../src/pipeline/duplicates/compared.ts";
import { findDuplicates } from "../../../src/pipeline/duplicates/duplicates.ts";
import { readFingerprint } from "../../../src/text/compare/fingerprint.ts";
import { knownTexts } from "../../../src/text/compare/known-texts.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const item = (id: string, text: string, more: Partial<Compared> = {}): Compared => ({
  id,
  known: knownTexts.find(text),
  pinned: false,
  underFloor: false,
  value: null,
  relevance: null,
  trust: 0.5,
  fixed: false,
  ...more,
});
const find = (items: readonly Compared[], nearDuplicate: number | null = 0.5) => findDuplicates(items, nearDuplicate);
const NOTHING = { exact: [], contained: [], near: [] };
const LONG = "Customers may return every item within the usual period and get the full price back to their card";

describe("copies", () => {
  test("of equal texts the pinned one stays, then value, relevance, trust, the smaller id", () => {
    const rank = [
      item("e", "Same text", { pinned: true }),
      item("d", "same  text", { value: 0.1 }),
      item("c", "> Same text", { relevance: 0.9 }),
      item("b", "SAME text", { trust: 0.9 }),
      item("a", "Same text."),
      item("f", "Same text"),
    ];
    for (let from = 0; from < rank.length - 1; from += 1) {
      const stays = rank[from] as Compared;
      const { exact } = find(rank.slice(from).reverse());
      expect(exact.map(({ of }) => of)).toEqual(rank.slice(from + 1).map(() => stays.id));
    }
  });

  test.each([
    ["Take .5mg at noon.", "Take 5mg at noon."],
    ["The credit is -$50.", "The credit is $50."],
    ["Balance ($5)", "Balance $5"],
    ["| Devices | | 5 |", "| Devices | 5 | |"],
    ["No refunds after May.", "No. Refunds after May."],
  ])("what says something else is none: %j and %j", (one, other) => {
    expect(find([item("a", one), item("b", other)], 0.3)).toEqual(NOTHING);
    const long = (text: string) => `${LONG}. ${text}`;
    expect(find([item("a", long(one)), item("b", long(other))], 0.3)).toEqual(NOTHING);
    expect(find([item("a", `${LONG}, ${one}`), item("b", `So it is. ${LONG}, ${other} Nearby.`)], 0.3)).toEqual(NOTHING);
  });

  test("a copy of a turn is contained in it, pinned or not, and a second copy is a copy of the first", () => {
    const items = [
      item("turn", "Hi there", { fixed: true }),
      item("fact", "hi there!", { fixed: true }),
      item("a", "Hi there"),
      item("b", "Hi there"),
    ];
    expect(find(items)).toEqual({ exact: [{ id: "b", of: "a" }], contained: [{ id: "a", in: ["fact", "turn"] }], near: [] });
  });

  test("the same fact delivered twice is one; with another revision in its text it is not (FP-099)", () => {
    expect(find([item("a", LONG), item("b", LONG)]).exact).toHaveLength(1);
    expect(find([item("a", `${LONG} (revision 7)`), item("b", `${LONG} (revision 8)`)])).toEqual(NOTHING);
  });
});

/** Sentences of one kind, so that each of them can be left out. */
const BODY = [
  "The courier picks up parcels every weekday from the front desk of any of our shops in the city centre.",
  "They are brought to the depot near the harbour and sorted by size and weight before the night train takes them along.",
  "Most of them arrive at the door of the customer on the following morning, unless snow or a strike gets in the way.",
];
const BODY_TEXT = BODY.join(" ");

describe("near duplicates", () => {
  const longer = (more: string, at = 3) => [...BODY.slice(0, at), more, ...BODY.slice(at)].join(" ");
  const near = (one: string, other: string) => find([item("a", one), item("b", other)]).near;

  test.each([
    ["a footer that only one has", longer("Share this page with your friends."), BODY_TEXT],
    ["a sentence more in between", longer("Drivers do their best to keep what was promised.", 1), BODY_TEXT],
    ["a sentence more that denies", longer("They are never opened.", 2), BODY_TEXT],
    ["other layout and a heading more", `# Delivery\n\n${BODY.map((one) => `> ${one}`).join("\n")}`, BODY_TEXT],
    [
      "Chinese",
      "请在使用之前仔细阅读所有的说明文件。请妥善保存。我们随时为您服务。谢谢您的支持与理解。",
      "请在使用之前仔细阅读所有的说明文件。请妥善保存。谢谢您的支持与理解。",
    ],
  ])("say all that the better one says not, or less: %s", (_, fuller, text) => {
    expect(near(fuller, text)).toMatchObject([{ id: "b", of: "a" }]);
    const worse = find([item("a", text), item("b", fuller)]);
    expect(worse).toEqual({ exact: [], near: [], contained: [{ id: "a", in: ["b"] }] });
  });

  test("have the share of common word triples as similarity", () => {
    const one = "Send it back to the shop. We repair it.";
    expect(near(`${one} You wait.`, one)).toEqual([{ id: "b", of: "a", similarity: 7 / 9 }]);
    expect(find([item("a", `${one} You wait.`), item("b", one)], 0.78).near).toEqual([]);
  });

  test("are compared with those that stay, in order of rank; pinned ones stay", () => {
    const [a, b, c] = [longer("You wait."), BODY_TEXT, longer("We write to you. You wait.")];
    expect(find([item("a", a, { pinned: true }), item("b", b, { pinned: true })])).toEqual(NOTHING);
    expect(find([item("b", b, { pinned: true }), item("a", a)])).toEqual(NOTHING);
    expect(find([item("a", a), item("b", b, { relevance: 0.4 }), item("c", c, { relevance: 0.9 })])).toMatchObject({
      near: [
        { id: "a", of: "c" },
        { id: "b", of: "c" },
      ],
      contained: [],
    });
    expect(find([item("a", longer("You wait.", 1)), item("b", b)], null)).toEqual(NOTHING);
  });

  test("lose nothing: of two that each have a sentence of their own both stay", () => {
    expect(find([item("a", longer("The shop pays.")), item("b", longer("You pay yourself."))])).toEqual(NOTHING);
    expect(find([item("a", longer("Share this page.")), item("b", longer("We are here to help.", 0))])).toEqual(NOTHING);
  });

  test("are not the same sentences in another order, nor a list with an item more", () => {
    expect(find([item("a", BODY_TEXT), item("b", [...BODY].reverse().join(" "))], 0.3)).toEqual(NOTHING);
    const list = `${BODY_TEXT}\nNot taken back are\n- shoes\n- hats`;
    expect(find([item("a", `${list}\n- bags`), item("b", list)])).toEqual(NOTHING);
  });
});

/** What differs at the end of two texts that are otherwise the same, by kind. */
const SAYS_SOMETHING_ELSE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  denials: [
    ["You can.", "You cannot."],
    ["You can.", "You can't."],
    ["You will.", "You won’t."],
    ["This is allowed.", "This is not allowed."],
    ["It is refundable.", "It is hardly refundable."],
    ["It is refundable.", "It is non-refundable."],
    ["Man darf.", "Man darf nicht."],
    ["Mit Kosten.", "Ohne Kosten."],
    ["Se puede.", "No se puede."],
    ["On peut.", "On ne peut pas."],
    ["Gelir.", "Gelmez."],
    ["Lze vrátit.", "Nelze vrátit."],
    ["できます。", "できません。"],
    ["可以退款。", "不可以退款。"],
    ["ทำได้", "ทำไม่ได้"],
    ["يمكن التبديل.", "لا يمكن التبديل."],
  ],
  quantifiers: [
    ["All of them.", "None of them."],
    ["Somebody does.", "Nobody does."],
    ["A few do.", "Few do."],
    ["In shops.", "Only in shops."],
    ["Alle Kunden.", "Keine Kunden."],
    ["Tous les clients.", "Certains clients."],
  ],
  "what is the opposite": [
    ["It is valid.", "It is invalid."],
    ["It is possible.", "It is impossible."],
    ["It is allowed.", "It is forbidden."],
    ["Yes.", "No."],
    ["The shop pays.", "You pay."],
    ["Es ist erlaubt.", "Es ist verboten."],
  ],
  numbers: [
    ["In two weeks.", "In three weeks."],
    ["It costs twelve.", "It costs thirteen."],
    ["It costs fifteen.", "It costs twenty."],
    ["The first.", "The second."],
    ["Half of it.", "Double of it."],
    ["In zwei Wochen.", "In drei Wochen."],
    ["Within 30 days.", "Within 14 days."],
    ["1000 at most.", "10000 at most."],
    ["It costs $5.", "It costs €5."],
    ["It weighs 5 kg.", "It weighs 5 g."],
    ["三天内。", "五天内。"],
  ],
  dates: [
    ["In March.", "In April."],
    ["On Monday.", "On Tuesday."],
    ["It comes today.", "It comes tomorrow."],
    ["On 3 March.", "On 13 March."],
    ["Am Montag.", "Am Dienstag."],
    ["明天到。", "今天到。"],
  ],
};

/** Words within a sentence that are no aside: they bound, deny, count, date or name, or would in a condition. */
const ADDS_SOMETHING: readonly (readonly [string, string])[] = [
  ["Large parcels cost more.", "Very large parcels cost more."],
  ["Who bought a cable pays less.", "Who also bought a cable pays less."],
  ["Members return it.", "Former members return it."],
  ["It arrives by post.", "It mostly arrives by post."],
  ["You may return it.", "You may still return it."],
  ["You may return it.", "You may return it today."],
  ["You may return it.", "You may return it once."],
  ["You may return it.", "You may return it unopened."],
  ["You may return it.", "You may return it in shops."],
  ["Man darf es.", "Man darf es kaum."],
  ["Große Pakete kosten mehr.", "Sehr große Pakete kosten mehr."],
  ["Wer es zahlt, darf es.", "Wer es auch zahlt, darf es."],
  ["On peut le rendre.", "On peut peut-être le rendre."],
  ["Se puede devolver.", "Casi se puede devolver."],
  ["Si può restituire.", "Si può restituire domani."],
  ["Можно вернуть.", "Можно вернуть завтра."],
  ["可以退款。", "可以今天退款。"],
];
/** One word against another that is one letter away, both of them words. */
const SPELT_ALIKE: readonly (readonly [string, string])[] = [
  ["It is for Martin.", "It is for Marvin."],
  ["They are insured.", "They are injured."],
  ["Send the contact.", "Send the contract."],
  ["It is the patent.", "It is the patient."],
  ["It is casual.", "It is causal."],
  ["Wir entscheiden es.", "Wir entschieden es."],
  ["Pagheremo.", "Pagheremmo."],
  ["It is legal.", "It is illegal."],
];

describe("slight edits within a sentence", () => {
  const start = `${BODY_TEXT.slice(0, -1)}, and so `;

  test.each([
    ["indeed", `${BODY_TEXT} Come in`, `${BODY_TEXT} Come in indeed`],
    ["please", `${BODY_TEXT} Send it back.`, `${BODY_TEXT} Please send it back.`],
    ["also", `${BODY_TEXT} It is free.`, `${BODY_TEXT} Also, it is free.`],
    ["two of them", BODY_TEXT, BODY_TEXT.replace("They", "Moreover, they").replace("arrive", "indeed arrive")],
    ["German", `${start}sendet es zurück`, `${start}sendet es bitte zurück`],
    ["French", `${start}renvoyez-le`, `${start}renvoyez-le, s’il vous plaît`],
    ["Spanish", `${start}devuélvalo`, `${start}devuélvalo, por favor`],
  ])("of two the one with %s stays, and the other is its near duplicate or contained in it", (_, text, fuller) => {
    const [{ similarity } = { similarity: 0 }] = find([item("a", fuller), item("b", text)], 0.8).near;
    expect(find([item("a", fuller), item("b", text)], 0.8)).toEqual({ ...NOTHING, near: [{ id: "b", of: "a", similarity }] });
    expect(similarity).toBeLessThan(1);
    expect(find([item("a", text), item("b", fuller)], 0.8)).toEqual({ ...NOTHING, contained: [{ id: "a", in: ["b"] }] });
    expect(find([item("a", text, { fixed: true }), item("b", fuller)], 0.8)).toEqual(NOTHING);
  });

  test("of two spellings of a word the better-ranked stays", () => {
    for (const [right, wrong] of [
      ["customer", "cusotmer"],
      ["delivery", "delivvery"],
    ] as const) {
      const text = (word: string) => `${BODY_TEXT} It is for the ${word} himself.`;
      const [a, b] = [item("a", text(right)), item("b", text(wrong))];
      expect(find([a, b], 0.8).near.map(({ of }) => of)).toEqual(["a"]);
      expect(find([a, { ...b, value: 1 }], 0.8).near.map(({ of }) => of)).toEqual(["b"]);
      expect(find([a, b], 0.8).contained).toEqual([]);
    }
  });

  test("are three at most, all on one side", () => {
    const edited = (count: number) =>
      BODY.map((one, at) => (at < count ? `Please, ${one.charAt(0).toLowerCase()}${one.slice(1)}` : one)).join(" ");
    const end = (text: string) => `${text} Send it back`;
    expect(find([item("a", end(edited(3))), item("b", end(BODY_TEXT))]).near).toHaveLength(1);
    expect(find([item("a", `${end(edited(3))} please`), item("b", end(BODY_TEXT))])).toEqual(NOTHING);
    expect(find([item("a", `${end(BODY_TEXT)} please`), item("b", end(edited(1)))])).toEqual(NOTHING);
  });

  test.each([...ADDS_SOMETHING, ...SPELT_ALIKE])("are not between %j and %j", (one, other) => {
    for (const before of [`${BODY_TEXT} `, `${BODY_TEXT}\n\n- `]) {
      expect(find([item("a", before + one), item("b", before + other)], 0.3)).toEqual(NOTHING);
      expect(find([item("b", before + one), item("a", before + other)], 0.3)).toEqual(NOTHING);
    }
  });
});

describe.each(Object.entries(SAYS_SOMETHING_ELSE))("texts that differ in %s both stay (FP-097)", (_, pairs) => {
  test.each(pairs)("%j and %j", (one, other) => {
    const end = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
    for (const [before, form] of [
      [`${BODY_TEXT} `, (text: string) => text],
      [`${BODY_TEXT.slice(0, -1)}, and so `, end],
      [`${BODY_TEXT}\n\n- `, end],
    ] as const) {
      expect(find([item("a", before + form(one)), item("b", before + form(other))], 0.3)).toEqual(NOTHING);
      expect(find([item("b", before + form(one)), item("a", before + form(other))], 0.3)).toEqual(NOTHING);
    }
  });
});

describe("contained", () => {
  test("a chunk quoted in a turn, in a list, across lines", () => {
    const turn = item("turn", `You wrote:\n> ${LONG.slice(0, 48).trim()}\n> ${LONG.slice(48).trim()}\n\nIs that so?`, {
      fixed: true,
    });
    expect(find([turn, item("a", `- ${LONG}.`)]).contained).toEqual([{ id: "a", in: ["turn"] }]);
  });

  test("chains name all containers; pinned ones, and what is shorter than eight words, are not contained", () => {
    const items = [
      item("a", `${LONG}.`),
      item("b", `${LONG}. Or they take a voucher, as they like it best in the shop.`),
      item("c", `So it is. ${LONG}. Or they take a voucher, as they like it best in the shop. Nearby.`),
    ];
    expect(find(items, null).contained).toEqual([
      { id: "a", in: ["b", "c"] },
      { id: "b", in: ["c"] },
    ]);
    expect(find([item("a", LONG, { pinned: true }), ...items.slice(1, 2)], null)).toEqual(NOTHING);
    const eight = "Buyers may return all within the usual period.";
    expect(find([item("a", eight), item("b", `${eight} It is long.`)], null).contained).toHaveLength(1);
    expect(find([item("a", eight.replace("all ", "")), item("b", `${eight.replace("all ", "")} It is long.`)], null)).toEqual(
      NOTHING,
    );
  });

  test.each([
    ["Chinese", "请在使用之前仔细阅读所有的说明文件并且妥善保存起来", 23, (text: string) => `好的。${text}。谢谢。`],
    ["Thai", "กรุณาอ่านคำแนะนำทั้งหมดก่อนใช้งานและเก็บรักษาไว้อย่างดี", 23, (text: string) => `ใช่\n\n${text}\n\nใช่`],
  ])("in %s from 24 characters on", (_, text, under, within) => {
    const part = (length: number) => readFingerprint(text).normal.split(" ").slice(0, length).join("");
    expect(find([item("a", part(under + 1)), item("b", within(part(under + 1)))], null).contained).toHaveLength(1);
    expect(find([item("a", part(under)), item("b", within(part(under)))], null)).toEqual(NOTHING);
  });

  test.each([
    ["a denial behind it", "Die Rückgabe nach Ablauf der Frist von dreißig Tagen geht", (text: string) => `${text} nicht.`],
    ["never behind it", "If it broke within the first month you can return it", (text: string) => `${text} never.`],
    ["a condition behind it", "If it broke within the first month you can return it", (text: string) => `${text}, if we agree.`],
    ["a question mark behind it", "If it broke within the first month you can return it", (text: string) => `${text}?`],
    ["a wrapped line behind it", "If it broke within the first month you can return it", (text: string) => `${text}\nnever.`],
    [
      "a denial before it",
      "refunds are possible within thirty days of delivery to you",
      (text: string) => `It is not true that ${text}.`,
    ],
    ["a colon before it", "refunds are possible within thirty days of delivery to you", (text: string) => `Not true: ${text}.`],
    [
      "a quotation within",
      "refunds are possible within thirty days of delivery to you",
      (text: string) => `Nobody said "${text}."`,
    ],
    [
      "a list it is an item of",
      "shoes that were worn outside by the buyer himself",
      (text: string) => `Not taken back:\n- ${text}\n- hats`,
    ],
    ["中文", "在收到商品之后的三十天之内如果没有使用过就可以申请退货", (text: string) => `${text}是不对的。`],
    ["ภาษาไทย", "ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวันหลังจากได้รับ", (text: string) => `${text} ไม่จริง`],
  ])("is not what goes on within its sentence: %s", (_, text, around) => {
    for (const end of ["", "."]) expect(find([item("a", text + end), item("b", around(text))], 0.3)).toEqual(NOTHING);
    const turn = item("turn", around(text), { fixed: true });
    expect(find([turn, item("a", `${text}.`)], 0.3)).toEqual(NOTHING);
  });

  test("of containers of the same words only those count whose sentences end there", () => {
    const inner = item("a", `${LONG}.`);
    const whole = item("b", `${LONG}. Never before noon.`, { fixed: true });
    const goesOn = item("c", `${LONG} never before noon.`, { fixed: true });
    expect(find([inner, whole, goesOn], null).contained).toEqual([{ id: "a", in: ["b"] }]);
  });

  test("passages of one document that say different things all stay (FP-095)", () => {
    const passages = Array.from({ length: 8 }, (_, index) =>
      item(
        `l${index}`,
        `Chapter ${index} of the guide. ${LONG.split(" ")
          .slice(index + 1)
          .join(" ")}`,
      ),
    );
    expect(find([...passages, item("s", LONG)], 0.9)).toEqual(NOTHING);
  });
});

const sentences = fc.constantFrom(
  "A b c.",
  "Also a b please c.",
  "A bccdef.",
  "A bcdef.",
  "D e.",
  "Indeed.",
  "Not a b c.",
  "5 $ d.",
  "用。",
  "É f g h i j k.",
  "And so",
  "- l m",
);
const texts = fc.array(sentences, { minLength: 0, maxLength: 9 }).map((all) => all.join(" "));
const items = fc
  .array(
    fc.record({
      text: texts,
      pinned: fc.boolean(),
      value: fc.constantFrom(null, 0.1, 0.9),
      trust: fc.constantFrom(0.1, 0.9),
      fixed: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((all) => all.map(({ text, ...one }, index) => item(`i${index}`, text, one)));

test("the order of the items changes nothing; no item is in two lists; a loser has a better-ranked one that stays", () => {
  fc.assert(
    fc.property(items, fc.constantFrom(0.2, 0.5, 0.9), (all, threshold) => {
      const found = find(all, threshold);
      expect(find([...all].reverse(), threshold)).toEqual(found);
      const lost = [...found.exact, ...found.near, ...found.contained].map(({ id }) => id);
      expect(new Set(lost).size).toBe(lost.length);
      const byId = new Map(all.map((one) => [one.id, one]));
      const gone = new Set([...found.exact, ...found.near].map(({ id }) => id));
      for (const { id, of } of [...found.exact, ...found.near]) {
        expect(byRank(byId.get(of) as Compared, byId.get(id) as Compared)).toBeLessThan(0);
        expect(gone.has(id) && byId.get(id)?.fixed).toBe(false);
        if (found.near.some((one) => one.id === id)) expect(gone.has(of)).toBe(false);
      }
      for (const one of found.contained) for (const outer of one.in) expect(gone.has(outer)).toBe(false);
    }),
    { numRuns: 400 },
  );
});

const plain = fc
  .array(fc.constantFrom("Ab bc.", "Bc cd de.", "Cd de ef fg.", "De ef fg gh hi.", "Not ab."), { minLength: 1, maxLength: 7 })
  .map((all) => all.join(" "));

test("of two texts of which one says all that the other says only the fuller goes on, where they are similar enough; no other goes", () => {
  const grams = (text: string) => {
    const all = text.toLowerCase().replaceAll(".", "").split(" ");
    return new Set(all.length < 3 ? all : all.slice(2).map((_, at) => all.slice(at, at + 3).join(" ")));
  };
  const jaccard = (one: string, other: string) => {
    const [a, b] = [grams(one), grams(other)];
    const shared = [...a].filter((gram) => b.has(gram)).length;
    return shared / (a.size + b.size - shared);
  };
  const saysAll = (outer: string, inner: string) => {
    const rest = outer.split(/(?<=\.) /);
    return inner.split(/(?<=\.) /).every((one) => {
      const at = rest.indexOf(one);
      if (at >= 0) rest.splice(0, at + 1);
      return at >= 0;
    });
  };
  fc.assert(
    fc.property(fc.uniqueArray(plain, { maxLength: 12 }), fc.constantFrom(0.3, 0.6, 0.9), (all, threshold) => {
      const list = all.map((text, index) => item(`i${String(index).padStart(2, "0")}`, text));
      const { near, contained } = find(list, threshold);
      const text = (id: string) => list.find((one) => one.id === id)?.known.text ?? "";
      for (const { id, of, similarity } of near) {
        expect(similarity).toBeCloseTo(jaccard(text(id), text(of)), 10);
        expect(saysAll(text(of), text(id))).toBe(true);
      }
      for (const one of contained) for (const outer of one.in) expect(saysAll(text(outer), text(one.id))).toBe(true);
      const lost = new Set(near.map(({ id }) => id));
      const held = new Set(contained.map(({ id }) => id));
      for (const one of list) {
        for (const other of list) {
          if (one === other || lost.has(one.id) || lost.has(other.id) || held.has(one.id)) continue;
          expect(saysAll(other.known.text, one.known.text) && jaccard(one.known.text, other.known.text) >= threshold).toBe(false);
        }
      }
    }),
    { numRuns: 400 },
  );
});

describe("hostile input", () => {
  const letters = (index: number) => [...String(index)].map((digit) => "ghijklmnop"[Number(digit)]).join("");
  const own = (index: number) => Array.from({ length: 12 }, (_, at) => `${"abcdefghijkl"[at]}z${letters(index)}`).join(" ");
  const HALVES = Array.from(
    { length: 12 },
    (_, at) => `The parcel ${letters(at)} goes along with ${letters(at + 20)} and some others.`,
  );
  const cases: Record<string, (count: number) => readonly Compared[]> = {
    "a long introduction shared": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, `${LONG} ${LONG} ${own(index)}`)),
    "equal texts": (count) => Array.from({ length: count }, (_, index) => item(`i${index}`, LONG)),
    "a template with a number": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, `Order ${index}: ${LONG}`)),
    "a template with a name": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, `${LONG}. It is for ${letters(index)}. ${LONG}, always.`)),
    "a template with three of few names": (count) =>
      Array.from({ length: count }, (_, index) => {
        const [one, two, three] = [16, 17, 19].map((names) => letters(index % names));
        return item(`i${index}`, `${LONG}. For ${one}. ${LONG}, always. From ${two}. ${LONG}, of course. By ${three}.`);
      }),
    "sentences of which each text has another half": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, HALVES.filter((_, at) => (index >> at) % 2 === 0).join(" "))),
    "nested texts": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, "a ".repeat(8 + (index % 400)) + own(index >> 9))),
    "one that contains everything": (count) => {
      const parts = Array.from({ length: count }, (_, index) => item(`i${index}`, own(index)));
      return [...parts, item("all", parts.map(({ known }) => known.text).join("\n\n"))];
    },
  };
  test.each(Object.entries(cases))("%s: four times the items take no pairwise time", (_, make) => {
    const took = (all: readonly Compared[]) => {
      find(all, 0.8);
      const watch = cpuWatch();
      find(all, 0.8);
      return watch();
    };
    const few = took(make(1000));
    expect(took(make(4000))).toBeLessThan(12 * few + 400);
  });

  test("everything is found in one that contains everything", () => {
    const all = cases["one that contains everything"]?.(2000) ?? [];
    expect(find(all, 0.8).contained).toHaveLength(2000);
  });
});
