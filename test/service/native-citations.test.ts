/** Native citations the whole way: a prompt with documents, the official client, blocks with citations, and what the posted answer cites. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import type { Message, TextCitation } from "@anthropic-ai/sdk/resources/messages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CitationRecord } from "../../src/pipeline/records/core.ts";
import type { AnthropicPrompt } from "../../src/pipeline/records/prompt.ts";
import { startProvider } from "../support/stub-provider.ts";
import { startStub } from "../support/stub-upstream.ts";
import { type Reply, replyOf, SAMPLE_MORNING, startWholeService, type WholeService } from "../support/whole-service.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-native-"));
let service: WholeService;
beforeAll(async () => {
  cpSync("policies", folder, { recursive: true });
  const file = join(folder, "coaching", "policy.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("\nprompt:\n", "\nprompt:\n  citations: native\n"));
  service = await startWholeService({ POLICIES_DIR: folder });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const assemble = (format: string): Promise<Reply> =>
  service.ask("/assemble", {
    ...{ policy: "coaching", subject: "maya", question: "Should I train through this pain?", at: SAMPLE_MORNING, format },
    candidates: [
      { id: "plan", kind: "document", label: "Plan", text: "An easy week.\nThen a hard one." },
      { id: "shoes", kind: "document", label: "Shoes", text: "Worn out after 800 km." },
      { id: "log", kind: "tool_result", label: "Log", text: "61 km last week." },
      { id: "note", kind: "memory", label: "Note", text: "Prefers mornings." },
    ],
  });

interface Placed {
  readonly id: string;
  readonly citation: CitationRecord;
}

const placeOf = ({ body }: Reply, id: string): CitationRecord =>
  (body.included as readonly Placed[]).find((item) => item.id === id)?.citation as CitationRecord;

const documentsOf = ({ messages }: AnthropicPrompt["payload"]) =>
  messages.flatMap(({ content }) => content.filter((block) => block.type === "document"));

/** As the provider makes one: the text of the cited blocks out of the payload that it took. */
function blockCitation(payload: AnthropicPrompt["payload"], place: CitationRecord): TextCitation {
  const { document_index: index, start_block_index: start, end_block_index: end } = place;
  const document = documentsOf(payload)[index];
  const cited = document?.source.content.slice(start, end).map(({ text }) => text) ?? [];
  const title = document?.title ?? null;
  return { type: "content_block_location", cited_text: cited.join(""), document_title: title, file_id: null, ...place };
}

const whole = (citation: TextCitation): TextCitation => citation;

/** Sends the prompt with the official client; the provider answers with these citations, and the answer is posted back. */
async function answered(prompt: Reply, cite: (payload: AnthropicPrompt["payload"]) => readonly TextCitation[]): Promise<Reply> {
  const provider = await startProvider("anthropic-messages", (payload, model) => ({
    ...{ id: "m1", type: "message", role: "assistant", model, stop_reason: "end_turn", stop_sequence: null },
    usage: { input_tokens: prompt.body.budget.used, output_tokens: 9 },
    content: [
      { type: "thinking", thinking: "The pain comes first.", signature: "s" },
      { type: "text", text: "Rest today. " },
      { type: "text", text: "Then run easily.", citations: cite(payload as AnthropicPrompt["payload"]) },
    ],
  }));
  const client = new Anthropic({ apiKey: "none", baseURL: provider.origin, maxRetries: 0 });
  const message: Message = await client.messages.create({ ...prompt.body.prompt.payload });
  await provider.close();
  return posted(prompt, message);
}

const posted = (prompt: Reply, { content, model, stop_reason: reason, usage }: Message): Promise<Reply> =>
  replyOf(`${service.url}/manifests/${prompt.body.manifest_id}/answer`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content, model, finish_reason: reason, usage }),
  });

/** As the provider streams a text with citations: they come as deltas of their own. */
const eventsOf = (model: string, citations: readonly TextCitation[]): string => {
  const message = { id: "m1", type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null };
  const delta = (one: object) => ({ type: "content_block_delta", index: 0, delta: one });
  const events: readonly { readonly type: string; readonly [member: string]: unknown }[] = [
    { type: "message_start", message: { ...message, usage: { input_tokens: 300, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...["Rest ", "today."].map((text) => delta({ type: "text_delta", text })),
    ...citations.map((citation) => delta({ type: "citations_delta", citation })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  return events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
};

const citedBy = ({ body }: Reply): unknown =>
  (body.cited as readonly { id: string; how: readonly string[]; times: number }[]).map(({ id, how, times }) => [id, how, times]);

describe("the answer's citations lead to what was sent", () => {
  test("by blocks: a fact among others, a document, a tool result; the cited texts are theirs", async () => {
    const prompt = await assemble("anthropic-messages");
    const cited: string[] = [];
    const reply = await answered(prompt, (payload) =>
      ["readiness_injury", "plan", "log", "plan"].map((id) => {
        const citation = blockCitation(payload, placeOf(prompt, id));
        cited.push(citation.cited_text);
        return citation;
      }),
    );
    expect(reply.status).toBe(200);
    expect(cited).toEqual([
      expect.stringMatching(/^- \[Injury readiness\] .*\n$/),
      "An easy week.\nThen a hard one.",
      "61 km last week.",
      "An easy week.\nThen a hard one.",
    ]);
    const byPrompt = (prompt.body.included as readonly Placed[]).map(({ id }) => id);
    const expected = [
      ["readiness_injury", ["native"], 1],
      ["plan", ["native"], 2],
      ["log", ["native"], 1],
    ] as const;
    expect(citedBy(reply)).toEqual([...expected].sort(([a], [b]) => byPrompt.indexOf(a) - byPrompt.indexOf(b)));
    expect(reply.body.marks).toMatchObject({ native: 4, native_unknown: 0, unknown: 0 });
  });

  test("what cannot be cited natively is not missed, and primaries that are not cited are named", async () => {
    const prompt = await assemble("anthropic-messages");
    const reply = await answered(prompt, (payload) => [blockCitation(payload, placeOf(prompt, "readiness_injury"))]);
    const placed = (prompt.body.included as readonly Partial<Placed>[]).filter(({ citation }) => citation !== undefined);
    expect(reply.body.coverage).toMatchObject({ citable: placed.length, cited: 1, primaries_cited: 1 });
    expect(reply.body.coverage.primaries).toBeGreaterThan(1);
    const uncited = (reply.body.uncited as readonly { id: string }[]).map(({ id }) => id);
    expect(uncited).toEqual(placed.map(({ id }) => id).filter((id) => id !== "readiness_injury"));
    expect(uncited).not.toContain("note");
    const codes = (reply.body.findings as readonly { code: string }[]).map(({ code }) => code);
    expect(codes).toContain("primary_uncited");
  });

  test("out of a stream, as the client puts it together", async () => {
    const prompt = await assemble("anthropic-messages");
    const { payload } = prompt.body.prompt;
    const citations = ["plan", "log"].map((id) => blockCitation(payload, placeOf(prompt, id)));
    const provider = await startStub((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(eventsOf(payload.model, citations));
    });
    const client = new Anthropic({ apiKey: "none", baseURL: provider.origin, maxRetries: 0 });
    const reply = await posted(prompt, await client.messages.stream({ ...payload }).finalMessage());
    await provider.close();
    expect(citedBy(reply)).toEqual(
      expect.arrayContaining([
        ["plan", ["native"], 1],
        ["log", ["native"], 1],
      ]),
    );
    expect([reply.body.marks.native, reply.body.words.count, reply.body.finish.kind]).toEqual([2, 2, "complete"]);
  });

  test("by characters and pages: everything in that document; a search result by its title", async () => {
    const prompt = await assemble("anthropic-messages");
    const place = placeOf(prompt, "plan");
    const shared = { cited_text: "", document_title: "Plan", file_id: null, document_index: place.document_index };
    const reply = await answered(prompt, () => [
      whole({ type: "char_location", ...shared, start_char_index: 0, end_char_index: 4 }),
      whole({ type: "page_location", ...shared, start_page_number: 1, end_page_number: 2 }),
      whole({
        ...{ type: "search_result_location", cited_text: "", title: "Shoes", source: "https://shop.example/shoes" },
        ...{ search_result_index: 0, start_block_index: 0, end_block_index: 1 },
      }),
    ]);
    expect(citedBy(reply)).toEqual([
      ["plan", ["native"], 2],
      ["shoes", ["native"], 1],
    ]);
    expect(reply.body.marks).toMatchObject({ native: 3, native_unknown: 0 });
  });

  test("a document, a block and a search result that nobody sent are unknown; a page of the web is not judged", async () => {
    const prompt = await assemble("anthropic-messages");
    const nowhere = { cited_text: "", document_title: null, file_id: null };
    const reply = await answered(prompt, () => [
      whole({ type: "content_block_location", ...nowhere, document_index: 99, start_block_index: 0, end_block_index: 1 }),
      whole({
        ...{ type: "content_block_location", ...nowhere, document_index: placeOf(prompt, "log").document_index },
        ...{ start_block_index: 5, end_block_index: 6 },
      }),
      whole({
        ...{ type: "search_result_location", cited_text: "", title: null, source: "https://elsewhere.example" },
        ...{ search_result_index: 3, start_block_index: 0, end_block_index: 1 },
      }),
      whole({
        type: "web_search_result_location",
        cited_text: "",
        encrypted_index: "e",
        title: "News",
        url: "https://a.example",
      }),
    ]);
    expect(reply.body.marks).toMatchObject({ native: 4, native_unknown: 3 });
    expect(citedBy(reply)).toEqual([]);
    const codes = (reply.body.findings as readonly { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["nothing_cited", "cited_unknown"]));
  });
});

test("the instructions ask for labels only where the provider cites nothing itself", async () => {
  const [native, labels] = [await assemble("anthropic-messages"), await assemble("openai-chat")];
  expect(JSON.stringify(native.body.prompt)).toContain("in at most 250 words.");
  expect(JSON.stringify(native.body.prompt)).not.toContain("Cite the [label]");
  expect(JSON.stringify(labels.body.prompt)).toContain("in at most 250 words. Cite the [label] of each fact you use.");
  expect(labels.body.findings.map(({ code }: { code: string }) => code)).toContain("citations_as_labels");
});
