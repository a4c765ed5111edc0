/** Health: answered from memory, for probes that send whatever they send. */
import { describe, expect, it } from "vitest";
import { buildTestApp } from "../support/build-app.ts";
import { get, problemOf } from "./ask.ts";

describe("health", () => {
  it("lives, and is ready with its checks", async () => {
    const { app } = await buildTestApp();
    expect((await get(app, "/health/live")).json()).toEqual({ status: "live" });
    expect((await get(app, "/health/ready")).json()).toEqual({ status: "ready", checks: { store: true, policies: true } });
    await app.close();
  });

  it("takes whatever a probe adds to the address", async () => {
    const { app } = await buildTestApp();
    for (const path of ["live", "ready"]) expect((await get(app, `/health/${path}?ts=1&ts=2`)).statusCode).toBe(200);
    await app.close();
  });

  it.each([
    [{ store: false, policies: true }, "audit_unavailable", "Not ready: store."],
    [{ store: true, accepting: false }, "shutting_down", "Not ready: accepting."],
    [{}, "audit_unavailable", "Not ready: starting."],
  ])("is not ready with %j, and still lives", async (checks, code, detail) => {
    const { app } = await buildTestApp({ readiness: () => ({ ready: false, checks }) });
    const reply = await get(app, "/health/ready");
    expect(problemOf(reply)).toMatchObject({ status: 503, code, detail, checks });
    expect(reply.headers["retry-after"]).toBe("5");
    expect((await get(app, "/health/live")).statusCode).toBe(200);
    await app.close();
  });
});
