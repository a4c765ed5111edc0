/** Who may call what: each route names its permission, and without it nothing is looked up. */
import { fastify } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { PERMISSIONS, type Permission } from "../../src/caller.ts";
import { AppError } from "../../src/errors.ts";
import { authenticateBy, guardRoutes } from "../../src/http/auth.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, post, problemOf, QUESTION } from "./ask.ts";
import { MANIFEST_ID } from "./canned-answer.ts";

const ROUTES = [
  ["POST", "/assemble", "assemble", QUESTION],
  ["POST", "/explain", "explain", QUESTION],
  ["GET", "/explain?subject=a&question=b", "explain"],
  ["GET", `/manifests/${MANIFEST_ID}`, "explain"],
  ["GET", "/manifests", "explain"],
  ["GET", `/manifests/${MANIFEST_ID}/prompt?reason=audit`, "reveal"],
  ["GET", `/manifests/${MANIFEST_ID}/export`, "explain"],
  ["POST", `/manifests/${MANIFEST_ID}/replay`, "explain", {}],
  ["POST", `/manifests/${MANIFEST_ID}/ablate`, "explain", { by: "kind" }],
  ["GET", `/manifests/${MANIFEST_ID}/diff?against=other`, "explain"],
  ["GET", `/manifests/${MANIFEST_ID}/shadows`, "explain"],
  ["PUT", `/manifests/${MANIFEST_ID}/answer`, "assemble", { text: "Rest." }],
  ["GET", `/manifests/${MANIFEST_ID}/answer`, "explain"],
  ["POST", "/memory", "memory", { subject: "athlete-17", statement: "Lives in Kyiv.", origin: "explicit" }],
  ["GET", "/memory?subject=athlete-17", "memory"],
  ["DELETE", `/memory/${MANIFEST_ID}`, "memory"],
  ["DELETE", "/subjects/athlete-17", "erase"],
  ["GET", "/subjects/athlete-17/export?reason=asked", "reveal"],
  ["GET", "/policies", "explain"],
  ["GET", "/policies/coaching", "explain"],
] as const;
const OPEN = ["/health/live", "/health/ready", "/metrics", "/openapi.json", "/problems/not_found", "/docs/", "/docs/json"];

const without = (permission: Permission) => PERMISSIONS.filter((other) => other !== permission);

describe("permissions", () => {
  /** One application for each set of permissions. */
  const apps = new Map<string, TestApp>();
  afterAll(() => Promise.all([...apps.values()].map(({ app }) => app.close())));
  async function appOf(permissions: readonly Permission[]): Promise<TestApp> {
    const key = permissions.join();
    const test = apps.get(key) ?? (await buildTestApp({ permissions }));
    apps.set(key, test);
    return test;
  }

  it.each(ROUTES)("%s %s needs %s and no other", async (method, url, permission, payload?: object) => {
    const ask = { method, url, ...(payload !== undefined && { payload }) };
    expect((await (await appOf([permission])).app.inject(ask)).statusCode).toBe(200);
    for (const permissions of [without(permission), []]) {
      const test = await appOf(permissions);
      const before = test.service.seen.length;
      const problem = problemOf(await test.app.inject(ask));
      expect(problem).toMatchObject({ code: "forbidden", detail: `This needs the permission ${permission}.` });
      expect(test.service.seen.length).toBe(before);
    }
  });

  it("refuses before the body is read", async () => {
    const test = await buildTestApp({ permissions: [] });
    expect(problemOf(await post(test.app, "/assemble", "{not json")).code).toBe("forbidden");
    await test.app.close();
  });

  it("lets everybody see health and documentation, without asking who it is", async () => {
    const test = await buildTestApp({ permissions: [] });
    for (const url of OPEN) expect((await get(test.app, url)).statusCode).toBe(200);
    await test.app.close();
  });

  it("wants the explain permission for a time of one's own", async () => {
    const test = await buildTestApp({ permissions: ["assemble"] });
    expect((await post(test.app, "/assemble", QUESTION)).statusCode).toBe(200);
    const reply = await post(test.app, "/assemble", { ...QUESTION, at: "2026-11-29T09:30:00Z" });
    expect(problemOf(reply)).toMatchObject({
      code: "forbidden",
      errors: [{ pointer: "/at", message: "needs the permission explain" }],
    });
    expect(test.service.seen).toHaveLength(1);
    await test.app.close();
  });

  it("gives the verified caller to the service, and nothing that a header claims", async () => {
    const test = await buildTestApp({ tenant: "acme", permissions: ["assemble"] });
    await post(test.app, "/assemble", QUESTION, { "x-tenant": "other", "x-user-id": "root", "x-forwarded-for": "1.2.3.4" });
    expect(test.service.seen[0]?.caller).toEqual({
      tenant: "acme",
      subject: null,
      groups: [],
      permissions: new Set(["assemble"]),
    });
    await test.app.close();
  });

  it("gives everybody everything with AUTH=off, in one tenant", () => {
    expect(authenticateBy.off()).toEqual({
      tenant: "default",
      subject: null,
      groups: [],
      permissions: new Set(PERMISSIONS),
    });
  });
});

describe("a route without a permission", () => {
  it("is not registered", () => {
    const app = fastify();
    guardRoutes(app, (url) => url === "/open");
    expect(() => app.get("/secret", () => "")).toThrow("route GET /secret names no permission");
    expect(() => app.get("/named", { config: { access: "admin" } }, () => "")).not.toThrow();
    expect(() => app.get("/open", () => "")).not.toThrow();
  });

  it("does not exist: what is open is listed here", async () => {
    const test = await buildTestApp({ permissions: [] });
    const urls = Object.keys((await get(test.app, "/openapi.json")).json().paths);
    const guarded = ROUTES.map(([, url]) => url.replace(MANIFEST_ID, "{id}").replace("athlete-17", "{subject}").split("?")[0]);
    for (const url of urls) {
      const known = [...OPEN, ...guarded, "/policies/{name}", "/problems/{code}"];
      expect(known).toContain(url);
    }
    await test.app.close();
  });
});

describe("the error of an authenticator", () => {
  it("is answered as it is", async () => {
    const test = await buildTestApp({
      authenticate: () => {
        throw new AppError("forbidden", "Not from this address.");
      },
    });
    expect(problemOf(await post(test.app, "/assemble", QUESTION)).detail).toBe("Not from this address.");
    await test.app.close();
  });

  it("is hidden where it is not one of ours", async () => {
    const test = await buildTestApp({ authenticate: () => Promise.reject(new Error("canary")) });
    const reply = await post(test.app, "/assemble", QUESTION);
    expect(problemOf(reply).code).toBe("internal");
    expect(reply.body + JSON.stringify(test.lines)).not.toContain("canary");
    await test.app.close();
  });
});
