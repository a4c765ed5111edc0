import { describe, expect, test } from "vitest";
import { groupsOfSign, readSign, SIGN } from "../../../src/text/lexicon/sign-syntax.ts";

describe("a sign", () => {
  test.each([
    ["fever", [["fever"]], []],
    ["chest + tight", [["chest", "tight"]], []],
    ["pregnant & bleeding", [["pregnant"], ["bleeding"]], []],
    ["a + b & c - d - e_2", [["a", "b"], ["c"]], ["d", "e_2"]],
  ])("%j", (text, clusters, unless) => {
    expect(SIGN.test(text)).toBe(true);
    expect(readSign(text)).toEqual({ clusters, unless });
  });

  test.each(["", "- a", "a +", "a+b", "a b", "a | b", "A", "a - b + c", "1a", "a  + b"])("is not %j", (text) => {
    expect(SIGN.test(text)).toBe(false);
  });

  test("names its groups in order", () => {
    expect(groupsOfSign(readSign("b + a & c - d"))).toEqual(["b", "a", "c", "d"]);
  });
});
