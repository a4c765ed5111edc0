import { expect, test } from "vitest";
import { asideAt } from "../../../src/text/compare/asides.ts";

test.each([
  ["please", 6, 6],
  ["pleased", 0, 0],
  ["bitte", 5, 5],
  ["por favor", 9, 9],
  ["por favores", 0, 0],
  ["s'il vous plaît", 15, 15],
  ["s'il vous dit", 0, 0],
  ["por la tarde", 0, 0],
  ["por lo tanto", 0, 12],
  ["also", 0, 4],
  ["außerdem", 0, 0],
  ["ausserdem", 0, 9],
  ["very", 0, 0],
  ["only", 0, 0],
  ["", 0, 0],
])("%j begins with an aside of %j units, at the head of a sentence of %j", (text, inside, atHead) => {
  for (const end of ["", " on"]) {
    const sentence = `so ${text}${end}`;
    expect([asideAt(sentence, 3, false), asideAt(sentence, 3, true)]).toEqual([inside, atHead]);
  }
});
