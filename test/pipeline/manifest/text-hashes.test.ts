/** Every stored text that a manifest names is found by its hash. */
import { expect, test } from "vitest";
import { manifestTexts, replayFolders, replayTexts } from "../../../src/pipeline/manifest/text-hashes.ts";
import type { Inputs } from "../../../src/pipeline/records/inputs.ts";

const SOURCE = { cause: null, http_status: null, stale: false };
const INPUTS: Inputs = {
  request_hash: "request",
  question_hash: "question",
  prompt_hash: "prompt",
  memory_hash: "memory",
  sources: [
    { ...SOURCE, source: "profile", status: "facts", hash: "profile" },
    { ...SOURCE, source: "readiness", status: "not_computed", hash: null },
    { ...SOURCE, source: "handbook", status: "corpus", hash: "folder", meaning_hash: "meaning" },
  ],
  verdict: "injury",
  model: { status: "answered", cause: null, http_status: null, content_hash: "said" },
  citing_hash: "citing",
  denied: ["hidden"],
};

test("all of a manifest, each once; a folder is no text", () => {
  expect(manifestTexts(INPUTS)).toEqual(["request", "question", "prompt", "memory", "said", "profile", "meaning", "citing"]);
  expect(replayTexts(INPUTS)).toEqual(["memory", "said", "profile", "meaning"]);
  expect(replayFolders(INPUTS)).toEqual(["folder"]);
});

test("an older record, and one that asked nobody, name what they have", () => {
  const least: Inputs = {
    request_hash: "request",
    question_hash: "question",
    sources: [],
    verdict: null,
    model: null,
    citing_hash: null,
  };
  expect(manifestTexts(least)).toEqual(["request", "question"]);
  expect(replayTexts(least)).toEqual([]);
});
