/** `GET /manifests/{id}` and `GET /policies`: what is stored and what is loaded, to those it belongs to. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Manifest } from "../../src/http/wire/manifest.ts";
import { PolicyDetail, PolicyList } from "../../src/http/wire/policy.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, problemOf } from "./ask.ts";
import { MANIFEST_ID, STORED } from "./canned-answer.ts";
import { ADDRESS, HEADER_SECRET, policy, snapshotOf } from "./canned-policy.ts";

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.app.close());

describe("GET /manifests/{id}", () => {
  it("gives the record as it was stored", async () => {
    const reply = await get(test.app, `/manifests/${MANIFEST_ID}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.json()).toEqual(STORED);
    Manifest.parse(reply.json());
  });

  it("gives a record of an older version whole", async () => {
    const { budget: _, ...older } = STORED.core;
    const record = { ...STORED, core: { ...older, former_field: 1 } } as unknown as typeof STORED;
    const old = await buildTestApp({ service: { manifest: async () => record } });
    expect((await get(old.app, "/manifests/m1")).json()).toEqual(record);
    await old.app.close();
  });

  it("answers an unknown id with not_found", async () => {
    expect(problemOf(await get(test.app, "/manifests/unknown")).code).toBe("not_found");
  });
});

describe("GET /policies", () => {
  it("lists the policies of the caller's tenant by name, with what the check found", async () => {
    const list = PolicyList.parse((await get(test.app, "/policies")).json());
    expect(list.items.map(({ name }) => name)).toEqual(["coaching", "support"]);
    expect(list.items[0]?.findings).toEqual([expect.objectContaining({ code: "plan_never_binds" })]);
    expect(list).toMatchObject({ next_cursor: null, snapshot: `sha256:${"99".repeat(32)}` });
  });

  it("shows another tenant its own, and a policy without tenants to nobody", async () => {
    const other = await buildTestApp({ tenant: "other" });
    expect((await get(other.app, "/policies")).json().items.map(({ name }: { name: string }) => name)).toEqual([
      "coaching",
      "theirs",
    ]);
    for (const name of ["support", "nobodys", "unknown"]) {
      const problem = problemOf(await get(other.app, `/policies/${name}`));
      expect(problem).toMatchObject({ code: "not_found", detail: "No such policy is loaded. GET /policies lists them." });
    }
    await other.app.close();
  });

  it("pages through all of them, each once", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `p${index}`);
    const many = await buildTestApp({ service: { snapshot: () => snapshotOf(...names.map((name) => policy(name, ["*"]))) } });
    for (const limit of [1, 3, 6, 7, 8, 200]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? `limit=${limit}` : `limit=${limit}&cursor=${cursor}`;
        const page = PolicyList.parse((await get(many.app, `/policies?${query}`)).json());
        expect(page.items.length).toBeGreaterThan(0);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(names);
    }
    await many.app.close();
  });

  it.each([["0"], ["-1"], ["201"], ["1e9"], [""], ["abc"], ["1.5"], ["%201"], ["99999999999"]])(
    "refuses limit=%s",
    async (limit) => {
      const problem = problemOf(await get(test.app, `/policies?limit=${limit}`));
      expect(problem).toMatchObject({
        code: "invalid_request",
        errors: [{ parameter: "limit", expected: "a whole number from 1 to 200" }],
      });
    },
  );

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  it.each([
    ["x"],
    [""],
    [cursor([1, "manifests", "coaching"])],
    [cursor([2, "policies", "coaching"])],
    [cursor([1, "policies", 5])],
    [cursor([1, "policies", "coaching", 1])],
    [cursor({})],
    [`${cursor([1, "policies", "coaching"])}A`],
  ])("refuses the forged cursor %j", async (forged) => {
    expect(problemOf(await get(test.app, `/policies?cursor=${forged}`))).toMatchObject({
      code: "invalid_cursor",
      errors: [{ parameter: "cursor" }],
    });
  });
});

describe("GET /policies/{name}", () => {
  it("shows how the policy decides, in the units of its files", async () => {
    const detail = PolicyDetail.parse((await get(test.app, "/policies/coaching")).json());
    expect(detail).toMatchObject({
      name: "coaching",
      routing: { threshold: 1, margin: 1.5, fallback: "training" },
      plans: [{ name: "free", secondary_tokens: 50 }],
      intents: [{ name: "training", primary: ["readiness_training"], max_words: 250 }],
      sources: [{ name: "readiness", required: false, timeout_ms: 400 }],
      files: ["intents.yaml", "policy.yaml"],
    });
  });

  it("shows neither addresses nor credentials of sources", async () => {
    const { body } = await get(test.app, "/policies/coaching");
    expect(body).not.toContain(HEADER_SECRET);
    expect(body).not.toContain(ADDRESS);
  });
});

describe("GET /manifests", () => {
  it.each(["variant", "shadow"])("refuses a %s that has not the form of one, and names the parameter", async (parameter) => {
    for (const value of ["order", "order=", "=tiny", "order%3Dtiny%3Dtwo", "Order%3Dtiny", "order:tiny"]) {
      expect(problemOf(await get(test.app, `/manifests?${parameter}=${value}`)), value).toMatchObject({
        code: "invalid_request",
        errors: [{ parameter, expected: "a variant as experiment=variant, both in small letters, digits and _" }],
      });
    }
    expect((await get(test.app, `/manifests?${parameter}=order=tiny`)).statusCode).toBe(200);
  });
});

describe("GET /manifests/{id}/shadows", () => {
  it("answers 500 for a stored result that is none, and shows nothing of it", async () => {
    const stored = { experiment: "order", variant: "tiny", computed_at: "2026-11-29T09:30:00.260Z" };
    const damaged = async () => [{ ...stored, result: { first: "pack", changes: "canary" } }];
    const other = await buildTestApp({ records: { shadows: damaged } });
    const reply = await get(other.app, `/manifests/${MANIFEST_ID}/shadows`);
    expect(problemOf(reply).code).toBe("internal");
    expect(reply.body).not.toContain("canary");
    await other.app.close();
  });
});
