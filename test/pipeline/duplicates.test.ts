import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byRank, type Compared } from "../../src/pipeline/compared.ts";
import { findDuplicates } from "../../src/pipeline/duplicates.ts";
import { readFingerprint } from "../../src/text/fingerprint.ts";

const negators = new Set(["not", "no", "never", "none of", "不", "ไม่", "لا", "नहीं"]);
const item = (id: string, text: string, more: Partial<Compared> = {}): Compared => ({
  id,
  text,
  pinned: false,
  underFloor: false,
  value: null,
  relevance: null,
  trust: 0.5,
  fixed: false,
  ...more,
});
const find = (items: readonly Compared[], nearDuplicate: number | null = 0.5) =>
  findDuplicates(items, { nearDuplicate, negators });
const NOTHING = { exact: [], contained: [], near: [] };
const LONG = "Customers may return every item within the usual period and get the full price back to their card";

describe("copies", () => {
  test("of equal texts the pinned one stays, then value, relevance, trust, the smaller id", () => {
    const rank = [
      item("e", "Same text", { pinned: true }),
      item("d", "same  text", { value: 0.1 }),
      item("c", "> Same text", { relevance: 0.9 }),
      item("b", "SAME text", { trust: 0.9 }),
      item("a", "Same text."),
      item("f", "Same text"),
    ];
    for (let from = 0; from < rank.length - 1; from += 1) {
      const stays = rank[from] as Compared;
      const { exact } = find(rank.slice(from).reverse());
      expect(exact.map(({ of }) => of)).toEqual(rank.slice(from + 1).map(() => stays.id));
    }
  });

  test("a copy of a turn is contained in it, pinned or not, and a second copy is a copy of the first", () => {
    const items = [
      item("turn", "Hi there", { fixed: true }),
      item("fact", "hi there!", { fixed: true }),
      item("a", "Hi there"),
      item("b", "Hi there"),
    ];
    expect(find(items)).toEqual({ exact: [{ id: "b", of: "a" }], contained: [{ id: "a", in: ["fact", "turn"] }], near: [] });
  });

  test("the same fact delivered twice is one; with another revision in its text it is not (FP-099)", () => {
    expect(find([item("a", LONG), item("b", LONG)]).exact).toHaveLength(1);
    expect(find([item("a", `${LONG} (revision 7)`), item("b", `${LONG} (revision 8)`)])).toEqual(NOTHING);
  });
});

describe("near duplicates", () => {
  const near = (one: string, other: string) => find([item("a", one), item("b", other)]).near;

  test("differ in words that claim nothing", () => {
    expect(near(LONG, LONG.replace("usual", "normal"))).toEqual([{ id: "b", of: "a", similarity: 13 / 19 }]);
    expect(near("请在使用之前仔细阅读所有的说明文件并且妥善保存", "请在使用之前仔细阅读全部的说明文件并且妥善保存")).toHaveLength(
      1,
    );
  });

  test.each([
    ["Delivery on 3 March", "Delivery on 13 March"],
    ["limit 1000", "limit 10000"],
    ["is allowed", "is not allowed"],
    [`${LONG} on 3 March`, `${LONG} on 13 March`],
    [`${LONG} limit 1000`, `${LONG} limit 10000`],
    [`${LONG} it is allowed`, `${LONG} it is not allowed`],
    [`${LONG} is not fine and that is fine`, `${LONG} is fine and that is not fine`],
    [`${LONG} for $5`, `${LONG} for €5`],
    [`${LONG} none of them`, `${LONG} all of them`],
    ["请在使用之前仔细阅读所有的说明文件并且可以保存", "请在使用之前仔细阅读所有的说明文件并且不可以保存"],
    ["กรุณาอ่านคำแนะนำทั้งหมดก่อนใช้งานและเก็บรักษาได้", "กรุณาอ่านคำแนะนำทั้งหมดก่อนใช้งานและเก็บรักษาไม่ได้"],
    [
      "يمكن للعملاء إرجاع كل المنتجات خلال الفترة المعتادة و يمكن التبديل",
      "يمكن للعملاء إرجاع كل المنتجات خلال الفترة المعتادة و لا يمكن التبديل",
    ],
    ["ग्राहक सभी वस्तुएं सामान्य अवधि में वापस कर सकते हैं", "ग्राहक सभी वस्तुएं सामान्य अवधि में वापस नहीं कर सकते हैं"],
  ])("are not %j and %j (FP-097)", (one, other) => expect(find([item("a", one), item("b", other)], 0.3)).toEqual(NOTHING));

  test("are compared with those that stay, in order of rank; pinned ones stay", () => {
    const [a, b] = [LONG, LONG.replace("usual", "normal")];
    expect(find([item("a", a, { pinned: true }), item("b", b, { pinned: true })])).toEqual(NOTHING);
    expect(find([item("a", a), item("b", b, { relevance: 0.4 })]).near).toMatchObject([{ id: "a", of: "b" }]);
    expect(find([item("a", a), item("b", b)], null)).toEqual(NOTHING);
  });
});

describe("contained", () => {
  test("a chunk quoted in a turn, in a list, across lines", () => {
    const turn = item("turn", `You wrote:\n> ${LONG.slice(0, 48).trim()}\n> ${LONG.slice(48).trim()}\n\nIs that so?`, {
      fixed: true,
    });
    expect(find([turn, item("a", `- ${LONG}.`)]).contained).toEqual([{ id: "a", in: ["turn"] }]);
  });

  test("chains name all containers; pinned ones, and what is shorter than eight words, are not contained", () => {
    const items = [
      item("a", LONG),
      item("b", `${LONG} or voucher, as they like it best in the shop`),
      item("c", `So: ${LONG} or voucher, as they like it best in the shop nearby`),
    ];
    expect(find(items, null).contained).toEqual([
      { id: "a", in: ["b", "c"] },
      { id: "b", in: ["c"] },
    ]);
    expect(find([item("a", LONG, { pinned: true }), ...items.slice(1, 2)], null)).toEqual(NOTHING);
    const words = LONG.split(" ");
    expect(find([item("a", words.slice(0, 7).join(" ")), item("b", LONG)], null)).toEqual(NOTHING);
    expect(find([item("a", words.slice(0, 8).join(" ")), item("b", LONG)], null).contained).toHaveLength(1);
    expect(find([item("a", LONG.slice(0, 58)), item("b", LONG)], null)).toEqual(NOTHING);
  });

  test.each([
    ["Chinese", "请在使用之前仔细阅读所有的说明文件并且妥善保存起来", 23],
    ["Thai", "กรุณาอ่านคำแนะนำทั้งหมดก่อนใช้งานและเก็บรักษาไว้อย่างดี", 23],
  ])("in %s from 24 characters on", (_, text, under) => {
    const cells = readFingerprint(text).normal.split(" ");
    expect(find([item("a", cells.slice(0, under + 1).join("")), item("b", `前${text}后`)], null).contained).toHaveLength(1);
    expect(find([item("a", cells.slice(0, under).join("")), item("b", `前${text}后`)], null)).toEqual(NOTHING);
  });

  test("passages of one document that say different things all stay (FP-095)", () => {
    const passages = Array.from({ length: 8 }, (_, index) =>
      item(
        `l${index}`,
        `Chapter ${index} of the guide. ${LONG.split(" ")
          .slice(index + 1)
          .join(" ")}`,
      ),
    );
    expect(find([...passages, item("s", LONG)], 0.9)).toEqual(NOTHING);
  });
});

const words = fc.constantFrom("a", "b", "c", "d", "not", "5", "$", "用", "é");
const texts = fc.array(words, { minLength: 0, maxLength: 14 }).map((all) => all.join(" "));
const items = fc
  .array(
    fc.record({
      text: texts,
      pinned: fc.boolean(),
      value: fc.constantFrom(null, 0.1, 0.9),
      trust: fc.constantFrom(0.1, 0.9),
      fixed: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((all) => all.map((one, index) => item(`i${index}`, one.text, one)));

test("the order of the items changes nothing; no item is in two lists; a loser has a better-ranked one that stays", () => {
  fc.assert(
    fc.property(items, fc.constantFrom(0.2, 0.5, 0.9), (all, threshold) => {
      const found = find(all, threshold);
      expect(find([...all].reverse(), threshold)).toEqual(found);
      const lost = [...found.exact, ...found.near, ...found.contained].map(({ id }) => id);
      expect(new Set(lost).size).toBe(lost.length);
      const byId = new Map(all.map((one) => [one.id, one]));
      const gone = new Set([...found.exact, ...found.near].map(({ id }) => id));
      for (const { id, of } of [...found.exact, ...found.near]) {
        expect(byRank(byId.get(of) as Compared, byId.get(id) as Compared)).toBeLessThan(0);
        expect(gone.has(id) && byId.get(id)?.fixed).toBe(false);
        if (found.near.some((one) => one.id === id)) expect(gone.has(of)).toBe(false);
      }
      for (const one of found.contained) for (const outer of one.in) expect(gone.has(outer)).toBe(false);
    }),
    { numRuns: 400 },
  );
});

const plain = fc
  .array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 3, maxLength: 12 })
  .map((all) => all.join(" "));

test("no two texts that stay are as similar as the threshold, unless edits are not sure; similarities are true", () => {
  const jaccard = (one: string, other: string) => {
    const [a, b] = [one, other].map(
      (text) => new Set(text.split(" ").flatMap((_, at, all) => (at + 2 < all.length ? [all.slice(at, at + 3).join(" ")] : []))),
    );
    const shared = [...(a as Set<string>)].filter((gram) => b?.has(gram)).length;
    return shared / ((a?.size ?? 0) + (b?.size ?? 0) - shared);
  };
  fc.assert(
    fc.property(fc.uniqueArray(plain, { maxLength: 12 }), fc.constantFrom(0.3, 0.6, 0.9), (all, threshold) => {
      const list = all.map((text, index) => item(`i${String(index).padStart(2, "0")}`, text));
      const { near } = find(list, threshold);
      const text = (id: string) => list.find((one) => one.id === id)?.text ?? "";
      for (const { id, of, similarity } of near) expect(similarity).toBeCloseTo(jaccard(text(id), text(of)), 10);
      const stay = list.filter(({ id }) => !near.some((one) => one.id === id));
      for (const one of stay)
        for (const other of stay) if (one !== other) expect(jaccard(one.text, other.text)).toBeLessThan(threshold);
    }),
    { numRuns: 400 },
  );
});

describe("hostile input", () => {
  const letters = (index: number) => [...String(index)].map((digit) => "ghijklmnop"[Number(digit)]).join("");
  const own = (index: number) => Array.from({ length: 12 }, (_, at) => `${"abcdefghijkl"[at]}z${letters(index)}`).join(" ");
  const cases: Record<string, (count: number) => readonly Compared[]> = {
    "a long introduction shared": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, `${LONG} ${LONG} ${own(index)}`)),
    "equal texts": (count) => Array.from({ length: count }, (_, index) => item(`i${index}`, LONG)),
    "a template with a number": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, `Order ${index}: ${LONG}`)),
    "nested texts": (count) =>
      Array.from({ length: count }, (_, index) => item(`i${index}`, "a ".repeat(8 + (index % 400)) + own(index >> 9))),
    "one that contains everything": (count) => {
      const parts = Array.from({ length: count }, (_, index) => item(`i${index}`, own(index)));
      return [...parts, item("all", parts.map(({ text }) => text).join("\n"))];
    },
  };
  test.each(Object.entries(cases))("%s: four times the items take no pairwise time", (_, make) => {
    const took = (all: readonly Compared[]) => {
      find(all, 0.8);
      const started = performance.now();
      find(all, 0.8);
      return performance.now() - started;
    };
    const few = took(make(1000));
    expect(took(make(4000))).toBeLessThan(12 * few + 400);
  });

  test("everything is found in one that contains everything", () => {
    const all = cases["one that contains everything"]?.(2000) ?? [];
    expect(find(all, 0.8).contained).toHaveLength(2000);
  });
});
