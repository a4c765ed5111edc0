import { describe, expect, test } from "vitest";
import type { Claimant } from "../../../src/pipeline/conflict/claimant.ts";
import { type Conflict, findConflicts } from "../../../src/pipeline/conflict/find-conflicts.ts";
import { citedName, disagreementLine, spokenName, topicLabel } from "../../../src/pipeline/disagreement/disagreement.ts";
import type { Topic } from "../../../src/text/values/topics.ts";
import { SUPPORT, topicsFrom } from "../../support/topics.ts";

const YEAR: Readonly<Record<string, number>> = { "2023": Date.UTC(2023, 0, 1), "2026": Date.UTC(2026, 0, 1) };

const claimant = (id: string, text: string, rest: Partial<Claimant> = {}): Claimant => ({
  id,
  text,
  label: null,
  claims: null,
  about: null,
  side: "text",
  trust: 0.5,
  recency: null,
  fixed: false,
  meantFor: new Map(),
  ...rest,
});

interface Row {
  readonly name: string;
  readonly items: readonly Claimant[];
  /** `topic: outcome winner > losers (id value, …)` */
  readonly expected: readonly string[];
}

const told = ({ topic, outcome, winner, losers, items }: Conflict): string =>
  `${topic}: ${outcome}${winner === null ? "" : ` ${winner}`}${losers.length === 0 ? "" : ` > ${losers.join(" ")}`} (${items.map(({ id, value }) => `${id} ${value}`).join(", ")})`;

const old = (id: string, text: string): Claimant => claimant(id, text, { recency: YEAR["2023"] ?? null });
const young = (id: string, text: string): Claimant => claimant(id, text, { recency: YEAR["2026"] ?? null });

const CASE_K: readonly Row[] = [
  {
    name: "two prices: the newest list wins",
    items: [
      old("list-2023", "Price list 2023. Basic plan price: $9.99."),
      young("list-2026", "The price of the basic plan is $12.99."),
    ],
    expected: ["price_basic: resolved list-2026 > list-2023 (list-2023 $9.99, list-2026 $12.99)"],
  },
  {
    name: "old policy and new policy: the newest wins, and the log says what they disagree on",
    items: [old("policy-old", "The refund window is 14 days."), young("policy-new", "The refund window is 30 days.")],
    expected: ["refund_window: resolved policy-new > policy-old (policy-new 30 days, policy-old 14 days)"],
  },
  {
    name: "units: the request wins over the profile",
    items: [
      claimant("question", "How far was my ride? Please use metric.", { side: "request", fixed: true }),
      claimant("profile", "Units: imperial", { side: "profile" }),
    ],
    expected: ["units: resolved question > profile (profile imperial, question metric)"],
  },
  {
    name: "tool against text: the tool wins, although the document is newer and more trusted",
    items: [
      claimant("billing", "Account status: active", { side: "tool", trust: 0.2, recency: YEAR["2023"] ?? null }),
      claimant("note", "The account status is canceled pending.", { trust: 1, recency: YEAR["2026"] ?? null }),
    ],
    expected: ["account_status: resolved billing > note (billing active, note canceled pending)"],
  },
  {
    name: "no conflict: the prices of two plans",
    items: [old("a", "The basic plan price is $9.99."), young("b", "The price of the pro plan is $12.99.")],
    expected: [],
  },
  {
    name: "no conflict: the refund windows of two plans, told apart by whom each is meant for",
    items: [
      { ...old("a", "The refund window is 14 days."), meantFor: new Map([["plan", ["free"]]]) },
      { ...young("b", "The refund window is 30 days."), meantFor: new Map([["plan", ["paid", "annual"]]]) },
    ],
    expected: [],
  },
  {
    name: "a window for everybody contradicts one for a plan, and those of two plans stay side by side",
    items: [
      { ...old("a", "The refund window is 14 days."), meantFor: new Map([["plan", ["free", "paid"]]]) },
      { ...old("c", "The refund window is 10 days."), meantFor: new Map([["region", ["eu"]]]) },
      { ...young("b", "The refund window is 30 days."), meantFor: new Map([["plan", ["paid", "annual"]]]) },
    ],
    expected: ["refund_window: resolved b > a c (a 14 days, b 30 days, c 10 days)"],
  },
  {
    name: "no conflict: $12.99 and €12.99, stated as such",
    items: [old("a", "The basic plan price is $12.99."), young("b", "The basic plan price is €12.99.")],
    expected: [],
  },
  {
    name: "no conflict: two weeks and 14 days",
    items: [old("a", "The refund window is two weeks."), young("b", "The refund window is 14 days.")],
    expected: [],
  },
  {
    name: "no conflict: a month and 30 days, which cannot be told apart for sure",
    items: [old("a", "The refund window is one month."), young("b", "The refund window is 30 days.")],
    expected: [],
  },
  {
    name: "no conflict: a table of the old and the new price makes no claim",
    items: [old("a", "| basic plan price | $9.99 | $12.99 |"), young("b", "The basic plan price is $12.99.")],
    expected: [],
  },
  {
    name: "two languages: a German document against an English one",
    items: [old("de", "Die Rückgabefrist beträgt 14 Tage."), young("en", "The refund window is 30 days.")],
    expected: ["refund_window: resolved en > de (de 14 Tage, en 30 days)"],
  },
];

const RULES: readonly Row[] = [
  {
    name: "newest: the same day tells nothing",
    items: [young("a", "The refund window is 14 days."), young("b", "The refund window is 30 days.")],
    expected: ["refund_window: unresolved (a 14 days, b 30 days)"],
  },
  {
    name: "newest: an unknown date tells nothing",
    items: [claimant("a", "The refund window is 14 days."), young("b", "The refund window is 30 days.")],
    expected: ["refund_window: unresolved (a 14 days, b 30 days)"],
  },
  {
    name: "newest: an unknown date on the winning side does no harm; all who say the same stay, all others go",
    items: [
      young("b", "The refund window is 30 days."),
      claimant("c", "Refund period: 30 days."),
      old("a", "The refund window is 14 days."),
      old("d", "The refund window is two weeks."),
      old("e", "The refund window is 7 days."),
    ],
    expected: ["refund_window: resolved b > a d e (a 14 days, b 30 days, c 30 days, d two weeks, e 7 days)"],
  },
  {
    name: "a loser that is fixed stays, and the conflict is surfaced",
    items: [{ ...old("a", "The refund window is 14 days."), fixed: true }, young("b", "The refund window is 30 days.")],
    expected: ["refund_window: surfaced b (a 14 days, b 30 days)"],
  },
  {
    name: "of two losers only the one that is not fixed goes",
    items: [
      { ...old("a", "The refund window is 14 days."), fixed: true },
      old("c", "The refund window is 14 days."),
      young("b", "The refund window is 30 days."),
    ],
    expected: ["refund_window: surfaced b > c (a 14 days, b 30 days, c 14 days)"],
  },
  {
    name: "a fixed item may win",
    items: [old("a", "The refund window is 14 days."), { ...young("b", "The refund window is 30 days."), fixed: true }],
    expected: ["refund_window: resolved b > a (a 14 days, b 30 days)"],
  },
  {
    name: "two tools: the newer one",
    items: [
      { ...old("t1", "status: active"), side: "tool" },
      { ...young("t2", "status: canceled"), side: "tool" },
      young("doc", "Account status: active"),
    ],
    expected: ["account_status: resolved t2 > doc t1 (doc active, t1 active, t2 canceled)"],
  },
  {
    name: "two tools of one date: unresolved",
    items: [
      { ...old("t1", "status: active"), side: "tool" },
      { ...old("t2", "status: canceled"), side: "tool" },
    ],
    expected: ["account_status: unresolved (t1 active, t2 canceled)"],
  },
  {
    name: "two texts and no tool: unresolved",
    items: [old("a", "status: active"), young("b", "status: canceled")],
    expected: ["account_status: unresolved (a active, b canceled)"],
  },
  {
    name: "what a person writes is no evidence where the request is not to win",
    items: [
      claimant("question", "Is the refund window 14 days?", { side: "request", fixed: true }),
      young("doc", "The refund window is 30 days."),
    ],
    expected: [],
  },
  {
    name: "a document about imperial units contradicts no request",
    items: [
      claimant("question", "Please use metric.", { side: "request", fixed: true }),
      claimant("doc", "Some countries use imperial."),
    ],
    expected: [],
  },
  {
    name: "a later turn replaces an earlier one, which is not dropped",
    items: [
      claimant("question", "Please use metric.", { side: "request", fixed: true, recency: 2 }),
      claimant("turn", "Please use imperial.", { side: "request", recency: 1 }),
    ],
    expected: ["units: resolved question (question metric, turn imperial)"],
  },
  {
    name: "what the last turn says drops the profile, and an earlier turn that agrees with the profile stays",
    items: [
      claimant("question", "Please use metric.", { side: "request", fixed: true, recency: 2 }),
      claimant("turn", "Please use imperial.", { side: "request", recency: 1 }),
      claimant("profile", "Units: imperial", { side: "profile" }),
    ],
    expected: ["units: resolved question > profile (profile imperial, question metric, turn imperial)"],
  },
  {
    name: "given claims stand in place of the text",
    items: [
      { ...old("a", "The refund window is 30 days."), claims: { refund_window: "14 days" } },
      { ...young("b", "See the terms."), claims: { refund_window: "30 days", unheard_of: "x" } },
    ],
    expected: ["refund_window: resolved b > a (a 14 days, b 30 days)"],
  },
  {
    name: "a given claim that is no value claims nothing, and neither does the text then",
    items: [
      { ...old("a", "The refund window is 14 days."), claims: { refund_window: "soon" } },
      young("b", "Refund window: 30 days"),
    ],
    expected: [],
  },
  {
    name: "prices in two currencies are two conflicts",
    items: [
      old("a", "The basic plan price is $9.99."),
      young("b", "The basic plan price is $12.99."),
      old("c", "The basic plan price is 8.99 €."),
      young("d", "The basic plan price is 11.99 €."),
    ],
    expected: ["price_basic: resolved b > a (a $9.99, b $12.99)", "price_basic: resolved d > c (c 8.99 €, d 11.99 €)"],
  },
  {
    name: "what the winner leaves alone may still disagree",
    items: [
      claimant("a", "The refund window is one month.", { recency: 4 }),
      claimant("b", "The refund window is 14 days.", { recency: 1 }),
      claimant("c", "The refund window is 29 days.", { recency: 2 }),
      claimant("d", "The refund window is 30 days.", { recency: 3 }),
    ],
    expected: ["refund_window: resolved a > b (a one month, b 14 days)", "refund_window: resolved d > c (c 29 days, d 30 days)"],
  },
  { name: "no items", items: [], expected: [] },
  { name: "one item", items: [old("a", "The refund window is 14 days.")], expected: [] },
];

describe("case K", () => {
  test.each(CASE_K)("$name", ({ items, expected }) => {
    expect(findConflicts(items, SUPPORT).map(told)).toEqual(expected);
    expect(findConflicts([...items].reverse(), SUPPORT).map(told)).toEqual(expected);
  });

  test("surface: both stay, and a line names them", () => {
    const topics = topicsFrom({
      refund_window: { words: { en: ["refund window"], de: ["Rückgabefrist"] }, value: "duration", resolve: "surface" },
    });
    const items = [old("a", "The refund window is 14 days."), young("b", "The refund window is 30 days.")];
    const [conflict] = findConflicts(items, topics);
    expect(told(conflict as Conflict)).toBe("refund_window: surfaced (a 14 days, b 30 days)");
    const names = new Map([
      ["a", "[A]"],
      ["b", "[B]"],
    ]);
    const line = ({ topic, values }: { topic: string; values: string }): string => `Sources disagree on ${topic}: ${values}.`;
    const topic = topicLabel(topics.all[0] as Topic, "en");
    expect(disagreementLine(conflict as Conflict, { names, topic, line })).toBe(
      "Sources disagree on refund window: 14 days [A] / 30 days [B].",
    );
  });
});

describe("who wins", () => {
  test.each(RULES)("$name", ({ items, expected }) => {
    expect(findConflicts(items, SUPPORT).map(told)).toEqual(expected);
    expect(findConflicts([...items].reverse(), SUPPORT).map(told)).toEqual(expected);
  });

  test.each([
    [0.9, 0.5, "refund_window: resolved a > b (a 14 days, b 30 days)"],
    [0.5, 0.5, "refund_window: unresolved (a 14 days, b 30 days)"],
    [0.4, 0.5, "refund_window: resolved b > a (a 14 days, b 30 days)"],
  ])("trust: %d against %d", (one, other, expected) => {
    const topics = topicsFrom({ refund_window: { words: { en: ["refund window"] }, value: "duration", resolve: "trust" } });
    const items = [
      { ...young("a", "The refund window is 14 days."), trust: one },
      { ...young("b", "The refund window is 30 days."), trust: other },
    ];
    expect(findConflicts(items, topics).map(told)).toEqual([expected]);
  });

  test("what differs in one digit, one month or one word more is a conflict", () => {
    const topics = topicsFrom({
      delivery: { words: { en: ["delivery"] }, value: "date", resolve: "newest" },
      limit: { words: { en: ["limit"] }, value: "number", resolve: "newest" },
      export: { words: { en: ["export"] }, value: ["allowed", "not allowed"], resolve: "newest" },
    });
    const items = [
      old("a", "Delivery on 3 March. The limit is 1000. Export is allowed."),
      young("b", "Delivery on 13 March. The limit is 10000. Export is not allowed."),
    ];
    expect(findConflicts(items, topics).map(told)).toEqual([
      "delivery: resolved b > a (a 3 March, b 13 March)",
      "limit: resolved b > a (a 1000, b 10000)",
      "export: resolved b > a (a allowed, b not allowed)",
    ]);
  });
});

describe("the line", () => {
  const line = ({ topic, values }: { topic: string; values: string }): string => `${topic}: ${values}`;
  const conflict: Conflict = {
    topic: "refund_window",
    items: [
      { id: "a", value: "14\n days", qualifier: null },
      { id: "b", value: "30 days", qualifier: null },
      { id: "c", value: "14 days", qualifier: null },
    ],
    resolve: "surface",
    outcome: "surfaced",
    winner: null,
    losers: [],
  };
  const names = (...ids: readonly string[]): ReadonlyMap<string, string> =>
    new Map(ids.map((id) => [id, citedName(id.toUpperCase())]));

  test("a value once, with everything that says it, on one line", () => {
    expect(disagreementLine(conflict, { names: names("a", "b", "c"), topic: "window", line })).toBe(
      "window: 14 days [A] [C] / 30 days [B]",
    );
  });

  test("names what is in the prompt; with one value left there is nothing to say", () => {
    expect(disagreementLine(conflict, { names: names("a", "b"), topic: "window", line })).toBe(
      "window: 14 days [A] / 30 days [B]",
    );
    expect(disagreementLine(conflict, { names: names("a", "c"), topic: "window", line })).toBeNull();
  });

  test("calls a turn by the tool whose result it is, else by its role", () => {
    expect(spokenName({ role: "tool", tool: "billing status" })).toBe("(billing_status)");
    expect(spokenName({ role: "tool", tool: null })).toBe("(tool)");
    expect(spokenName({ role: "user", tool: null })).toBe("(user)");
  });

  test("a topic is called by its first plain word in the prompt's language, else by its name", () => {
    const [refund] = SUPPORT.all as readonly [Topic];
    expect(["en", "en-GB", "de", "fr"].map((language) => topicLabel(refund, language))).toEqual([
      "refund window",
      "refund window",
      "Rückgabefrist",
      "refund window",
    ]);
    const [marked] = topicsFrom({ a_b: { words: { en: ["=x|y"] }, value: "number", resolve: "surface" } }).all as readonly [
      Topic,
    ];
    expect(topicLabel(marked, "en")).toBe("a b");
  });
});

test("an item that says what it is about needs no word of the topic beside its values", () => {
  const topics = SUPPORT;
  const bare = claimant("bare", "We give you 14 days.", { recency: 1 });
  const other = claimant("other", "The refund window is 30 days.", { recency: 2 });
  expect(findConflicts([bare, other], topics)).toEqual([]);
  const [conflict] = findConflicts([{ ...bare, about: "refund_window" }, other], topics);
  expect(conflict).toMatchObject({ topic: "refund_window", winner: "other", losers: ["bare"] });
});

describe("values of different things", () => {
  const PLANS = (resolve: string) =>
    topicsFrom({ price: { words: { en: ["price"] }, value: "money", qualifier: ["basic", "plus"], resolve } });
  const of = (items: readonly Claimant[], resolve = "newest") => {
    const found = findConflicts(items, PLANS(resolve)).map(told);
    expect(findConflicts([...items].reverse(), PLANS(resolve)).map(told)).toEqual(found);
    return found;
  };

  test("the prices of two plans are no conflict, those of one are", () => {
    const [nine, twelve] = [old("a", "The basic price is $9.99."), young("b", "The basic price is $12.99.")];
    expect(of([nine, young("c", "The plus price is $19.99.")])).toEqual([]);
    expect(of([nine, twelve, young("c", "The plus price is $19.99.")])).toEqual(["price: resolved b > a (a $9.99, b $12.99)"]);
  });

  test("where one names no plan nobody loses, and the model is told; under surface it is surfaced", () => {
    const items = [old("a", "The price is $9.99."), young("b", "The basic price is $12.99.")];
    expect(of(items)).toEqual(["price: unresolved (a $9.99, b $12.99)"]);
    expect(of(items, "surface")).toEqual(["price: surfaced (a $9.99, b $12.99)"]);
    expect(of([old("a", "The price is $12.99."), young("b", "The basic price is $12.99.")])).toEqual([]);
  });

  test("what loses among its own does not disagree with the others any more", () => {
    expect(
      of([old("a", "The price is $9.99."), young("b", "The basic price is $12.99."), old("c", "The basic price is $10.99.")]),
    ).toEqual(["price: unresolved (a $9.99, b $12.99)", "price: resolved b > c (b $12.99, c $10.99)"]);
  });

  test("one list of two plans is compared plan by plan, and named once for each", () => {
    const list = old("list", "Price: basic $9.99, plus $19.99.");
    const found = findConflicts([list, young("p", "The plus price is $24.99.")], PLANS("newest"));
    expect(found.map(told)).toEqual(["price: resolved p > list (list $19.99, p $24.99)"]);
    expect(found[0]?.items.map(({ qualifier }) => qualifier)).toEqual(["plus", "plus"]);
    expect(of([list, young("p", "The price is $24.99.")])).toEqual(["price: unresolved (list $9.99, list $19.99, p $24.99)"]);
  });

  test("the label says which plan a text is about, unless the text does", () => {
    const labelled = (id: string, text: string, label: string): Claimant => ({ ...young(id, text), label });
    const nine = old("a", "The basic price is $9.99.");
    expect(of([nine, labelled("b", "The price is $12.99.", "Plus")])).toEqual([]);
    expect(of([nine, labelled("b", "The price is $12.99.", "Basic")])).toEqual(["price: resolved b > a (a $9.99, b $12.99)"]);
    expect(of([nine, labelled("b", "The basic price is $12.99.", "Plus")])).toEqual([
      "price: resolved b > a (a $9.99, b $12.99)",
    ]);
  });

  test("given claims name the plan as texts do", () => {
    const claiming = (id: string, price: string): Claimant => ({ ...young(id, "See the list."), claims: { price } });
    const nine = old("a", "The basic price is $9.99.");
    expect(of([nine, claiming("b", "$12.99 (plus)")])).toEqual([]);
    expect(of([nine, claiming("b", "basic $12.99")])).toEqual(["price: resolved b > a (a $9.99, b $12.99)"]);
    expect(of([nine, claiming("b", "$12.99")])).toEqual(["price: unresolved (a $9.99, b $12.99)"]);
  });
});

describe("who lost on one topic beats nobody on another", () => {
  const TWO = topicsFrom({
    window: { words: { en: ["window"] }, value: "duration", resolve: "newest" },
    price: { words: { en: ["price"] }, value: "money", resolve: "newest" },
    limit: { words: { en: ["limit"] }, value: "number", resolve: "trust" },
  });
  const found = (items: readonly Claimant[]) => {
    const conflicts = findConflicts(items, TWO).map(told);
    expect(findConflicts([...items].reverse(), TWO).map(told)).toEqual(conflicts);
    return conflicts;
  };

  test("the price of the oldest stays where the one that would beat it is gone itself", () => {
    expect(
      found([
        claimant("a", "The price is $9.99.", { recency: 1 }),
        claimant("b", "The price is $12.99. The window is 14 days.", { recency: 2 }),
        claimant("c", "The window is 30 days.", { recency: 3 }),
      ]),
    ).toEqual(["window: resolved c > b (b 14 days, c 30 days)"]);
  });

  test("of two that beat each other one stays: the earlier topic of the file decides", () => {
    expect(
      found([
        claimant("a", "The window is 14 days. The limit is 10.", { recency: 1, trust: 0.9 }),
        claimant("b", "The window is 30 days. The limit is 20.", { recency: 2, trust: 0.5 }),
      ]),
    ).toEqual(["window: resolved b > a (a 14 days, b 30 days)"]);
  });
});
