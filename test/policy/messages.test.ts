/** The sentences of problems, word for word: they are what people work from. */
import { describe, expect, test } from "vitest";
import { linesOf, loadBase, loadEdited } from "../support/load-base.ts";

const MESSAGES: readonly (readonly [title: string, path: string, before: string, after: string, message: string])[] = [
  [
    "a misspelt piece",
    "intents.yaml",
    "[conditions_today]",
    "[conditions_todya]",
    '5:17 unknown-piece: "conditions_todya" is not a piece of this policy; did you mean "conditions_today"?',
  ],
  [
    "a piece far from every name",
    "intents.yaml",
    "[conditions_today]",
    "[weather]",
    '5:17 unknown-piece: "weather" is not a piece of this policy; the pieces: readiness_training, profile_level, conditions_today',
  ],
  [
    "a misspelt key",
    "intents.yaml",
    "    secondary: [",
    "    secondry: [",
    '5:5 unknown-key: "secondry" is not a key here; did you mean "secondary"?',
  ],
  ["a missing key", "intents.yaml", "    max_words: 200\n", "", '9:3 missing-key: the key "max_words" is missing'],
  [
    "a number that stands for a text",
    "policy.yaml",
    "title: A small policy for tests.",
    "title: 1.10",
    "2:8 wrong-type: expected text, got the number 1.1 (written 1.10); put it in quotes",
  ],
  [
    "leading zeros",
    "pieces.yaml",
    "label: Level",
    "label: 007",
    "18:12 wrong-type: expected text or a mapping (key: value), got the number 7 (written 007); put it in quotes",
  ],
  [
    "true that stands for a text",
    "vocabulary.yaml",
    "train,",
    "true,",
    "6:13 wrong-type: expected text, got true; put it in quotes",
  ],
  [
    "nothing that stands for a text",
    "intents.yaml",
    "owner: the coaches",
    "owner:",
    "8:5 wrong-type: expected text, got nothing",
  ],
  ["a tilde", "intents.yaml", "owner: the coaches", "owner: ~", "8:12 wrong-type: expected text, got nothing (written ~)"],
  [
    "no for a truth value",
    "sources.yaml",
    "shared: true",
    "shared: no",
    '21:15 wrong-type: expected true or false, got the text "no"; write true or false',
  ],
  [
    "a number in quotes",
    "policy.yaml",
    "total: 4096",
    'total: "4096"',
    '16:10 wrong-type: expected a number, got the text "4096"; take the quotes away',
  ],
  ["a list for a name", "policy.yaml", "fallback: general", "fallback: [general]", "23:13 wrong-type: expected text, got a list"],
  [
    "a value outside a list",
    "scopes.yaml",
    "horizon: day",
    "horizon: days",
    '4:14 not-allowed: expected one of day, week, months, got the text "days"; did you mean "day"?',
  ],
  [
    "a number too small",
    "intents.yaml",
    "max_words: 200",
    "max_words: 3",
    "14:16 too-small: expected at least 10, got the number 3",
  ],
  [
    "a duration without unit",
    "sources.yaml",
    "ttl: 5m",
    'ttl: "5"',
    '9:12 bad-format: "5" does not fit: a duration is a whole number with a unit: 400ms, 30s, 5m, 24h, 180d',
  ],
  [
    "a duplicate key names both lines",
    "intents.yaml",
    "    max_words: 200\n",
    "    max_words: 200\n    max_words: 300\n",
    '15:5 duplicate-key: "max_words" stands in line 14 and again in line 15; keep one of them',
  ],
  [
    "a tab",
    "intents.yaml",
    "    primary: [profile_level]",
    "\tprimary: [profile_level]",
    "10:1 tab: a tab stands where spaces are meant; YAML takes spaces only, so replace the tab with spaces",
  ],
  [
    "a name that the sample does not have",
    "pieces.yaml",
    "{{ summary }}",
    "{{ sumary }}",
    '21:11 unknown-name: the fact has no "sumary" in the sample; did you mean "summary"?',
  ],
  [
    "an unknown filter",
    "pieces.yaml",
    "score | number",
    "score | round",
    '6:11 unknown-filter: "round" is not a filter; the filters: number, date, time, percent, join',
  ],
  [
    "shares that are not 100",
    "policy.yaml",
    "shares: { system: 10",
    "shares: { system: 15",
    "17:3 shares-sum: the shares are 105 together, expected 100",
  ],
  [
    "a piece in two roles",
    "intents.yaml",
    "exclude: [profile_level]",
    "exclude: [profile_level, conditions_today]",
    '6:30 two-roles: "conditions_today" stands under secondary already (line 5); a piece has one role in an intent',
  ],
  [
    "a model that nobody knows",
    "policy.yaml",
    "name: gpt-4o-mini\n    window: 16000\n",
    "name: gpt-4o-minni\n",
    '9:11 unknown-model: "gpt-4o-minni" is not a model we know; did you mean "gpt-4o-mini"? Or give its window and reserve_output',
  ],
  [
    "a budget larger than the smallest model",
    "policy.yaml",
    "total: 4096",
    "total: 7001",
    '16:10 budget-over-window: 7001 tokens, but "house-model" has room for 7000 (its window less what is reserved for the answer)',
  ],
  [
    "a term that matches the same words",
    "vocabulary.yaml",
    "          - pace",
    "          - TRAIN!",
    '9:13 duplicate-term: "TRAIN!" stands in line 6 already as "train", which matches the same words; keep one of them',
  ],
  [
    "sources in a circle",
    "sources.yaml",
    "from: profile",
    "from: conditions",
    "16:15 param-cycle: conditions waits for conditions: none of them could ever be asked",
  ],
  [
    "a time zone",
    "policy.yaml",
    "default: Europe/Athens",
    "default: Europe/Atens",
    '5:59 unknown-zone: "Europe/Atens" is not a known time zone; did you mean "Europe/Athens"?',
  ],
];

describe("messages", () => {
  test.each(MESSAGES)("%s", async (_title, path, before, after, message) => {
    expect(linesOf(await loadEdited(path, before, after))).toContain(`policies/base/${path}:${message}`);
  });
});

test("a missing variable is named, with its place", async () => {
  const lines = linesOf(await loadBase({ environment: { PROFILE_TOKEN: "x" } }));
  const message = `the environment variable PROFILE_URL is not set; set it, or give a default: ${"$"}{PROFILE_URL:-…}`;
  expect(lines).toEqual([`policies/base/sources.yaml:4:10 env-missing: ${message}`]);
});

test("a missing variable is told with the name that stands in the environment instead, and without its value", async () => {
  const lines = linesOf(await loadBase({ environment: { PROFILE_TOKEN: "x", PROFIL_URL: "http://secret.test" } }));
  expect(lines).toEqual([expect.stringMatching(/PROFILE_URL is not set; .*; PROFIL_URL is set: is it misspelt\?$/)]);
  expect(lines.join("")).not.toContain("secret.test");
});
