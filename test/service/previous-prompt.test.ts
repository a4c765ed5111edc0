/** The look-up of a conversation's prompt before: beside the assembly, and never in its way. */
import { describe, expect, test } from "vitest";
import { callerAbout, verifiedCaller } from "../../src/caller.ts";
import { AppError } from "../../src/errors.ts";
import { NO_PREFIX } from "../../src/pipeline/cache/prefix.ts";
import { previousPrompt } from "../../src/service/previous-prompt.ts";
import { ANSWER, STORED } from "../http/canned-answer.ts";

const CALLER = callerAbout(verifiedCaller({ tenant: "t", subject: "maya", groups: [], permissions: new Set() }), "maya");

describe("previousPrompt", () => {
  test("looks nothing up without a conversation", async () => {
    let looked = 0;
    const store = {
      latest: async () => {
        looked += 1;
        return STORED;
      },
    };
    expect(await previousPrompt(store, CALLER, null)(ANSWER.core)).toEqual(NO_PREFIX);
    expect(looked).toBe(0);
  });

  test("begins at once, asks for this person and conversation, and compares with what it finds", async () => {
    const asked: unknown[] = [];
    const store = {
      latest: async (...given: readonly unknown[]) => {
        asked.push(given);
        return STORED;
      },
    };
    const compare = previousPrompt(store, CALLER, "c-1");
    expect(asked).toEqual([[CALLER, "c-1"]]);
    expect(await compare(ANSWER.core)).toMatchObject({
      previous: STORED.envelope.manifest_id,
      common: { blocks: 1, tokens: 136 },
    });
  });

  test("a first prompt, a store that fails and one that does not answer leave nothing to compare with", async () => {
    const stores = [
      async () => null,
      () => Promise.reject(new AppError("internal", "The store could not be read.")),
      () => {
        throw new Error("closed");
      },
      () => new Promise<never>(() => {}),
    ];
    for (const latest of stores) expect(await previousPrompt({ latest }, CALLER, "c-1")(ANSWER.core)).toEqual(NO_PREFIX);
  });
});
