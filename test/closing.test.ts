/** What was opened is closed in reverse, all of it, whatever becomes of each. */
import { expect, test } from "vitest";
import { createClosing } from "../src/closing.ts";

function closingOf(...things: readonly { readonly name: string; readonly fault?: Error }[]) {
  const closed: string[] = [];
  const closing = createClosing();
  for (const { name, fault } of things) {
    closing.opened({
      close: async () => {
        await Promise.resolve();
        closed.push(name);
        if (fault !== undefined) throw fault;
      },
    });
  }
  return { closing, closed };
}

test("the newest first, one after another, and nothing twice", async () => {
  const { closing, closed } = closingOf({ name: "store" }, { name: "pools" }, { name: "app" });
  await closing.close();
  expect(closed).toEqual(["app", "pools", "store"]);
  await closing.close();
  expect(closed).toHaveLength(3);
});

test("a fault keeps nothing else open, and the first is told", async () => {
  const [first, second] = [new Error("pools"), new Error("store")];
  const { closing, closed } = closingOf({ name: "store", fault: second }, { name: "pools", fault: first }, { name: "app" });
  await expect(closing.close()).rejects.toBe(first);
  expect(closed).toEqual(["app", "pools", "store"]);
});
