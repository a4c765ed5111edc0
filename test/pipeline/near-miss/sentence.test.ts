/** Each near miss in its sentence, from its data alone. */
import { expect, test } from "vitest";
import { missWith, type Tried, type Why } from "../../../src/pipeline/near-miss/near-miss.ts";
import { withSentence } from "../../../src/pipeline/near-miss/sentence.ts";

const record = { id: "x", reason: "stale", change: "signal" } as const;
const drop = { id: "x", kind: "document", stage: "filter", role: null, score: null } as const;
const fresh = { what: "signal", name: "freshness", least: 0.4 } as const;
const total = { what: "total", tokens: 120, now: 90 } as const;
const lent = { what: "borrow" } as const;
const item = { of: "item", values: [0.1] } as const;

const signal = (tried: Tried): Why => ({ about: "signal", now: item, ...tried });
const expired = { about: "date", reason: "expired", at: "2026-01-01T00:00:00.000Z", wants: [] } as const;

const SAID: readonly (readonly [Why, string])[] = [
  [
    { about: "decision", drop: { ...drop, reason: "superseded", detail: {} } },
    "another item replaces it; without that it would compete.",
  ],
  [{ about: "decision", drop: { ...drop, reason: "contained", detail: { in: "y" } } }, "Its text stands in y."],
  [signal({ wants: [fresh], fate: { is: "in" } }), "A freshness of at least 0.4 would do; it has 0.1."],
  [
    signal({ wants: [fresh, total], fate: { is: "in" } }),
    "A freshness of at least 0.4 and a limit of 120 tokens instead of 90 would do; it has 0.1.",
  ],
  [
    signal({ wants: [fresh], fate: { is: "competes" } }),
    "It takes a freshness of at least 0.4, and then it competes; it has 0.1.",
  ],
  [
    signal({ wants: [fresh], fate: { is: "refused" } }),
    "It takes a freshness of at least 0.4, and then what must go in has no room; it has 0.1.",
  ],
  [
    signal({ wants: [fresh], fate: { is: "dropped", reason: "low_relevance" } }),
    "It takes a freshness of at least 0.4, and then it is low relevance; it has 0.1.",
  ],
  [
    {
      about: "signal",
      wants: [{ what: "signal_floor", name: "relevance", most: 0.2 }],
      fate: { is: "in" },
      now: { of: "floors", values: [0.5] },
    },
    "A relevance floor of at most 0.2 would do; the floor is 0.5.",
  ],
  [
    { ...expired, fate: { is: "replaced", by: "y" } },
    "It was in force until 2026-01-01T00:00:00.000Z; y replaces it then, so no as_of would do.",
  ],
  [
    { ...expired, reason: "not_yet_effective", fate: { is: "never" } },
    "It comes into force at 2026-01-01T00:00:00.000Z; it is never in force by its dates.",
  ],
  [
    {
      about: "cut",
      wants: [
        { what: "floor", most: null },
        { what: "k", k: 3 },
      ],
      fate: { is: "in" },
      now: { floor: { value: 2 }, k: { value: 1 } },
    },
    "No floor and a k of 3 would do; the floor is 2, it ranks there and k is 1.",
  ],
  [
    { about: "room", wants: [total, { what: "top_k", k: 4 }, lent], fate: { is: "in" } },
    "A limit of 120 tokens instead of 90 and a top_k of 4 and blocks that may borrow from each other would do.",
  ],
  [
    { about: "room", wants: [total], fate: { is: "beyond", window: 100 } },
    "It takes a limit of 120 tokens instead of 90, and the model's window leaves 100.",
  ],
  [{ about: "room", wants: [total], fate: { is: "unknown" } }, "More room would do; how much is not known."],
  [
    { about: "room", wants: [{ what: "plan_tokens", tokens: 60, now: 40, plan: "free" }], fate: { is: "in" } },
    "60 tokens of secondary facts instead of 40 on the plan free would do.",
  ],
  [
    { about: "measurement", since: "2026-03-09T22:00:00.000Z", measuredAt: null },
    "A measurement at or after 2026-03-09T22:00:00.000Z would be fresh enough; it has no readable time.",
  ],
  [{ about: "scope", scope: "today" }, "A question outside the scope today would ask for it."],
  [{ about: "routing" }, "No intent lists it."],
  [{ about: "source", reason: "unreachable", source: "sleep", cause: "timeout" }, "The source must answer: sleep (timeout)."],
];

test.each(SAID)("%j", (why, sentence) => {
  const { message, ...rest } = withSentence(missWith({ ...record, why }));
  expect(message).toBe(sentence);
  expect(rest).toEqual({ ...record, secondary_tokens: null, total: null, intents: [], displaces: [] });
});

test("the intents that would ask for it stand in the sentence", () => {
  const miss = missWith({ ...record, change: "routing", intents: ["injury", "general"], why: { about: "routing" } });
  expect(withSentence(miss).message).toBe("A question about injury or general would ask for it.");
});
