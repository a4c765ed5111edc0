/** Whose documents are whose: tenants, policies with folders of one name, and groups that come with the caller alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Permission, verifiedCaller } from "../../src/caller.ts";
import type { QuestionBody } from "../../src/service/service-types.ts";
import { callNow, type DocumentsService, FOLDER, policyFiles, startDocumentsService } from "../support/documents-service.ts";

const fees = (amount: number) => `# Fees\n\nThe otter fee is ${amount} euros.\n`;
const board = (acl: string, text: string) => `---\nacl: ${acl}\n---\n# Otter fee\n\nOtter fee: ${text}.\n`;
const forTenant = (tenant: string, files: ReturnType<typeof policyFiles>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('tenants: ["*"]', `tenants: [${tenant}]`)]));

let service: DocumentsService;
beforeAll(async () => {
  service = await startDocumentsService({
    ...forTenant("north", policyFiles("desk", FOLDER, { "documents/fees.md": fees(12) })),
    ...forTenant("south", policyFiles("shop", FOLDER, { "documents/fees.md": fees(13) })),
    ...policyFiles("shared", FOLDER.replace("tenant }", "acl }"), {
      "documents/board.md": board("{ groups: [board] }", "for the board"),
      "documents/annual.md": board("{ plans: [annual] }", "for annual plans"),
      "documents/nora.md": board("{ subjects: [nora] }", "for nora"),
      "documents/none.md": board("{}", "for nobody"),
      "documents/plain.md": fees(99),
    }),
  });
});
afterAll(() => service.close());

interface Who {
  readonly tenant?: string;
  readonly subject?: string;
  readonly groups?: readonly string[];
  readonly permissions?: readonly Permission[];
}

function ask({ tenant = "north", subject = "leo", groups = [], permissions = [] }: Who, body: Partial<QuestionBody>) {
  const caller = verifiedCaller({ tenant, subject, groups, permissions: new Set<Permission>(["assemble", ...permissions]) });
  return service.booted.service.assemble(caller, { subject, question: "How high is the otter fee?", ...body }, callNow());
}

const idsOf = ({ core }: Awaited<ReturnType<typeof ask>>) =>
  core.included.filter(({ kind }) => kind === "document").map(({ id }) => id.replace(/^handbook:|\.md#.*$/g, ""));

describe("tenants", () => {
  test("are answered from the folder of their own policy, whatever the folders are called", async () => {
    expect(JSON.stringify((await ask({ tenant: "north" }, { policy: "desk" })).prompt)).toContain("12 euros");
    expect(JSON.stringify((await ask({ tenant: "south" }, { policy: "shop" })).prompt)).toContain("13 euros");
    for (const [tenant, policy] of [
      ["north", "shop"],
      ["south", "desk"],
    ] as const) {
      await expect(ask({ tenant }, { policy })).rejects.toMatchObject({ code: "unknown_policy" });
    }
  });

  test("cannot read each other's manifests, and one folder has one digest for all", async () => {
    const north = await ask({ tenant: "north", subject: "nora" }, { policy: "shared" });
    const south = await ask({ tenant: "south", subject: "nora" }, { policy: "shared" });
    expect(north.core.retrieval[0]?.digest).toBe(south.core.retrieval[0]?.digest);
    const reader = (tenant: string) =>
      verifiedCaller({ tenant, subject: null, groups: [], permissions: new Set<Permission>(["explain", "any_subject"]) });
    const id = north.manifestId ?? "";
    expect((await service.booted.service.manifest(reader("north"), id)).core.context_hash).toBe(north.core.context_hash);
    await expect(service.booted.service.manifest(reader("south"), id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an acl source", () => {
  test("shows each document to whom it names, and one that names nobody to nobody", async () => {
    expect(idsOf(await ask({}, { policy: "shared" }))).toEqual([]);
    expect(idsOf(await ask({ groups: ["board"] }, { policy: "shared" }))).toEqual(["board"]);
    expect(idsOf(await ask({ subject: "nora" }, { policy: "shared" }))).toEqual(["nora"]);
    expect(idsOf(await ask({}, { policy: "shared", plan: "annual" }))).toEqual(["annual"]);
    expect(idsOf(await ask({ groups: ["board"], subject: "nora" }, { policy: "shared", plan: "annual" })).sort()).toEqual([
      "annual",
      "board",
      "nora",
    ]);
  });

  test("knows groups from the caller alone: a request cannot name them", async () => {
    const { status, body } = await service.ask("/assemble", {
      ...{ policy: "shared", subject: "leo", question: "How high is the otter fee?" },
      groups: ["board"],
    });
    expect([status, body.errors[0].pointer]).toEqual([400, "/groups"]);
  });

  test("counts for a caller as if the rest were not there", async () => {
    const one = await ask({ groups: ["board"] }, { policy: "shared" });
    expect(one.core.retrieval[0]).toMatchObject({ sections: 1, status: "found" });
    const none = await ask({}, { policy: "shared" });
    expect(none.core.retrieval[0]).toMatchObject({ sections: 0, status: "none_found", ranked: [] });
  });
});
