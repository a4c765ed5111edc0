/** Who may erase and export whom, and what a stream that fails looks like. */
import { expect, test } from "vitest";
import { type Permission, verifiedCaller } from "../../src/caller.ts";
import { AppError } from "../../src/errors.ts";
import { createPeople } from "../../src/service/people.ts";
import type { PersonRecord } from "../../src/store/people-store.ts";
import { buildTestApp } from "../support/build-app.ts";
import { get, problemOf } from "./ask.ts";

const noted: string[] = [];

const peopleOf = (records: () => AsyncIterable<PersonRecord>) =>
  createPeople({
    store: {
      erase: async () => ({ receipt_id: "r", erased_at: "2026-11-29T09:30:00Z", counts: COUNTS }),
      exportPerson: records,
      noteView: async (_caller, { manifest_id }) => {
        if (manifest_id === "swept") throw new AppError("not_found", "gone");
        noted.push(manifest_id);
      },
    },
    answers: { forget: () => 5 },
    decisions: { forget: () => {} },
    now: () => 0,
  });
const COUNTS = { manifests: 1, answers: 2, texts: 3, memories: 4 };

async function* nothing(): AsyncGenerator<PersonRecord> {}

const appFor = (permissions: readonly Permission[], records = nothing) =>
  buildTestApp({
    people: peopleOf(records),
    authenticate: () => verifiedCaller({ tenant: "north", subject: "maya", groups: [], permissions: new Set(permissions) }),
  });

test("oneself with the permission alone, others with any_subject", async () => {
  const { app } = await appFor(["erase", "reveal"]);
  const own = await app.inject({ method: "DELETE", url: "/subjects/maya" });
  expect(own.json()).toMatchObject({ counts: { ...COUNTS, cached: 5 } });
  const strange = await app.inject({ method: "DELETE", url: "/subjects/boris" });
  expect(problemOf(strange)).toMatchObject({
    code: "forbidden",
    detail: "Asking about this subject needs the permission any_subject.",
  });
  expect(problemOf(await get(app, "/subjects/boris/export?reason=a")).code).toBe("forbidden");
  expect((await get(app, "/subjects/maya/export?reason=a")).body).toBe('{"kind":"end","id":"0","body":null}\n');
  await app.close();
});

test("a failure before the first record is a problem; after it the body has no end", async () => {
  const failing = (before: readonly PersonRecord[]) =>
    async function* (): AsyncGenerator<PersonRecord> {
      yield* before;
      throw new AppError("store_unavailable", "The database did not answer.", { retryAfterSeconds: 1 });
    };
  const early = await appFor(["reveal"], failing([]));
  expect(problemOf(await get(early.app, "/subjects/maya/export?reason=a")).code).toBe("store_unavailable");
  await early.app.close();
  const fifty = Array.from({ length: 50 }, (_, at) => ({ kind: "text" as const, id: `t-${at}`, body: "x" }));
  const late = await appFor(["reveal"], failing(fifty));
  const reply = await get(late.app, "/subjects/maya/export?reason=a").then(
    ({ body }) => body,
    () => "",
  );
  expect(reply).not.toContain('"kind":"end"');
  await late.app.close();
});

test("a manifest whose view cannot be noted is not shown", async () => {
  const records = async function* (): AsyncGenerator<PersonRecord> {
    yield { kind: "view", id: "kept", body: {} };
    for (const id of ["kept", "swept"]) yield { kind: "manifest", id, body: { inputs: { sources: [], denied: ["d"] } } };
    yield { kind: "answer", id: "swept", body: {} };
  };
  const { app } = await appFor(["reveal"], records);
  noted.length = 0;
  const lines = (await get(app, "/subjects/maya/export?reason=a")).body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { kind: "view", id: "kept", body: {} },
    { kind: "manifest", id: "kept", body: { inputs: { sources: [] } } },
    { kind: "end", id: "2", body: null },
  ]);
  expect(noted).toEqual(["kept"]);
  await app.close();
});
