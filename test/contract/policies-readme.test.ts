/** The settings that policies/README.md shows for what requests bring load as they stand. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { smallPolicy } from "../support/small-policy.ts";

const PAGE = readFileSync("policies/README.md", "utf8");

const shown = (file: string): string => {
  const [, section] = PAGE.split(`\n### In \`${file}\`\n`);
  const text = /```yaml\n([\s\S]*?)```/.exec(section ?? "")?.[1];
  if (text === undefined) throw new Error(`the page shows nothing of ${file}`);
  return text;
};

test("what is shown of policy.yaml, sources.yaml and topics.yaml loads together", async () => {
  const { policy } = await smallPolicy(shown("policy.yaml"), {
    "sources.yaml": shown("sources.yaml"),
    "topics.yaml": shown("topics.yaml"),
  });
  expect(policy).toMatchObject({ strategy: "density", budgetTotal: 4_096, compress: { kinds: ["document"] } });
  expect([...policy.toolRules.keys()]).toEqual(["order_lookup"]);
  expect(policy.topics.all.map(({ name }) => name)).toEqual(["refund_window"]);
});
