/** The strings within a JSON text. */
import { expect, test } from "vitest";
import { stringsOfJson } from "../../../src/text/json/texts.ts";

test.each([
  ['{"a":"x","b":["y",{"c":"z"}],"d":1,"e":null}', ["x", "y", "z"]],
  ['"x"', ["x"]],
  ["{}", []],
  ["12 Elm Street", ["12 Elm Street"]],
  ['{"a":"x"', ['{"a":"x"']],
])("%j has %j", (json, expected) => {
  expect(stringsOfJson(json)).toEqual(expected);
});

test("as deep as a text can be", () => {
  expect(stringsOfJson(`${"[".repeat(5_000)}"x"${"]".repeat(5_000)}`)).toEqual(["x"]);
});
