/** docs/errors.md and the error codes are equal, in both directions. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, statusOf, titleOf } from "../../src/errors.ts";

const PAGE = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/** Code, status and paragraphs of each section. */
const sections = PAGE.split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const [, code = heading, status] = /^`([a-z0-9_]+)` \((\d{3})\)$/.exec(heading) ?? [];
    return { code, status: Number(status), text: lines.join("\n").trim() };
  });

describe("docs/errors.md", () => {
  it("has a section for each code, in the order of the code, and for no other", () => {
    expect(sections.map(({ code }) => code)).toEqual([...ERROR_CODES]);
  });

  it("gives the status that is sent", () => {
    expect(sections.map(({ code, status }) => [code, status])).toEqual(ERROR_CODES.map((code) => [code, statusOf(code)]));
  });

  it("says in each section what happened and what to do", () => {
    for (const { code, text } of sections) expect([code, text.length > 80, text.includes("\n\n")]).toEqual([code, true, false]);
  });

  it("mentions no code that does not exist", () => {
    for (const [, code] of PAGE.matchAll(/"code": "([a-z0-9_]+)"/g)) expect(ERROR_CODES).toContain(code);
  });
});

describe("titles", () => {
  it("are one line each, and no two alike", () => {
    const titles = ERROR_CODES.map(titleOf);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/^[A-Z][^\n.]+$/);
  });
});
