/** The field's problems with prefixes that change, each as it was met. */
import { describe, expect, test } from "vitest";
import type { Core } from "../../../src/pipeline/records/core.ts";
import { FORMATS } from "../../../src/policy/schema/policy-file.ts";
import type { ToolBody } from "../../../src/service/items-body.ts";
import type { QuestionBody } from "../../../src/service/service-types.ts";
import { chatMessages } from "../../support/sent.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const small = await smallPolicy("budget: { total: 14000 }\n");
const ask = async (body: Partial<QuestionBody>) => askSmall(small, body);
const zoneOf = ({ zones }: Core, name: string) => zones.find((zone) => zone.name === name);

const tool = (name: string, swapped: boolean): ToolBody => {
  const properties = swapped
    ? { b: { type: "number" }, a: { type: "string" } }
    : { a: { type: "string" }, b: { type: "number" } };
  return swapped
    ? { parameters: { properties, type: "object" }, description: "Looks.", name }
    : { name, description: "Looks.", parameters: { type: "object", properties } };
};
const NAMES = ["weather", "orders", "calendar", "search", "accounts"];

describe.each(FORMATS)("%s", (format) => {
  test("FP-041: the same five tools in another order, their members too, are the same bytes", async () => {
    const first = await ask({ format, tools: NAMES.map((name) => tool(name, false)) });
    const second = await ask({ format, tools: [...NAMES].reverse().map((name) => tool(name, true)) });
    expect(second.assembly.prompt).toEqual(first.assembly.prompt);
    expect(JSON.stringify(second.assembly.prompt)).toBe(JSON.stringify(first.assembly.prompt));
    expect(second.core.context_hash).toBe(first.core.context_hash);
  });

  test("FP-043: another question finds other evidence, and all of it stands behind the zones that are kept", async () => {
    const memory = { id: "m", kind: "memory", text: "Prefers metric units.", pinned: true } as const;
    const first = await ask({ format, candidates: [memory, { id: "a", kind: "document", text: "Refunds take 30 days." }] });
    const second = await ask({
      ...{ format, question: "And delivery?" },
      candidates: [memory, { id: "b", kind: "document", text: "Delivery takes 3 days." }],
    });
    for (const name of ["shared", "person"]) expect(zoneOf(second.core, name)).toEqual(zoneOf(first.core, name));
    const kept = first.core.blocks.findIndex(({ zone }) => zone === "question");
    expect(second.core.blocks.slice(0, kept)).toEqual(first.core.blocks.slice(0, kept));
    expect(second.core.blocks[kept]?.zone).toBe("question");
  });

  test("FP-045: a statement remembered meanwhile changes what is behind the shared zone alone, and without one nothing changes", async () => {
    const before = { id: "m1", kind: "memory", text: "Prefers metric units.", pinned: true } as const;
    const written = { id: "m2", kind: "memory", text: "Is allergic to nuts.", pinned: true } as const;
    const first = await ask({ format, candidates: [before] });
    const again = await ask({ format, candidates: [before] });
    const after = await ask({ format, candidates: [written, before] });
    expect(again.core.blocks).toEqual(first.core.blocks);
    expect(zoneOf(after.core, "shared")).toEqual(zoneOf(first.core, "shared"));
    expect(after.core.blocks.slice(0, 3).map(({ id }) => id)).toEqual(["system", "person_heading", "m1"]);
  });
});

test("FP-047: members of a request in another order give the same prompt and the same manifest", async () => {
  const one = { id: "d", kind: "document", text: "Thirty days.", relevance: 0.5, trust: 1 } as const;
  const other = { trust: 1, relevance: 0.5, text: "Thirty days.", kind: "document", id: "d" } as const;
  const first = await ask({ question: "Why?", candidates: [one] });
  const second = await ask({ candidates: [other], question: "Why?" });
  expect(second.core).toEqual(first.core);
  expect(chatMessages(second.assembly.prompt)).toEqual(chatMessages(first.assembly.prompt));
});
