/** A full disk: writes are refused with the cause, reads and erasures go on, and room makes writing work again. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { callerOf, KEY, manifestOf, openTemporaryStore } from "../manifest-fixture.ts";

const AT = "2026-11-29T12:00:00.000Z";
const anna = callerOf("north");
const boris = callerOf("north", "boris");
/** As in production: more than the log grows to before it is written into the file. */
const RESERVE_BYTES = 8 * 1024 * 1024;
const full = { code: "audit_unavailable", cause: { code: "SQLITE_FULL" } };

/** Saves until there is no room. How many were saved. */
async function fill(store: Store, bytes: number): Promise<number> {
  for (let saved = 0; ; saved += 1) {
    const caller = saved % 2 === 0 ? anna : boris;
    const saving = store.save(caller, manifestOf(store, caller, `m-${saved}`, [`${saved} ${"x".repeat(bytes)}`]));
    const error = await saving.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) continue;
    expect(error).toMatchObject(full);
    return saved;
  }
}

async function expectErasable(store: Store, saved: number): Promise<void> {
  expect(store.healthy()).toBe(false);
  for (let at = 0; at < saved; at += 1) expect((await store.read(anna, `m-${at}`))?.envelope.manifest_id).toBe(`m-${at}`);
  expect((await store.erase(anna, AT)).counts.manifests).toBe(Math.ceil(saved / 2));
  await expect(store.read(anna, "m-0")).rejects.toMatchObject({ code: "erased" });
  expect((await store.read(boris, "m-1"))?.envelope.manifest_id).toBe("m-1");
  await store.save(boris, manifestOf(store, boris, "m-after", ["short"]));
  expect(store.healthy()).toBe(true);
}

test("at the most pages, a person can still be erased, which makes room", async () => {
  const { store } = await openTemporaryStore({ maxPages: 300 });
  const saved = await fill(store, 20_000);
  expect(saved).toBeGreaterThan(10);
  await expectErasable(store, saved);
});

test("at the most pages, an erasure in one batch with writes is done, and they are refused", async () => {
  const { store } = await openTemporaryStore({ maxPages: 300 });
  const saved = await fill(store, 20_000);
  const big = manifestOf(store, boris, "m-big", ["y".repeat(600_000)]);
  const [write, erasure] = await Promise.allSettled([store.save(boris, big), store.erase(anna, AT)]);
  expect(write).toMatchObject({ status: "rejected", reason: full });
  expect(erasure).toMatchObject({ value: { counts: { manifests: Math.ceil(saved / 2) } } });
});

describe("on a file system of 24 megabytes", () => {
  const MOUNT = join(temporaryMountFolder(), "disk");
  mkdirSync(MOUNT, { recursive: true });
  /** Needs the right to mount; where that is missing, only the limit of pages above is tested. */
  const canMount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", MOUNT]).status === 0;
  if (canMount) spawnSync("umount", [MOUNT]);

  function mounted(): string {
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", MOUNT]);
    onTestFinished(() => void spawnSync("umount", ["-l", MOUNT]));
    return join(MOUNT, "winnow.db");
  }

  test.skipIf(!canMount)("the reserve is given up for an erasure, and made again where there is room", async () => {
    const path = mounted();
    const store = await openSqliteStore({ path, hashKey: KEY, version: "test", reserveBytes: RESERVE_BYTES });
    onTestFinished(() => store.close());
    const saved = await fill(store, 200_000);
    expect(saved).toBeGreaterThan(5);
    fillDisk();
    expect(existsSync(`${path}.reserve`)).toBe(true);
    await expectErasable(store, saved);
    rmSync(join(MOUNT, "other"));
    await store.erase(boris, AT);
    expect(existsSync(`${path}.reserve`)).toBe(true);
  });

  test.skipIf(!canMount)("a process that starts on a full disk reads and erases too", async () => {
    const path = mounted();
    const first = await openSqliteStore({ path, hashKey: KEY, version: "test", reserveBytes: RESERVE_BYTES });
    const saved = await fill(first, 200_000);
    await first.close();
    fillDisk();
    const store = await openSqliteStore({ path, hashKey: KEY, version: "test", reserveBytes: RESERVE_BYTES });
    onTestFinished(() => store.close());
    expect((await store.read(anna, "m-0"))?.envelope.manifest_id).toBe("m-0");
    expect((await store.erase(anna, AT)).counts.manifests).toBe(Math.ceil(saved / 2));
  });

  /** Another program takes what is left. */
  function fillDisk(): void {
    const { bavail, bsize } = statfsSync(MOUNT);
    writeFileSync(join(MOUNT, "other"), Buffer.alloc(Number(bavail) * Number(bsize), 1));
    expect(statfsSync(MOUNT).bavail).toBe(0);
  }
});

/** For the whole file: whether mounting works is asked before any test runs. */
function temporaryMountFolder(): string {
  const folder = join(process.env["TMPDIR"] ?? "/tmp", `winnow-disk-${process.pid}`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
