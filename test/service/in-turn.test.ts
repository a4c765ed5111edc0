/** Work of one key runs one after the other, whatever becomes of it. */
import { expect, test } from "vitest";
import { createInTurn } from "../../src/service/in-turn.ts";

test("work of one key waits, also for work that fails; work of another does not", async () => {
  const inTurn = createInTurn();
  const log: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = inTurn("a", async () => {
    log.push("a1 starts");
    await gate;
    log.push("a1 fails");
    throw new Error("a1");
  });
  const second = inTurn("a", async () => {
    log.push("a2");
    return 2;
  });
  await inTurn("b", async () => {
    log.push("b");
  });
  open();
  await expect(first).rejects.toThrow("a1");
  expect(await second).toBe(2);
  expect(await inTurn("a", async () => 3)).toBe(3);
  expect(log).toEqual(["a1 starts", "b", "a1 fails", "a2"]);
});
