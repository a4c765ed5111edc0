/** The mapping of docs/search-services.md, against the real server. `.ci/run` installs it; elsewhere the tests run where it is there. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileSearch, type SearchSource } from "../../src/policy/compile/search.ts";
import { SearchSource as SearchEntry } from "../../src/policy/schema/search-source.ts";
import type { Hit } from "../../src/sources/search/hit.ts";
import { searchOnce, searchValues } from "./build.ts";
import { type GroongaServer, hasGroonga, startGroonga } from "./groonga-server.ts";

const page = readFileSync(new URL("../../docs/search-services.md", import.meta.url), "utf8");
const EXAMPLE = /<!-- groonga -->\n```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const SCHEMA = /<!-- groonga schema -->\n```\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

const row = (_key: string, title: string, text: string, more: object = {}) => ({ _key, title, text, tenant: "club", ...more });
const DOCUMENTS = [
  row("refunds-2026", "Refunds", "A refund can be asked for within 30 days of the purchase.", {
    handle: "refunds",
    version: "2026",
    published: 1_772_323_200,
    lang: "en",
  }),
  row("refunds-2024", "Refunds (old)", "A refund can be asked for within 14 days.", {
    handle: "refunds",
    version: "2024",
    lang: "en",
  }),
  row("travel", "Travel", "Hotels are paid up to 120 euros a night.", { lang: "en" }),
  row("salaries", "Salaries", "The salary bands are reviewed each spring.", { groups: ["managers"], lang: "en" }),
  row("de", "Rückgabe", "Eine Rückgabe ist innerhalb von 30 Tagen möglich.", { lang: "de" }),
  row("fr", "Remboursement", "Un remboursement est possible sous trente jours.", { lang: "fr" }),
  row("el", "Επιστροφές", "Η επιστροφή χρημάτων γίνεται εντός 30 ημερών.", { lang: "el" }),
  row("ru", "Возврат", "Возврат денег возможен в течение 30 дней.", { lang: "ru" }),
  row("ja-refund", "返金", "返金は購入から三十日以内に申請できます。", { lang: "ja" }),
  row("ja-travel", "出張", "ホテルは一泊一万五千円まで支払われます。", { lang: "ja" }),
  row("zh", "退款", "购买后三十天内可以申请退款。", { lang: "zh" }),
  row("or", "Operators", "The words OR and AND are written in capitals.", { lang: "en" }),
  row("other", "Refunds elsewhere", "A refund of another club.", { tenant: "rival", lang: "en" }),
];

const here = hasGroonga();
if (!here && process.env["CI"] === undefined)
  process.stderr.write("groonga is not installed: test/upstream/groonga.test.ts is skipped\n");

describe.skipIf(!here && process.env["CI"] === undefined)("a real search server, mapped as the page says", () => {
  let server: GroongaServer;
  let source: SearchSource;

  beforeAll(async () => {
    server = await startGroonga([SCHEMA.trimEnd(), `load --table Documents\n${JSON.stringify(DOCUMENTS)}`]);
    const entry = parse(EXAMPLE.replaceAll("${" + "GROONGA_URL}", server.origin)).sources.handbook;
    source = compileSearch("handbook", SearchEntry.parse({ ...entry, timeout: "8s" }));
  });
  afterAll(() => server?.stop());

  async function hitsOf(question: string, tenant = "club"): Promise<readonly Hit[]> {
    const result = await searchOnce(source, { values: searchValues({ question, tenant }) });
    if (result.status === "failed") throw new Error(`${result.cause} ${result.httpStatus}`);
    expect(result.skipped).toEqual([]);
    return result.hits;
  }
  const first = async (question: string) => (await hitsOf(question))[0]?.id;

  test.each([
    ["How many days do I have to ask for a refund of a purchase?", "refunds-2026"],
    ["What does a hotel cost at most per night?", "travel"],
    ["Bis wann ist die Rückgabe möglich?", "de"],
    ["Quel est le délai de remboursement ?", "fr"],
    ["Πότε γίνεται η επιστροφή χρημάτων;", "el"],
    ["Когда возможен возврат денег?", "ru"],
    ["返金はいつまでに申請できますか？", "ja-refund"],
    ["ホテルはいくらまで支払われますか", "ja-travel"],
    ["退款可以在多少天内申请", "zh"],
  ])("%s", async (question, id) => {
    expect(await first(question)).toBe(id);
  });

  test("the fields come out of its columns", async () => {
    const [hit, old] = await hitsOf("refund purchase");
    expect(hit).toMatchObject({
      id: "refunds-2026",
      rank: 1,
      label: "Refunds",
      key: "refunds",
      version: "2026",
      publishedAt: "2026-03-01T00:00:00.000Z",
      language: "en",
      acl: { subjects: [], groups: [], plans: [] },
    });
    expect(hit?.score).toBeGreaterThan(old?.score ?? Number.POSITIVE_INFINITY);
    expect((await hitsOf("salary bands"))[0]?.acl).toEqual({ subjects: [], groups: ["managers"], plans: [] });
  });

  test("at most as many as were asked for, best first", async () => {
    const hits = await hitsOf("refund days hotel salary words 30");
    expect(hits).toHaveLength(source.k);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => Number(b) - Number(a)));
  });

  test("a question in its query language is only words, and never leaves the tenant", async () => {
    for (const question of [
      'refund" OR tenant:rival OR "',
      "refund) || tenant:@rival || (true",
      "refund OR OR AND",
      "tenant:rival",
      "refund \\\" \u0000 ' -refund ~refund * {tenant}",
    ]) {
      expect((await hitsOf(question)).map(({ id }) => id)).not.toContain("other");
    }
    expect(await first("OR")).toBe("or");
    expect((await hitsOf("refund", "rival")).map(({ id }) => id)).toEqual(["other"]);
  });

  test("words that no document has find nothing, and that is an answer", async () => {
    expect(await hitsOf("zyzzyva")).toEqual([]);
  });

  test("a table that is not there is a failure", async () => {
    const query = source.query.map(([name, value]) => [name, name === "table" ? "Nothing" : value] as const);
    expect(await searchOnce({ ...source, query })).toEqual({ status: "failed", cause: "http_status", httpStatus: 400 });
  });
});
