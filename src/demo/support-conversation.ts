/** What was said before the refund question, and what the order system answered: JSON as it comes, a page of it. Pure. */

export const TURN_5 = `I am opening order 4471 in the order system to see what it says about the parcel and about sending things back. While that runs, here is what I can tell without it.

You ordered a weather station together with a solar panel, and both came in one parcel. They are two lines on the invoice, so one of them can be dealt with without the other. That matters here, since you are happy with the station and only the panel does not get enough sun.

If you would like to keep the panel after all, there are two things that have helped others with shaded gardens. First, the panel need not hang beside the station: the cable in the box is three metres long, and there is a longer one as a spare part. Second, the station runs for most of a year on its batteries alone, so the panel is a comfort and not a need; some put it up in the brighter half of the year only.

Neither of these takes anything away from what you may do with the order. I mention them because you wrote that you would rather keep the set together if that made sense. If it does not, say so and I will leave the subject.

As soon as the order system has answered I will go by what it says, and not by what is usual.`;

export const TURN_7 = `Thank you for the photos. They show what you describe: the panel hangs under the eaves and the fence throws its shadow on it from noon on. The bracket is on the right way round and the connector sits firmly, so nothing is wrong with how you put it up, and nothing in the pictures looks like a fault.

Three remarks, so that you have them in writing:

1. The station itself reports every sixteen seconds and has done so since you set it up. There is no reason to take it down.
2. The panel has delivered less than a tenth of what it could on each of the last seven days. In that place it will not do better before May.
3. The serial numbers on the two photos belong to order 4471. You need not look for the invoice.

What I cannot see from here is what the returns team has entered for the order. That is in the order system, and I would rather look there than tell you a rule from memory that may have changed since I last read it.

If you want to pack the panel already, use the small inner box. It is the one with the grey lid, and it protects the glass better than the large one.`;

export const TURN_8 =
  "OK, that all fits with what I see. I have taken the panel down and put it into the inner box with the grey lid. I still have the outer " +
  "box too. Before I go to the post office I want to know whether I am in time, because I have read two different things on your site: one page " +
  "talks about two weeks and another one about a month. I do not want to pay for postage and then get the parcel back. Please look at the order " +
  "itself and do not just tell me the general rule.";

export const TURN_9 =
  "Understood: you want to know whether order 4471 in particular can still go back, and you want it from the order and not from a page of the site. " +
  "I will answer in the first line with yes or no, then with the steps. If the two pages you read contradict each other I will say which of them " +
  "holds, or that I cannot tell and who can.";

/** Dates are those of the samples' day; see `shiftDates`. */
export const ORDER_RECORD = {
  number: 4471,
  state: "delivered",
  channel: "web",
  ordered_on: "2026-02-17",
  delivered_on: "2026-02-22",
  refundable_until: "2026-03-24",
  rule: "refund-policy-v3",
  customer: { id: "teo", segment: "annual", language: "en", addresses: { invoice: "A-2201", delivery: "A-2201" } },
  lines: [
    {
      line: 1,
      sku: "ST-220-US",
      name: "Weather station",
      quantity: 1,
      unit: "199.00",
      tax: "0.00",
      serial: "ST220-0093-5512",
      returnable: true,
      opened: true,
    },
    {
      line: 2,
      sku: "SP-014",
      name: "Solar panel",
      quantity: 1,
      unit: "49.00",
      tax: "0.00",
      serial: "SP014-1120-0047",
      returnable: true,
      opened: true,
    },
  ],
  totals: { goods: "248.00", shipping: "0.00", discount: "0.00", tax: "0.00", paid: "248.00", currency: "USD" },
  payment: {
    method: "card",
    last4: "1881",
    captured_on: "2026-02-17",
    gateway: "gw-3",
    reference: "pay_9f31c0a7d2",
    refunds: [],
  },
  parcels: [
    {
      id: "P-88120",
      carrier: "Prairie Parcel",
      tracking_id: "PP-771-0431",
      weight_g: 2350,
      size_cm: [46, 32, 21],
      warehouse: "chi-1",
      packed_by: "line 4",
      events: [
        { at: "2026-02-17T16:40:00-06:00", code: "LBL", place: "Chicago", text: "Label made" },
        { at: "2026-02-18T09:12:00-06:00", code: "PCK", place: "Chicago", text: "Packed" },
        { at: "2026-02-18T17:55:00-06:00", code: "HND", place: "Chicago", text: "Handed to the carrier" },
        { at: "2026-02-19T04:31:00-06:00", code: "HUB", place: "Joliet", text: "Sorted" },
        { at: "2026-02-20T06:02:00-06:00", code: "HUB", place: "Rockford", text: "Sorted" },
        { at: "2026-02-21T08:47:00-06:00", code: "OUT", place: "Evanston", text: "Out for delivery" },
        { at: "2026-02-21T13:20:00-06:00", code: "NOT", place: "Evanston", text: "Nobody at home" },
        { at: "2026-02-22T08:39:00-06:00", code: "OUT", place: "Evanston", text: "Out for delivery" },
        { at: "2026-02-22T15:05:00-06:00", code: "DLV", place: "Evanston", text: "Handed over at the door" },
      ],
    },
  ],
  returns: [],
  audit: [
    { at: "2026-02-17T16:38:11-06:00", who: "shop", what: "created" },
    { at: "2026-02-17T16:38:14-06:00", who: "gw-3", what: "captured" },
    { at: "2026-02-18T17:56:02-06:00", who: "wms", what: "shipped" },
    { at: "2026-02-22T15:06:40-06:00", who: "carrier", what: "delivered" },
    { at: "2026-03-10T02:10:00-06:00", who: "returns", what: "window computed" },
  ],
  flags: { gift: false, fraud_score: 3, vip: false, insured: true, hazardous: false, age_check: false },
};
