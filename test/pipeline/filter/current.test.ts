/** Promise 7: what is superseded, expired or not yet in force, by key or explicit link and never by likeness. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Dated, faultsOf, newestOfKey, supersedesCycle } from "../../../src/pipeline/filter/current.ts";
import { compareVersions, readVersion } from "../../../src/text/versions/versions.ts";
import { cpuWatch } from "../../support/cpu-watch.ts";

const item = (id: string, parts: Partial<Omit<Dated, "id">> = {}): Dated => ({
  id,
  key: null,
  version: null,
  supersedes: [],
  effectiveFromMs: null,
  effectiveToMs: null,
  publishedAtMs: null,
  ...parts,
});
const NOW = 1_000;
const faults = (items: readonly Dated[], asOfMs = NOW) => Object.fromEntries(faultsOf(items, asOfMs));
const by = (id: string) => ({ reason: "superseded", by: id });
const refund = (id: string, version: string | null, parts: Partial<Dated> = {}) => item(id, { key: "refund", version, ...parts });

describe("an item's own dates", () => {
  test.each([
    ["one before its start", { effectiveFromMs: NOW + 1 }, { reason: "not_yet_effective", at: NOW + 1 }],
    ["at its start", { effectiveFromMs: NOW }, undefined],
    ["one before its end", { effectiveToMs: NOW + 1 }, undefined],
    ["at its end", { effectiveToMs: NOW }, { reason: "expired", at: NOW }],
    ["without dates", {}, undefined],
  ])("%s", (_when, dates, fault) => {
    expect(faults([item("a", dates)])["a"]).toEqual(fault);
  });

  test("a stretch that ends before it begins was over before it would begin", () => {
    expect(faults([item("a", { effectiveFromMs: NOW + 9, effectiveToMs: NOW })])).toEqual({ a: { reason: "expired", at: NOW } });
  });
});

describe("versions of one key", () => {
  test.each([
    ["v2", "v10"],
    ["2", "v10"],
    ["1.9", "1.10"],
    ["1.9", "1.9.1"],
    ["2025-12-31", "2026-01-01"],
    ["2026-01-01", "2026-01-01T08:00:00Z"],
    ["2025-Q4", "2026-Q1"],
    ["2.0-beta", "2.0"],
    ["2.0-beta.2", "2.0-rc.1"],
    ["1.0", "1.0a"],
    ["Rev A", "Rev B"],
    ["edition 9", "edition 10"],
    ["31.03.2025", "01.04.2025"],
    ["31.12.2024", "1.1.2025"],
    ["31/03/2025", "13/04/2025"],
    ["03/31/2025", "04/13/2025"],
    ["31-03-2025", "13-04-2025"],
    ["31.03.2025 10:00", "31.03.2025 11:30"],
    ["12/2024", "01/2025"],
    ["12-2024", "1-2025"],
    ["Q4 2024", "Q1 2025"],
    ["Q4/2024", "Q1/2025"],
    ["KW 52 2024", "KW 1 2025"],
    ["Stand 12.2024", "Stand 1.2025"],
    ["Stand 31.12.2024", "Stand 01.01.2025"],
    ["T4 2024", "T1 2025"],
    ["1.2.3", "1.10.2"],
    ["10.0.19045", "10.0.22000"],
    ["99999999999999999998", "99999999999999999999"],
  ])("%s gives way to %s", (older, newer) => {
    expect(faults([refund("old", older), refund("new", newer)])).toEqual({ old: by("new") });
    expect(faults([refund("z", older), refund("a", newer)])).toEqual({ z: by("a") });
  });

  test.each([
    ["v2", "v2"],
    ["v2", "2.0"],
    ["summer 2025", "winter 2026"],
    ["2026-Q1", "2026-05"],
    ["7e3a912", "b81c04d"],
    ["draft", "final"],
    ["spring", "sprinh"],
    ["Ⅴ²!", "?"],
    ["31/03/2025", "01/04/2025"],
    ["v12-2024", "v1-2025"],
    ["v12.2024", "v2.2023"],
    ["v1.10.2023", "v1.2.2024"],
    ["31.12.24", "01.01.25"],
    ["31/12/24", "01/01/25"],
    ["12/24", "01/25"],
    ["Q4 24", "Q1 25"],
    ["KW 52-24", "KW 1-25"],
    ["12/2024", "31.12.2024"],
  ])("%s and %s both stay, whatever their dates", (one, other) => {
    const items = [refund("a", one, { effectiveFromMs: 1 }), refund("b", other, { effectiveFromMs: 2 })];
    expect(faults(items)).toEqual({});
    expect(newestOfKey(items, faultsOf(items, NOW))).toEqual(new Set(["a", "b"]));
  });

  test("reading a hostile version takes no time", () => {
    const took = cpuWatch();
    for (const unit of ["a", "a.", "1.", "1t", ".", "a1"]) readVersion(`${unit.repeat(40)}!`);
    expect(took()).toBeLessThan(200);
  });

  test("the order of versions of a family is total", () => {
    const text = fc.stringMatching(/^v?[0-9]{1,2}([.-][0-9]{1,2}){0,2}[ab]?(-(alpha|beta|rc)[0-9]?)?$/);
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const [a, b, c] = [readVersion(one), readVersion(two), readVersion(three)];
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test("a version that is not in force yet replaces nothing", () => {
    expect(faults([refund("v1", "1"), refund("v2", "2", { effectiveFromMs: NOW + 1 })])).toEqual({
      v2: { reason: "not_yet_effective", at: NOW + 1 },
    });
  });

  test("an older version is not revived because the newest expired", () => {
    expect(faults([refund("v1", "1"), refund("v2", "2", { effectiveToMs: NOW })])).toEqual({
      v1: by("v2"),
      v2: { reason: "expired", at: NOW },
    });
  });

  test("a version that was planned and overtaken is superseded", () => {
    expect(faults([refund("v2", "2", { effectiveFromMs: NOW + 1 }), refund("v3", "3")])).toEqual({ v2: by("v3") });
  });

  test("parts of one version stay together, and each part of the older goes", () => {
    const items = [refund("1#a", "1"), refund("1#b", "1"), refund("2#a", "2"), refund("2#b", "2")];
    expect(faults(items)).toEqual({ "1#a": by("2#a"), "1#b": by("2#a") });
    expect(newestOfKey(items, faultsOf(items, NOW))).toEqual(new Set(["2#a", "2#b"]));
  });

  test("the same version under another key is another matter", () => {
    expect(faults([item("a", { key: "x", version: "1" }), item("b", { key: "y", version: "2" })])).toEqual({});
  });
});

describe("a key without versions", () => {
  test("orders statements by publication: the newer of two values for one thing is current", () => {
    const diet = (id: string, publishedAtMs: number | null) => item(id, { key: "user.diet", publishedAtMs });
    expect(faults([diet("june", 600), diet("january", 100)])).toEqual({ january: by("june") });
    expect(faults([diet("june", 600), diet("undated", null)])).toEqual({});
  });

  test("orders by the start before the publication", () => {
    const early = refund("early", null, { effectiveFromMs: 5, publishedAtMs: 9 });
    const late = refund("late", null, { effectiveFromMs: 6, publishedAtMs: 2 });
    expect(faults([early, late])).toEqual({ early: by("late") });
    expect(faults([early, { ...early, id: "again", publishedAtMs: 10 }])).toEqual({ early: by("again") });
    expect(faults([early, { ...early, id: "again", publishedAtMs: null }])).toEqual({});
  });

  test("gives way to a version that started later, and never replaces one", () => {
    const bare = refund("bare", null, { publishedAtMs: 5 });
    expect(faults([bare, refund("v2", "2", { effectiveFromMs: 6 })])).toEqual({ bare: by("v2") });
    expect(faults([bare, refund("v2", "2", { effectiveFromMs: 4 })])).toEqual({});
  });
});

describe("links", () => {
  test("go by id and by key and version, across keys", () => {
    const items = [
      refund("r1", "1"),
      item("faq"),
      item("returns", { key: "returns", supersedes: ["faq", "refund@1", "unknown", "refund@9"] }),
    ];
    expect(faults(items)).toEqual({ r1: by("returns"), faq: by("returns") });
  });

  test.each([
    ["k@1", "v1"],
    ["k@1.0", "1"],
    ["k@v1", "version 1.0"],
    ["k@31.03.2025", "31-03-2025"],
    ["k@1@2", "1@2"],
    ["k@summer", "Summer"],
  ])("mean a version however it is written: %s is %s", (link, version) => {
    const items = [item("old", { key: "k", version }), item("new", { supersedes: [link] })];
    expect(faults(items)).toEqual({ old: by("new") });
  });

  test.each([
    ["k@1", "1.1"],
    ["k@1", "1-beta"],
    ["k@1", "edition 1"],
    ["k", "1"],
    ["@1", "1"],
  ])("mean no other version: %s is not %s", (link, version) => {
    expect(faults([item("old", { key: "k", version }), item("new", { supersedes: [link] })])).toEqual({});
  });

  test("count once their item has begun, also when it has expired since", () => {
    const link = { supersedes: ["a"] };
    expect(faults([item("a"), item("b", { ...link, effectiveFromMs: NOW + 1 })])["a"]).toBeUndefined();
    expect(faults([item("a"), item("b", { ...link, effectiveFromMs: NOW })])["a"]).toEqual(by("b"));
    expect(faults([item("a"), item("b", { ...link, effectiveToMs: NOW })])["a"]).toEqual(by("b"));
  });

  test("an item that is not among the items has no effect", () => {
    const [a, b] = [item("a"), item("b", { supersedes: ["a"] })];
    expect(faults([a, b])).toEqual({ a: by("b") });
    expect(faults([a])).toEqual({});
  });

  test("name the end of a chain that is in force, else the nearest", () => {
    const [a, b] = [item("a"), item("b", { supersedes: ["a"] })];
    const c = item("c", { supersedes: ["b"] });
    expect(faults([a, b, c])).toEqual({ a: by("c"), b: by("c") });
    expect(faults([a, b, { ...c, effectiveToMs: NOW }])).toMatchObject({ a: by("b"), b: by("c") });
    expect(faults([a, b, { ...c, effectiveFromMs: NOW + 1 }])).toMatchObject({ a: by("b"), c: { reason: "not_yet_effective" } });
  });

  test("chains cross keys and links", () => {
    const items = [refund("r1", "1"), refund("r2", "2"), item("returns", { supersedes: ["refund@2"] })];
    expect(faults(items)).toEqual({ r1: by("returns"), r2: by("returns") });
  });

  test("superseded is told before expired, and before not yet in force", () => {
    const old = { effectiveToMs: 1 };
    expect(faults([refund("v1", "1", old), refund("v2", "2")])["v1"]).toEqual(by("v2"));
  });
});

describe("cycles", () => {
  const link = (id: string, ...supersedes: string[]) => item(id, { supersedes });

  test("of links are found, the smallest id first, each replacing the next", () => {
    expect(supersedesCycle([link("c", "a"), link("b", "c"), link("a", "b"), link("x", "a")])).toEqual(["a", "b", "c"]);
    expect(supersedesCycle([link("a", "b"), link("b", "c"), link("c")])).toBeNull();
  });

  test("of one item are found, by id and by its own key and version", () => {
    expect(supersedesCycle([link("a", "a")])).toEqual(["a"]);
    expect(supersedesCycle([refund("r", "1", { supersedes: ["refund@1"] })])).toEqual(["r"]);
  });

  test("of a link against the order of versions or dates are found", () => {
    expect(supersedesCycle([refund("r1", "1", { supersedes: ["refund@3"] }), refund("r3", "3")])).toEqual(["r1", "r3"]);
    const diet = (id: string, publishedAtMs: number, supersedes: string[] = []) =>
      item(id, { key: "diet", publishedAtMs, supersedes });
    expect(supersedesCycle([diet("old", 1, ["new"]), diet("new", 2)])).toEqual(["new", "old"]);
  });

  test("across two keys are found; a link down to the older version of another key is none", () => {
    const a = (version: string, ...supersedes: string[]) => item(`a${version}`, { key: "a", version, supersedes });
    const b = (version: string, ...supersedes: string[]) => item(`b${version}`, { key: "b", version, supersedes });
    expect(supersedesCycle([a("1"), a("2", "b2"), b("1", "a1"), b("2")])).toBeNull();
    expect(supersedesCycle([a("2", "b2"), a("3"), b("1", "a3"), b("2")])).toEqual(["a2", "b2", "b1", "a3"]);
  });

  test("faults come to an end on them all the same", () => {
    expect(faults([link("a", "b"), link("b", "a"), link("c", "c")])).toEqual({ a: by("b"), b: by("a") });
  });
});

const small = fc.integer({ min: 0, max: 6 });
const someItems: fc.Arbitrary<readonly Dated[]> = fc
  .array(
    fc.record({
      key: fc.constantFrom(null, "k", "l"),
      version: fc.constantFrom(null, "1", "v2", "10", "spring", "2-rc"),
      supersedes: fc.array(fc.constantFrom("i0", "i1", "i2", "i3", "k@1", "l@10", "gone"), { maxLength: 2 }),
      effectiveFromMs: fc.option(small),
      effectiveToMs: fc.option(small),
      publishedAtMs: fc.option(small),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((parts, index) => ({ ...parts, id: `i${index}` })));

describe("for any items", () => {
  test("the order of the items changes nothing", () => {
    const shuffled = someItems.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray([...items], { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, small, ([items, other], asOfMs) => {
        expect(faults(other, asOfMs)).toEqual(faults(items, asOfMs));
        expect(supersedesCycle(other)).toEqual(supersedesCycle(items));
      }),
    );
  });

  test("what replaces an item is another item, and one that has begun", () => {
    fc.assert(
      fc.property(someItems, small, (items, asOfMs) => {
        const found = faultsOf(items, asOfMs);
        for (const [id, fault] of found) {
          if (fault.reason !== "superseded") continue;
          expect(fault.by).not.toBe(id);
          const replacement = items.find((one) => one.id === fault.by);
          expect(replacement?.effectiveFromMs ?? 0).toBeLessThanOrEqual(asOfMs);
        }
      }),
    );
  });

  test("a later instant never lifts a supersession, and without a cycle something stays", () => {
    fc.assert(
      fc.property(someItems, small, (items, asOfMs) => {
        const later = faultsOf(items, asOfMs + 1);
        for (const [id, fault] of faultsOf(items, asOfMs)) {
          if (fault.reason === "superseded") expect(later.get(id)?.reason).toBe("superseded");
        }
        const open = items.map((one) => ({ ...one, effectiveFromMs: null, effectiveToMs: null }));
        if (items.length > 0 && supersedesCycle(open) === null) expect(faultsOf(open, asOfMs).size).toBeLessThan(items.length);
      }),
    );
  });

  test("pairs are judged as the rule says", () => {
    const begun = (one: Dated, asOfMs: number) => one.effectiveFromMs === null || one.effectiveFromMs <= asOfMs;
    const isOlder = (a: Dated, b: Dated): boolean => {
      if (a.key === null || a.key !== b.key || a.version === null || b.version === null) return false;
      const [x, y] = [readVersion(a.version), readVersion(b.version)];
      return x.family === y.family && compareVersions(x, y) < 0;
    };
    const isVersion = (link: string, a: Dated): boolean => {
      const [key, written = ""] = link.split("@");
      if (key !== a.key || a.version === null || !link.includes("@")) return false;
      const [x, y] = [readVersion(a.version), readVersion(written)];
      return x.family === y.family && compareVersions(x, y) === 0;
    };
    const links = (b: Dated, a: Dated) => b.id !== a.id && b.supersedes.some((link) => link === a.id || isVersion(link, a));
    const versioned = someItems.map((items) => items.map((one) => ({ ...one, version: one.version ?? "3" })));
    fc.assert(
      fc.property(versioned, small, (items, asOfMs) => {
        const found = faultsOf(items, asOfMs);
        for (const a of items) {
          const expected = items.some((b) => begun(b, asOfMs) && (isOlder(a, b) || links(b, a)));
          expect(found.get(a.id)?.reason === "superseded").toBe(expected);
        }
      }),
    );
  });

  test("chains and keys of 5,000 are judged in a moment", () => {
    const chain = Array.from({ length: 5_000 }, (_, place) => item(`c${place}`, { supersedes: [`c${place + 1}`] }));
    const key = Array.from({ length: 5_000 }, (_, place) =>
      refund(`k${place}`, `1.${place % 3_000}`, { supersedes: ["refund@1.0"] }),
    );
    const took = cpuWatch();
    expect(faultsOf(chain, NOW).get("c4999")).toEqual(by("c0"));
    expect(faultsOf(key, NOW).get("k1")).toEqual(by("k2999"));
    expect(supersedesCycle(chain)).toBeNull();
    expect(supersedesCycle([...chain, item("c5000", { supersedes: ["c0"] })])).toHaveLength(5_001);
    expect(took()).toBeLessThan(30_000);
  });
});
