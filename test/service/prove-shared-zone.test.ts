/** The proof that the shared zone of every policy is the same for everybody. */
import { describe, expect, test } from "vitest";
import { problemLine } from "../../src/policy/problem.ts";
import type { Policy, PromptTexts, Safety, Snapshot } from "../../src/policy/snapshot.ts";
import { sharedZoneProblems } from "../../src/service/prove-shared-zone.ts";
import { loadCoaching } from "../support/coaching.ts";
import { smallPolicy } from "../support/small-policy.ts";

const { snapshot, counter } = await loadCoaching();

const proofOf = async (changed: Partial<Policy>): Promise<readonly string[]> => {
  const policy = { ...(snapshot.policies.get("coaching") as Policy), ...changed };
  const only: Snapshot = { ...snapshot, policies: new Map([[policy.name, policy]]) };
  return (await sharedZoneProblems({ snapshot: only, counter, directory: "/srv/policies" })).map(problemLine);
};

/** The coaching policy's prompt, with a member that is another text each time it is read. */
function promptWith(member: "system", texts: () => string): PromptTexts {
  const { prompt } = snapshot.policies.get("coaching") as Policy;
  return Object.defineProperty({ ...prompt }, member, { get: texts, enumerable: true });
}

describe("the proof", () => {
  test("holds for every shipped policy in every format", async () => {
    expect(await sharedZoneProblems({ snapshot, counter, directory: "policies" })).toEqual([]);
  });

  test("refuses a system text that changes, with its file, the line and what to do", async () => {
    let reading = 0;
    const prompt = promptWith("system", () => {
      reading += 1;
      return `Be careful.\nIt is ${reading} o'clock.\n`;
    });
    expect(await proofOf({ prompt })).toEqual([
      "policies/coaching/prompt/system.md:2:1 shared-zone-varies: the shared zone of the prompt (system, openai-chat) is not the same for two people, clocks and questions, so no provider could cache it; what depends on them belongs in prompt.instructions or in a fact",
    ]);
  });

  test("refuses safety rules that change, in their file", async () => {
    let reading = 0;
    const safety: Safety = {
      redFlags: null,
      get rules() {
        reading += 1;
        return [`Rule ${reading}.`];
      },
    };
    const [told, ...others] = await proofOf({ safety });
    expect(others).toEqual([]);
    expect(told).toContain("policies/coaching/safety.yaml:1:1 shared-zone-varies: the shared zone of the prompt (safety, ");
  });

  test("does not take what was rendered before for what is rendered now", async () => {
    const prompt = promptWith("system", () => `${performance.now()}\n`);
    expect(await proofOf({ prompt })).toHaveLength(1);
    expect(await proofOf({ prompt })).toHaveLength(1);
  });

  test("needs no room: a budget in which nothing would fit, and required sources, do not stop it", async () => {
    const small = await smallPolicy("budget: { total: 1 }\n");
    expect(await sharedZoneProblems({ ...small, directory: "policies" })).toEqual([]);
  });
});
