/** docs/reasons.md and the closed lists of the code say the same, in both directions. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ANSWER_FINDING_CODES } from "../../src/answer/records.ts";
import {
  CONFIDENCE_REASONS,
  DROPPED_REASONS,
  FINDING_CODES,
  INCLUDED_REASONS,
  MISSING_REASONS,
} from "../../src/pipeline/records/core.ts";
import { IMAGE_LOSSES } from "../../src/pipeline/render/images.ts";
import { POLICY_FINDING_CODES } from "../../src/policy/problem.ts";
import { NOTES, UNCERTAIN_REASONS, WITHHELD_REASONS } from "../../src/routing/records.ts";
import { CAUSES } from "../../src/sources/source-result.ts";

const sections = new Map(
  readFileSync("docs/reasons.md", "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const lines = section.split("\n");
      return [lines[0] ?? "", lines.flatMap((line) => /^- `([a-z_]+)`:/.exec(line)?.[1] ?? [])] as const;
    }),
);

test.each([
  ["Included", [...INCLUDED_REASONS, ...NOTES]],
  ["Missing", [...MISSING_REASONS, ...CAUSES]],
  ["Withheld", WITHHELD_REASONS],
  ["Dropped", DROPPED_REASONS],
  ["Why a routing is uncertain", UNCERTAIN_REASONS],
  ["Confidence", CONFIDENCE_REASONS],
  ["Findings of one assembly", FINDING_CODES],
  ["Why an image is not sent", IMAGE_LOSSES],
  ["Findings of an answer", ANSWER_FINDING_CODES],
  ["Findings of the check", POLICY_FINDING_CODES],
])("the section %s lists exactly the codes of the code", (title, codes) => {
  expect([...(sections.get(title) ?? [])].sort()).toEqual([...codes].sort());
});
