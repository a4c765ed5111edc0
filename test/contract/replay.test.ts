/** The bodies that docs/replay.md shows are bodies by openapi.json, and what they may hold is named in both directions. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { AblateBody, ManifestQuery, ReplayBody } from "../../src/http/wire/records.ts";
import { WhatIf } from "../../src/http/wire/what-if.ts";
import { ABLATE_BY } from "../../src/service/replay/ablate.ts";
import { post } from "../http/ask.ts";
import { MANIFEST_ID } from "../http/canned-answer.ts";
import { buildTestApp } from "../support/build-app.ts";

const PAGE = readFileSync("docs/replay.md", "utf8");
const OPENAPI = JSON.parse(readFileSync("openapi/openapi.json", "utf8"));

const sectionOf = (heading: string): string => PAGE.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? "";

/** The JSON of a section: the block of its own, and what its curl lines send. */
const bodiesOf = (section: string): readonly string[] => [
  ...[...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json ?? ""),
  ...[...section.matchAll(/ -d '([^']*)'/g)].map(([, json]) => json ?? ""),
];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "openapi", components: OPENAPI.components });

describe.each([
  ["The body of a replay", "ReplayBody", "replay", 2],
  ["The body of an ablation", "AblateBody", "ablate", 2],
] as const)("%s", (heading, schema, verb, count) => {
  const bodies = bodiesOf(sectionOf(heading));

  test("is shown, and once more as a call", () => expect(bodies).toHaveLength(count));

  test.each(bodies)("is one by openapi.json, and the service takes it: %s", async (json) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`);
    validate?.(JSON.parse(json));
    expect(validate?.errors).toBeNull();
    const { app } = await buildTestApp();
    onTestFinished(() => app.close());
    expect((await post(app, `/manifests/${MANIFEST_ID}/${verb}`, json)).statusCode).toBe(200);
  });

  test("would be refused with a member that there is not", () => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`);
    expect(validate?.({ ...JSON.parse(bodies[0] ?? "{}"), chnage: {} })).toBe(false);
  });
});

const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);

test("every member of a change is explained, and no other", () => {
  const cells = [...sectionOf("The body of a replay").matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => namesIn(cell ?? ""));
  expect([...cells].sort()).toEqual(Object.keys(WhatIf.shape).sort());
  expect(Object.keys(ReplayBody.shape)).toEqual(["change"]);
});

test("every member of an ablation is explained, and what it may be by", () => {
  const [first = ""] = sectionOf("The body of an ablation").split("\n\n");
  expect(namesIn(first)).toEqual(["by", ...ABLATE_BY, "names"]);
  expect(Object.keys(AblateBody.shape)).toEqual(["by", "names"]);
});

test("every filter of GET /manifests is named", () => {
  const row = /\| `GET \/manifests` \|.*\n/.exec(PAGE)?.[0] ?? "";
  const paging = new Set(["limit", "cursor", "explain"]);
  expect(namesIn(row).filter((name) => !paging.has(name))).toEqual(
    expect.arrayContaining(Object.keys(ManifestQuery.shape).filter((name) => !paging.has(name))),
  );
});
