/** What was learnt is one text for all instances: whoever writes says which one he replaces. */
import { expect, test } from "vitest";
import type { OpenContractStore } from "./open-contract-store.ts";

export function learntContract(open: OpenContractStore): void {
  test("what was learnt comes back as it was written, after another opening too", async () => {
    const opened = await open();
    expect(await opened.store.readLearnt()).toEqual({ text: null, revision: 0 });
    expect(await opened.store.writeLearnt('["first"]', 0)).toBe(true);
    expect(await opened.store.writeLearnt('["second, für alle"]', 1)).toBe(true);
    const again = await opened.again();
    expect(await again.readLearnt()).toEqual({ text: '["second, für alle"]', revision: 2 });
  });

  test("of those who replace one text the first one does, and the others are told", async () => {
    const opened = await open();
    const { store } = opened;
    const both = [store, await opened.another(), store];
    for (const revision of [0, 1]) {
      const written = await Promise.all(both.map((each, at) => each.writeLearnt(String(at), revision)));
      expect(written.filter((isWritten) => isWritten)).toEqual([true]);
      expect(await store.readLearnt()).toEqual({ text: String(written.indexOf(true)), revision: revision + 1 });
    }
    expect(await store.writeLearnt("late", 0)).toBe(false);
  });

  test("after closing nothing is written, and it is said", async () => {
    const { store } = await open();
    await store.close();
    await expect(store.writeLearnt("x", 0)).rejects.toMatchObject({ code: "audit_unavailable" });
    await expect(store.readLearnt()).rejects.toMatchObject({ code: "shutting_down" });
  });
}
