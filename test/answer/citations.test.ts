/** What an answer cites: labels in brackets however they are written, sections by number, the provider's own citations. */
import { type Candidate, FinishReason } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { ProviderBlock } from "../../src/answer/posted.ts";
import { citedIds, codesOf, coreWith, ITEMS, judge } from "./judge-fixture.ts";

describe("labels in brackets", () => {
  test.each<readonly [string, readonly string[]]>([
    ["Rest. [Injury readiness]", ["readiness_injury"]],
    ["Rest. [INJURY READINESS] and ［injury readiness］", ["readiness_injury"]],
    ["Rest. [Injury\nreadiness] and [“Mobility \r\n  baseline”]", ["readiness_injury", "baseline_mobility"]],
    ["Rest **[Injury readiness]** and [“Mobility baseline”]", ["readiness_injury", "baseline_mobility"]],
    ["[Injury readiness, Mobility baseline]", ["readiness_injury", "baseline_mobility"]],
    ["[Injury readiness; Heat, air and wind]", ["readiness_injury", "conditions_today"]],
    ["[Heat, air and wind, Mobility baseline]", ["baseline_mobility", "conditions_today"]],
    ["[Injury readiness and Mobility baseline]", ["readiness_injury", "baseline_mobility"]],
    ["[Injury readiness][Mobility baseline]", ["readiness_injury", "baseline_mobility"]],
    ["[Source: Injury readiness]", ["readiness_injury"]],
    ["[Injury readiness: 62 of 100]", ["readiness_injury"]],
    ["[see Injury readiness](https://a.example)", ["readiness_injury"]],
    ["[4.2] and [4.3]", ["handbook:a", "handbook:b"]],
    ["[4.2, 4.3, 12]", ["handbook:a", "handbook:b", "handbook:c"]],
    ["[4.2–4.3]", ["handbook:a", "handbook:b"]],
    ["[4.1-4.3]", ["handbook:a", "handbook:b"]],
    ["[§ 4.2] [Section 4.3] [^12]", ["handbook:a", "handbook:b", "handbook:c"]],
    ["【4.2、4.3】", ["handbook:a", "handbook:b"]],
    ["[4.2 Return deadlines]", ["handbook:a"]],
    ["[Price list 2.1]", ["handbook:d"]],
    ["[Tone]", ["tone"]],
    ["[Injury readiness]: low.\n[Mobility baseline]: fine.", ["readiness_injury", "baseline_mobility"]],
    ["[Injury readiness.] [`Mobility baseline`]", ["readiness_injury", "baseline_mobility"]],
    ["【Injury readiness†L1-L5】 【Mobility baseline†source, 4.2】", ["readiness_injury", "baseline_mobility", "handbook:a"]],
    ["[Injury readiness/Mobility baseline] [4.2 + 4.3]", ["readiness_injury", "baseline_mobility", "handbook:a", "handbook:b"]],
    ["[Injury readiness or Mobility baseline]", ["readiness_injury", "baseline_mobility"]],
    ["[Injury readiness 10/03/2026]", ["readiness_injury"]],
    ["[4.1 to 4.2] [4.3 bis 4.9]", ["handbook:a", "handbook:b"]],
    ["```js\na[12] = 4; // cut [4.2]", []],
    ["`[Injury readiness]` [4.20] [14.2] [1] [4] [12 of 13 things]", ["handbook:c"]],
  ])("%s", (text, ids) => {
    expect(citedIds(judge(text))).toEqual(ids);
  });

  test("two items of one label are both cited", () => {
    const twins = [...ITEMS, { id: "twin", label: "Injury Readiness", kind: "document" as const }];
    expect(citedIds(judge("[injury readiness]", coreWith(twins)))).toEqual(["readiness_injury", "twin"]);
  });

  test("every citation is counted, with the ways in which it was made", () => {
    const record = judge("[4.2] first. Then Section 4.2 again, and [4.2].");
    expect(record.cited).toEqual([
      { id: "handbook:a", label: "4.2", kind: "document", role: null, how: ["label", "named"], times: 3 },
    ]);
    expect(record.marks).toEqual({
      cited: 2,
      unsent: 0,
      unknown: 0,
      quoted: 0,
      native: 0,
      native_unknown: 0,
      native_elsewhere: 0,
    });
  });
});

describe("what brackets hold that was not sent", () => {
  test("FP-195: numbers that no section has are unknown, with their places; brackets of a fact's own text cite nothing", () => {
    const text = "[1] [7] [0] [1,2] [^3] and [9]";
    const record = judge(text);
    expect(record.cited).toEqual([]);
    expect(record.unknown.map(({ start, end }) => text.slice(start, end))).toEqual(["[1]", "[7]", "[0]", "[1,2]", "[^3]"]);
    expect(record.marks).toMatchObject({ unknown: 5, quoted: 1 });
    expect(codesOf(record)).toContain("cited_unknown");
  });

  test("a label that was sent is a citation, even where a text says the same in brackets", () => {
    expect(judge("[Mobility baseline]").marks).toMatchObject({ cited: 1, quoted: 0 });
  });

  test("what is missing, withheld or dropped is told with its reason", () => {
    const record = judge("[Training readiness], [Sleep], [9.9] and again [9.9]. [Injury readiness]");
    expect(record.unsent).toEqual([
      { id: "readiness_training", label: "Training readiness", outcome: "withheld", reason: "excluded", times: 1 },
      { id: "sleep", label: "Sleep", outcome: "missing", reason: "empty", times: 1 },
      { id: "handbook:z", label: "9.9", outcome: "dropped", reason: "superseded", times: 2 },
    ]);
    expect(record.findings.find(({ code }) => code === "cited_not_sent")).toEqual({
      code: "cited_not_sent",
      message:
        "The answer cites what was not in its prompt: Training readiness (withheld, excluded), Sleep (missing, empty), 9.9 (dropped, superseded).",
      items: ["readiness_training", "sleep", "handbook:z"],
    });
  });

  test("links, formulas, boxes and marks without a name are not called unknown", () => {
    expect(judge("[click here](https://a.example) \\[E = mc^2\\] - [ ] a - [x] b [...] [—]").marks.unknown).toBe(0);
    expect(judge("[Note]: rest.\n~~~\na[0]\n~~~\n[`b[1]`]\n```\nc[2]").marks.unknown).toBe(0);
  });

  test("at most a hundred places are kept, and all are counted", () => {
    const record = judge("[nothing] ".repeat(150));
    expect([record.unknown.length, record.marks.unknown]).toEqual([100, 150]);
  });
});

describe("sections in the running text", () => {
  test.each<readonly [string, readonly string[]]>([
    ["As section 4.2 says.", ["handbook:a"]],
    ["As Sections 4.2 and 4.3 say.", ["handbook:a", "handbook:b"]],
    ["You have 30 days (4.2).", ["handbook:a"]],
    ["Siehe Abschnitt 4.2, 4.3 und 12.", ["handbook:a", "handbook:b", "handbook:c"]],
    ["§ 12 sagt es, § 4.2 auch.", ["handbook:a", "handbook:c"]],
    ["根据第4.2节。", ["handbook:a"]],
    ["It stands in the price list 2.1.", ["handbook:d"]],
    ["It takes 4.2 days, 12 of them.", []],
    ["Section 4.20 and sections 14.2", []],
    ["My injury readiness is low, and it likes mornings.", []],
  ])("%s", (text, ids) => {
    expect(citedIds(judge(text))).toEqual(ids);
  });
});

describe("sections of several documents, by number", () => {
  const section = (id: string, label: string) => ({ id, label, kind: "document" as const, source: "handbook" });
  const SECTIONS = [
    section("a", "Support handbook 4.2"),
    section("b", "Support handbook 4.5"),
    section("c", "Recycling 1"),
    section("d", "Support handbook 3.1"),
    section("e", "Recycling 3.1"),
    section("f", "Support handbook 6.1"),
    section("g", "Support handbook 6.1"),
    section("h", "Plan prices 2026"),
    section("i", "Returns 9.2 Postage"),
    section("j", "Law § 7"),
  ];
  const NUMBERS = {
    a: "4.2",
    b: "4.5",
    c: "1",
    d: "3.1",
    e: "3.1",
    f: "6.1",
    g: "6.1",
    i: "9.2",
    j: "§ 7",
    z: "4.4",
    y: "8.3",
    x: "8.3",
  };
  const labels = new Map([
    ["handbook:z", "Support handbook 4.4"],
    ["handbook:y", "Support handbook 8.3"],
    ["handbook:x", "Recycling 8.3"],
  ]);
  const numbers = new Map(Object.entries(NUMBERS).map(([id, number]) => ["zyx".includes(id) ? `handbook:${id}` : id, number]));
  const dropped = [...labels.keys()].map((id) => ({
    ...{ id, kind: "document" as const, stage: "filter" as const, reason: "below_floor" as const, role: null, score: null },
    detail: {},
  }));
  const read = (text: string) => judge(text, coreWith(SECTIONS, { dropped }), { labels, numbers, quoted: [] });

  test.each<readonly [string, readonly string[]]>([
    ["Section 4.2 says 30 days.", ["a"]],
    ["30 days (4.2).", ["a"]],
    ["[4.2] 【4.5】", ["a", "b"]],
    ["[Section 4.2] [see § 4.5] [^4.2]", ["a", "b"]],
    ["[4.2–4.5]", ["a", "b"]],
    ["[Section 4.2, 4.5]", ["a", "b"]],
    ["【第4.2节】 and 第4.5节", ["a", "b"]],
    ["§ 4.2 and Abschnitt 1", ["a", "c"]],
    ["[4.2 Return deadlines]", ["a"]],
    ["[Handbook 4.2]", ["a"]],
    ["[Recycling 4.2] [4.20] (14.2)", []],
    ["[3.1] and Section 3.1", []],
    ["[Recycling 3.1]", ["e"]],
    ["[handbook 3.1]", ["d"]],
    ["[6.1]", ["f", "g"]],
    ["[2026] (2026)", []],
    ["[9.2] [§ 7] § 7", ["i", "j"]],
  ])("%s", (text, ids) => {
    expect(citedIds(read(text))).toEqual(ids);
  });

  test("what was not sent is told by its number, where one section has it", () => {
    expect(read("[4.4] [8.3]").unsent).toMatchObject([{ id: "handbook:z", label: "Support handbook 4.4", times: 1 }]);
    expect(read("[8.3] [3.1]").marks.unknown).toBe(2);
  });
});

describe("coverage", () => {
  test("counts what an answer stands on: not the policy's own text, and not hints", () => {
    const { coverage, uncited } = judge("[Injury readiness] [4.2] [Tone]");
    expect(coverage).toEqual({ citable: 8, cited: 2, share: 0.25, primaries: 2, primaries_cited: 1 });
    expect(uncited.map(({ id }) => id)).toEqual([
      "baseline_mobility",
      "conditions_today",
      "handbook:b",
      "handbook:c",
      "handbook:d",
      "likes",
    ]);
  });

  test("is null where nothing could be cited, and then nothing is missed", () => {
    const record = judge("Rest.", coreWith([{ id: "system", label: null, kind: "system" }]));
    expect(record.coverage).toEqual({ citable: 0, cited: 0, share: null, primaries: 0, primaries_cited: 0 });
    expect(codesOf(record)).toEqual([]);
  });
});

describe("the provider's own citations", () => {
  const placed = coreWith(
    ITEMS.map((item, at) =>
      item.label === null ? item : { ...item, citation: { document_index: 0, start_block_index: at - 1, end_block_index: at } },
    ),
  );
  const block = (citation: object) => ({ content: [{ type: "text", text: "Rest.", citations: [citation] }] });

  test.each<readonly [string, object, readonly string[]]>([
    [
      "one block",
      { type: "content_block_location", document_index: 0, start_block_index: 1, end_block_index: 2 },
      ["baseline_mobility"],
    ],
    [
      "a run of blocks",
      { type: "content_block_location", document_index: 0, start_block_index: 0, end_block_index: 2 },
      ["readiness_injury", "baseline_mobility"],
    ],
    ["another document", { type: "content_block_location", document_index: 1, start_block_index: 0, end_block_index: 1 }, []],
    ["a title", { type: "char_location", document_index: 5, document_title: "Injury readiness" }, ["readiness_injury"]],
    ["a web page elsewhere", { type: "web_search_result_location", title: "News", url: "https://a.example" }, []],
  ])("lead to items: %s", (_what, citation, ids) => {
    expect(citedIds(judge(block(citation), placed))).toEqual(ids);
  });

  test("are all that is missed where the provider cites: what stands in no document is no evidence, alone or beside others", () => {
    const memory = { id: "likes", label: "Likes mornings", kind: "memory" as const };
    const native = { instructions: { ...coreWith().instructions, citations: "native" as const } };
    const alone = judge("Rest.", coreWith([memory], native));
    expect([alone.coverage.citable, codesOf(alone)]).toEqual([0, []]);
    const place = { document_index: 0, start_block_index: 0, end_block_index: 1 };
    const beside = judge("Rest.", coreWith([memory, { id: "d", label: "D", kind: "document", citation: place }], native));
    expect([beside.coverage.citable, beside.uncited.map(({ id }) => id)]).toEqual([1, ["d"]]);
    expect(judge("Rest.", coreWith([memory])).coverage.citable).toBe(1);
  });

  test("of characters or pages lead to all of their document", () => {
    const ids = ["a", "b"].map((id, at) => ({
      ...{ id, label: id.toUpperCase() },
      citation: { document_index: 1, start_block_index: at, end_block_index: at + 1 },
    }));
    expect(citedIds(judge(block({ type: "char_location", document_index: 1 }), coreWith(ids)))).toEqual(["a", "b"]);
  });

  test("that point at nothing of ours are unknown; what was found elsewhere is not", () => {
    const nowhere = judge(
      block({ type: "content_block_location", document_index: 7, start_block_index: 0, end_block_index: 1 }),
      placed,
    );
    expect(nowhere.marks).toMatchObject({ native: 1, native_unknown: 1 });
    expect(codesOf(nowhere)).toContain("cited_unknown");
    expect(judge(block({ type: "web_search_result_location", url: "https://a.example" }), placed).marks.native_unknown).toBe(0);
  });

  test("of OpenAI are taken by the name of their source, in Chat and in Responses", () => {
    const annotations = [{ type: "url_citation", url_citation: { title: "Injury readiness", url: "https://a.example" } }];
    const chat = judge({ content: [{ type: "text", text: "Rest.", annotations }] });
    const output = [
      { type: "reasoning", summary: [] },
      {
        type: "message",
        content: [{ type: "output_text", text: "Rest.", annotations: [{ type: "file_citation", filename: "Price list 2.1" }] }],
      },
    ];
    expect([citedIds(chat), citedIds(judge({ content: output }))]).toEqual([["readiness_injury"], ["handbook:d"]]);
  });

  test("that lead out of the prompt are counted and told, and cite nothing", () => {
    const found = judge(block({ type: "web_search_result_location", url: "https://a.example" }), placed);
    expect(found.marks).toMatchObject({ native: 1, native_unknown: 0, native_elsewhere: 1 });
    expect(found.findings).toContainEqual({
      code: "cited_elsewhere",
      message:
        "Citations of the provider's own that lead out of the prompt, to the web or a store of its own: 1. What the answer rests on there stands in no manifest and is not judged.",
      items: [],
    });
    expect(codesOf(judge("Rest. [Injury readiness]"))).not.toContain("cited_elsewhere");
  });

  test("of Gemini stand beside the parts of a candidate, whose text is judged by its labels", () => {
    const candidate: Candidate = {
      content: {
        role: "model",
        parts: [
          { text: "Let me think. [Tone]", thought: true },
          { text: "Rest today. [Injury readiness] " },
          { text: "It is hot. [4.2][Made up]" },
        ],
      },
      finishReason: FinishReason.STOP,
      groundingMetadata: {
        groundingChunks: [
          { web: { uri: "https://a.example/heat", title: "a.example" } },
          { retrievedContext: { uri: "gs://b/c", title: "Price list 2.1" } },
          { maps: { title: "A lake", uri: "https://maps.example" } },
        ],
        groundingSupports: [
          { groundingChunkIndices: [0, 1], segment: { startIndex: 0, endIndex: 10, text: "It is hot." } },
          { groundingChunkIndices: [0, 7, -1] },
          {},
        ],
        webSearchQueries: ["heat today"],
      },
      citationMetadata: { citations: [{ startIndex: 0, endIndex: 4, uri: "https://c.example" }] },
    };
    const record = judge({ content: [{ ...candidate }] });
    const { marks, cited, words } = record;
    expect(cited.map(({ id, how }) => [id, how])).toEqual([
      ["readiness_injury", ["label"]],
      ["handbook:a", ["label"]],
      ["handbook:d", ["native"]],
    ]);
    expect(marks).toMatchObject({ cited: 2, unknown: 1, native: 4, native_unknown: 0, native_elsewhere: 3 });
    expect(words.count).toBe(7);
    expect(codesOf(record)).toContain("cited_elsewhere");
    const parts: readonly ProviderBlock[] = (candidate.content?.parts ?? []).map((part) => ({ ...part }));
    expect(judge({ content: parts }).marks).toMatchObject({ cited: 2, native: 0 });
    const chunksAlone = {
      ...candidate,
      citationMetadata: {},
      groundingMetadata: { groundingChunks: [{ web: {} }, { image: {} }, null] },
    };
    expect(judge({ content: [chunksAlone] }).marks).toMatchObject({ native: 3, native_elsewhere: 3 });
  });

  test("of any shape are read without a fault", () => {
    const odd = [
      { content: { parts: 7 }, groundingMetadata: 7, citationMetadata: { citations: {} } },
      { content: { parts: [{ content: { parts: [{ text: "deep" }] } }, 7] }, groundingMetadata: { groundingSupports: [{}, 7] } },
      { groundingMetadata: { groundingChunks: {}, groundingSupports: [{ groundingChunkIndices: ["0", null, 1e9] }] } },
      { type: "message", content: 7 },
      { type: "message", content: [null, { type: "message", content: [] }] },
      { type: "text", text: 4 },
      { text: "a", citations: [null, 1, { document_index: "0" }], annotations: "none" },
    ];
    const record = judge({ content: odd });
    expect(record.words.count).toBe(1);
  });
});
