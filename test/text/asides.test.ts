import { expect, test } from "vitest";
import { asideAt } from "../../src/text/asides.ts";

test.each([
  ["please", 1, 1],
  ["bitte", 1, 1],
  ["por favor", 2, 2],
  ["s'il vous plaît", 3, 3],
  ["s'il vous dit", 0, 0],
  ["por la tarde", 0, 0],
  ["por lo tanto", 0, 3],
  ["also", 0, 1],
  ["außerdem", 0, 0],
  ["ausserdem", 0, 1],
  ["very", 0, 0],
  ["only", 0, 0],
  ["", 0, 0],
])("%j begins with an aside of %j words, at the head of a sentence of %j", (text, inside, atHead) => {
  const words = ["so", ...text.split(" "), "on"];
  expect([asideAt(words, 1, false), asideAt(words, 1, true)]).toEqual([inside, atHead]);
});
