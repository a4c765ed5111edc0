import { expect, test } from "vitest";
import { claimed, SUPPORT } from "../../support/topics.ts";

const FORTNIGHT = "refund_window: duration 0 1209600 <14 days>";

test.each([
  "You can ask 3 days before the refund window closes.",
  "14 days after delivery the refund window closes.",
  "A 5-minute video explains the refund window.",
  "Shipping takes 5 days and the refund window is generous.",
  "Shipping takes 5 days, the refund window is generous.",
  "Shipping takes 5 days, but the refund window is longer.",
  "Die Lieferung dauert 5 Tage und die Rückgabefrist ist lang.",
])("states nothing of the topic behind it: %s", (text) => expect(claimed(text, SUPPORT)).toEqual([]));

test.each([
  "14 days is the refund window.",
  "In 14 days the refund window closes.",
  "14 days: refund window",
  "The refund window is 14 days after delivery.",
  "The refund window for shoes, hats and shirts is 14 days.",
  "The refund window is 14 days for half of the shoes.",
])("states it: %s", (text) => expect(claimed(text, SUPPORT)).toEqual([FORTNIGHT]));

test.each([
  ["We have a 30-day refund window.", "refund_window: duration 0 2592000 <30-day>"],
  ["Our 30-day money-back refund window.", "refund_window: duration 0 2592000 <30-day>"],
  ["The basic plan price dropped to $10.", "price_basic: money 10 USD  <$10>"],
  ["The basic plan is $9.99 plus tax.", "price_basic: money 9.99 USD  <$9.99>"],
  ["The basic plan is -$5.", "price_basic: money -5 USD  <-$5>"],
])("%s", (text, claim) => expect(claimed(text, SUPPORT)).toEqual([claim]));

test.each([
  "The basic plan price dropped by $10.",
  "The basic plan is $5 off.",
  "The refund window was just extended by 14 days.",
])("is a change: %s", (text) => expect(claimed(text, SUPPORT)).toEqual([]));
