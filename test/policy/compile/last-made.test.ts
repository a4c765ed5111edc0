/** The same is made once; of the last two things. */
import { expect, test } from "vitest";
import { lastMade, sameList } from "../../../src/policy/compile/last-made.ts";

test("what was asked for lately is the very thing, and the third but last is made again", () => {
  const made: string[] = [];
  const upper = lastMade<readonly string[], { readonly text: string }>(
    (before, now) => sameList(before, now, (one, other) => one === other),
    (words) => {
      made.push(words.join(" "));
      return { text: words.join(" ").toUpperCase() };
    },
  );
  const first = upper(["a", "b"]);
  expect(first.text).toBe("A B");
  expect(upper(["a", "b"])).toBe(first);
  expect(upper(["a"]).text).toBe("A");
  expect(upper(["a", "b"])).toBe(first);
  upper(["c"]);
  expect(upper(["a", "b"])).not.toBe(first);
  expect(made).toEqual(["a b", "a", "c", "a b"]);
});
