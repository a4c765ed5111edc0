/** A replay tells a prompt that was rendered otherwise by the renderer's number, so whoever changes a byte of prompts has to raise it. */
import { expect, test } from "vitest";
import { FORMATS } from "../../../src/policy/schema/policy-file.ts";
import { digestOf } from "../../../src/text/digest.ts";
import { png } from "../../support/images.ts";
import { askSmall, smallPolicy } from "../../support/small-policy.ts";

const IMAGE = `data:image/png;base64,${png(10, 10)}`;

/** Texts of several lines and of one, a call and its result, images that are sent and lost, memory, a tool, and what disagrees. */
const BODY = {
  question: "Can I still get a refund?\nI paid by card.",
  language: "de",
  turns: [
    { id: "t1", role: "user", content: "Where is my order 7?" },
    {
      id: "t2",
      role: "assistant",
      content: "Let me look.",
      tool_calls: [{ id: "c1", type: "function", function: { name: "order", arguments: '{"id":7}' } }],
    },
    { id: "t3", role: "tool", tool_call_id: "c1", content: "Order 7 left on 3 May.\nIt is in Graz." },
    { id: "t4", role: "assistant", content: "It is in Graz." },
    {
      id: "t5",
      role: "user",
      content: [
        { type: "text", text: "This is the parcel." },
        { type: "image_url", image_url: { url: IMAGE } },
      ],
    },
    {
      id: "t6",
      role: "assistant",
      content: [{ type: "image_url", image_url: { url: IMAGE } }],
      tool_calls: [{ id: "c2", function: { name: "order", arguments: "{}" } }],
    },
    { id: "t7", role: "tool", tool_call_id: "c2", content: [{ type: "image_url", image_url: { url: IMAGE } }] },
  ],
  tools: [
    { name: "order", description: "Looks an order up.", parameters: { type: "object", properties: { id: { type: "number" } } } },
  ],
  candidates: [
    {
      id: "d1",
      kind: "document",
      label: "Refunds",
      text: "Refunds take 14 days.\n\nThey go to the card.",
      published_at: "2026-01-01",
    },
    { id: "d2", kind: "document", label: "Old refunds", text: "Refunds take 30 days.", published_at: "2025-01-01" },
    { id: "m1", kind: "memory", text: "Prefers short answers." },
    { id: "r1", kind: "tool_result", label: "Rate", text: "1 EUR is 1.08 USD." },
  ],
} as const;

const TOPICS = { "topics.yaml": "topics:\n  refunds: { words: { en: [refund] }, value: duration, resolve: surface }\n" };

/** The next number with the digest that the test prints, where the change of the bytes is meant. */
const PINNED = { renderer: 4, digest: "sha256:bd013063681d31bdc7b17205093c2f117eb9698aa1ef86b45d070986f4aea357" };

test("the bytes of a prompt change only with the number of the renderer", async () => {
  const small = await smallPolicy("", TOPICS);
  const answers = await Promise.all(FORMATS.map((format) => askSmall(small, { ...BODY, format } as never)));
  const prompts = answers.map(({ assembly }) => assembly.prompt);
  expect({
    renderer: answers[0]?.core.versions.renderer,
    digest: digestOf(JSON.stringify(prompts)),
  }).toEqual(PINNED);
});
