/** What was saved in the last hour: samples give the share, everything sent gives the size. */
import { expect, test } from "vitest";
import { savedWindow } from "../../../src/http/metrics/saved-window.ts";

const MINUTE = 60_000;

test("all that was sent is scaled by what the samples saved, by policy", () => {
  const window = savedWindow(() => 0);
  window.sampled("coaching", { naive: 1_000, sent: 250 });
  for (let at = 0; at < 16; at += 1) window.sent("coaching", 250);
  window.sampled("support", { naive: 100, sent: 100 });
  window.sent("support", 100);
  window.sent("unsampled", 5);
  expect(window.totals()).toEqual([
    { policy: "coaching", saved: 12_000, share: 0.75 },
    { policy: "support", saved: 0, share: 0 },
  ]);
});

test("an hour later nothing is left of it, a minute before all of it", () => {
  let now = 0;
  const window = savedWindow(() => now);
  window.sampled("coaching", { naive: 1_000, sent: 500 });
  window.sent("coaching", 500);
  now = 59 * MINUTE;
  expect(window.totals()).toEqual([{ policy: "coaching", saved: 500, share: 0.5 }]);
  now = 60 * MINUTE;
  expect(window.totals()).toEqual([]);
});

test("only sixty minutes are kept, however long it runs", () => {
  let now = 0;
  const window = savedWindow(() => now);
  for (; now < 1_000 * MINUTE; now += MINUTE) {
    window.sampled("coaching", { naive: 20, sent: 10 });
    window.sent("coaching", 10);
  }
  now -= MINUTE;
  expect(window.totals()).toEqual([{ policy: "coaching", saved: 600, share: 0.5 }]);
});
