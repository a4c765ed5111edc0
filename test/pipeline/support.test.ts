/** The refund assistant on its own documents: which of two versions is read, and what is not read at all. */
import { describe, expect, test } from "vitest";
import { BRAND_VOICE, PRICE_LIST_2023, PRICE_LIST_2026 } from "../../src/demo/support-documents.ts";
import { refundRequest } from "../../src/demo/support-request.ts";
import type { Core } from "../../src/pipeline/records/core.ts";
import type { Policy } from "../../src/policy/snapshot.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { askOnSamples, loadCoaching } from "../support/coaching.ts";

const { snapshot, counter } = await loadCoaching();
const policy = snapshot.policies.get("support") as Policy;
const ask = async (body: Partial<QuestionBody> & { readonly question: string }): Promise<Core> =>
  (await askOnSamples({ snapshot, counter, policy }, body)).core;

type Candidates = NonNullable<QuestionBody["candidates"]>;
const prices = (dates: readonly [object, object]): Candidates => [
  { id: "price-list-2023", kind: "document", text: PRICE_LIST_2023, relevance: 0.9, ...dates[0] },
  { id: "price-list-2026", kind: "document", text: PRICE_LIST_2026, relevance: 0.8, ...dates[1] },
  { id: "brand-voice", kind: "hint", text: BRAND_VOICE, relevance: 0.2 },
];
const askPrice = (candidates: Candidates) => ask({ subject: "omar", question: "What is the price of the plan?", candidates });

/** What the request brought; sections of the handbook are beside it. */
const isOwn = ({ id }: { readonly id: string }): boolean => !id.startsWith("handbook:");
const reasons = ({ dropped }: Core) => Object.fromEntries(dropped.filter(isOwn).map(({ id, reason }) => [id, reason]));
const documents = ({ included }: Core) => included.filter((one) => one.kind === "document" && isOwn(one)).map(({ id }) => id);

describe("two price lists", () => {
  test("the older version of one list is gone before anything is scored", async () => {
    const core = await askPrice(
      prices([
        { key: "prices", version: 2023 },
        { key: "prices", version: 2026 },
      ]),
    );
    expect(documents(core)).toEqual(["price-list-2026"]);
    expect(reasons(core)).toMatchObject({ "price-list-2023": "superseded", "brand-voice": "low_relevance" });
    expect(core.conflicts).toEqual([]);
  });

  test("of two lists in force the newer one wins, and the log says what they disagree on", async () => {
    const core = await askPrice(prices([{ effective_from: "2023-01-01" }, { effective_from: "2026-01-01" }]));
    expect(documents(core)).toEqual(["price-list-2026"]);
    expect(reasons(core)).toMatchObject({ "price-list-2023": "lost_conflict" });
    expect(core.conflicts).toMatchObject([{ topic: "price", outcome: "resolved", winner: "price-list-2026" }]);
  });

  test("at a day before the newer one is in force, the older one is read", async () => {
    const candidates = prices([
      { key: "prices", version: 2023, effective_from: "2023-01-01" },
      { key: "prices", version: 2026, effective_from: "2026-01-01" },
    ]);
    const core = await ask({ subject: "omar", question: "What is the price of the plan?", as_of: "2025-12-31", candidates });
    expect(documents(core)).toEqual(["price-list-2023"]);
    expect(reasons(core)).toMatchObject({ "price-list-2026": "not_yet_effective" });
  });
});

describe("the refund question as it ships", () => {
  const core = (versions: "known" | "unknown") =>
    ask(refundRequest({ policy: "support", versions, tool: "order_lookup", today: "2026-03-10" }) as never);

  test("keeps four fields of the order lookup, and everything that is current has room", async () => {
    const known = await core("known");
    const lookup = known.included.find(({ id }) => id === "order-lookup");
    expect(lookup?.tokens).toBeLessThan(50);
    expect(reasons(known)).toEqual({ "refund-policy-copy": "duplicate", "refund-policy-v2": "superseded" });
    expect(documents(known)).toEqual(["refund-policy-v3", "shipping-faq", "order-history"]);
  });

  test("tells the model that the two policies disagree where nobody says which holds", async () => {
    const unknown = await core("unknown");
    expect(reasons(unknown)).toEqual({ "refund-policy-copy": "duplicate" });
    expect(unknown.conflicts).toMatchObject([{ topic: "refund_window", outcome: "unresolved" }]);
    expect(documents(unknown).slice(0, 2)).toEqual(["refund-policy-v3", "refund-policy-v2"]);
  });
});
