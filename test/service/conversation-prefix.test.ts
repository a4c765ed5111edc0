/** What an answer says of the prompt before in its conversation, over real HTTP, with a real store. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startWholeService, type WholeService } from "../support/whole-service.ts";

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.close());

const QUESTION = "Should I train through this pain?";
const body = (conversation: string | undefined, more: object = {}) => ({
  ...{ policy: "coaching", subject: "maya", question: QUESTION, conversation, at: "2026-03-10T09:00:00+02:00" },
  ...more,
});
const assemble = async (...given: Parameters<typeof body>): Promise<Reply> => {
  const reply = await service.ask("/assemble", body(...given));
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const TOOLS = [{ name: "training_log", parameters: { type: "object" } }];

describe("the prefix of a conversation", () => {
  test("the first prompt has nothing before it; the second names it, what is common and where they differ", async () => {
    const first = await assemble("c1");
    expect(first.body.prefix).toEqual({ previous: null, common: null, differs: null });
    const second = await assemble("c1", { question: "Should I train through this pain tomorrow?" });
    const { prefix, zones } = second.body;
    expect(prefix.previous).toBe(first.body.manifest_id);
    expect(prefix.common.tokens).toBeGreaterThanOrEqual(zones[0].tokens - 8);
    expect(prefix.differs.now).toHaveProperty("kind");
    expect(second.body.findings.map(({ code }: { code: string }) => code)).not.toContain("conversation_prefix_lost");
  });

  test("is recorded in the envelope, with the core as it is without a conversation", async () => {
    await assemble("c2");
    const second = await assemble("c2");
    const alone = await assemble(undefined);
    const { body: manifest } = await service.get(`/manifests/${second.body.manifest_id}`);
    expect(manifest.envelope.prefix).toEqual({ ...second.body.prefix, findings: [] });
    expect(second.body.prefix.differs).toBeNull();
    expect(second.body.context_hash).toBe(alone.body.context_hash);
    expect(alone.body.prefix.previous).toBeNull();
    expect(manifest.core.blocks[0]).toMatchObject({ id: "system", zone: "shared" });
  });

  test("a lost beginning is a finding of the answer and of the record", async () => {
    await assemble("c3");
    const second = await assemble("c3", { tools: TOOLS });
    const code = "conversation_prefix_lost";
    expect(second.body.findings.filter((one: { code: string }) => one.code === code)).toHaveLength(1);
    expect(second.body.prefix).toMatchObject({
      common: { blocks: 0 },
      differs: { now: { id: "tools" }, before: { id: "system" } },
    });
    const { body: manifest } = await service.get(`/manifests/${second.body.manifest_id}`);
    expect(manifest.envelope.prefix.findings.map((one: { code: string }) => one.code)).toEqual([code]);
    expect(manifest.core.findings.map((one: { code: string }) => one.code)).not.toContain(code);
    const { body: list } = await service.get(`/manifests?finding=${code}`);
    expect(list.items.map((one: { manifest_id: string }) => one.manifest_id)).toEqual([second.body.manifest_id]);
    expect((await service.get("/metrics")).text).toContain('winnow_prefix_changes_total{what="conversation"} 1\n');
  });

  test("belongs to one person: another's conversation of that name is another", async () => {
    await assemble("c4");
    const other = await assemble("c4", { subject: "jonas" });
    expect(other.body.prefix.previous).toBeNull();
  });

  test("an explanation compares as the answer would, and writes nothing", async () => {
    const first = await assemble("c5");
    const explained = await service.ask("/explain", body("c5"));
    expect(explained.body.prefix.previous).toBe(first.body.manifest_id);
    const second = await assemble("c5");
    expect(second.body.prefix).toEqual(explained.body.prefix);
  });
});
