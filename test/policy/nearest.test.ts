/** Which name was probably meant. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearest, suggestion } from "../../src/policy/nearest.ts";

const PIECES = ["readiness_training", "readiness_injury", "baseline_aerobic", "sleep", "age"];

describe("nearest", () => {
  test.each([
    ["readiness_trainning", "readiness_training"],
    ["readiness_trianing", "readiness_training"],
    ["Readiness_Training", "readiness_training"],
    ["readines_injry", "readiness_injury"],
    ["slepe", "sleep"],
    ["aeg", "age"],
    ["ages", "age"],
    ["sea", null],
    ["readiness", null],
    ["", null],
    ["__proto__", null],
  ])("%s is %s", (word, expected) => {
    expect(nearest(word, PIECES)).toBe(expected);
  });

  test("of two equally near the first; never the word itself", () => {
    expect(nearest("cat", ["bat", "hat"])).toBe("bat");
    expect(nearest("cat", ["cat"])).toBe(null);
  });

  test("any single edit of a long name is found", () => {
    const edit = fc.tuple(fc.nat(17), fc.constantFrom("x", "", "_q"));
    fc.assert(
      fc.property(edit, ([at, text]) => {
        const word = `readiness_training`.slice(0, at) + text + `readiness_training`.slice(at + 1);
        fc.pre(word !== "readiness_training");
        expect(nearest(word, PIECES)).toBe("readiness_training");
      }),
    );
  });
});

describe("suggestion", () => {
  test("the nearest, else the names, at most twelve, else that there are none", () => {
    expect(suggestion("aeg", PIECES, "pieces")).toBe('did you mean "age"?');
    expect(suggestion("weather", PIECES, "pieces")).toBe(`the pieces: ${PIECES.join(", ")}`);
    expect(suggestion("weather", [], "pieces")).toBe("there are no pieces");
    const many = Array.from({ length: 13 }, (_, index) => `n${index}`);
    expect(suggestion("weather", many, "pieces")).toBe(`some of the 13 pieces: ${many.slice(0, 12).join(", ")}`);
  });
});
