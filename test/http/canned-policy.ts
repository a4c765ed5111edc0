/** A compiled policy in full shape, with secrets where secrets can be. */
import { NO_SYNONYMS } from "../../src/documents/synonyms.ts";

import type { Policy, Snapshot } from "../../src/policy/snapshot.ts";
import { compileTopics } from "../../src/text/values/topics.ts";
import { FACTORS, NO_LANGUAGES, vocabularyOf } from "../support/words.ts";

export const HEADER_SECRET = "canary-header-secret";
export const ADDRESS = "https://internal.readiness.example";

export function policy(name: string, tenants: readonly string[]): Policy {
  const digest = `sha256:${"ab".repeat(32)}`;
  return {
    name,
    title: `The ${name} policy`,
    digest,
    tenants,
    language: "en",
    timeZone: { fallback: "UTC", from: null },
    attributes: new Map([["units", { type: "text", values: ["metric", "imperial"], accepts: () => true }]]),
    models: [
      {
        name: "gpt-4o-mini",
        window: 16_000,
        reserveOutput: 2_000,
        outputLimit: 16_384,
        encoding: "o200k_base",
        exact: true,
        marginMilli: 1000,
        cache: { kind: "automatic", minTokens: 1024, maxMarks: 0, lookback: 0, ttlSeconds: 300 },
        image: { kind: "tiles", base: 2833, tile: 5667 },
      },
    ],
    budgetTotal: 4_000,
    shares: { system: 10, request: 10, evidence: 50, memory: 15, tools: 10, safety: 5 },
    borrow: true,
    strategy: "density",
    topK: null,
    weights: { relevance: 0.4, trust: 0.2, freshness: 0.15, user_need: 0.15, conflict_risk: 0.1 },
    filters: { relevanceFloor: 0, freshnessFloor: 0, halfLifeMs: 1, nearDuplicate: 0.9 },
    compress: null,
    alerts: { highValue: 0.9, pinnedShare: 0.6, windowShare: 0.8, packingGap: 0.05, toolResultTokens: 1_000 },
    toolRules: new Map(),
    plans: new Map([["free", 50]]),
    routing: { thresholdMilli: 1_000, marginMilli: 1_500, fallback: "training", factors: FACTORS },
    sources: new Map([
      [
        "readiness",
        {
          name: "readiness",
          origin: ADDRESS,
          urlParts: [`${ADDRESS}/`],
          headers: { authorization: HEADER_SECRET },
          params: [],
          timeoutMs: 400,
          maxBytes: 1_000,
          ttlMs: 0,
          shared: false,
          staleIfErrorMs: 0,
          errorField: null,
          required: false,
          trust: 1,
        },
      ],
    ]),
    pieces: new Map([
      [
        "readiness_training",
        {
          id: "readiness_training",
          order: 0,
          source: "readiness",
          pointer: "/training",
          line: () => ({ names: [], render: () => "" }),
          label: () => "Training readiness",
          whenMissing: () => "Not known",
          measuredAt: null,
          freshFor: null,
          declaredTokens: null,
        },
      ],
    ]),
    intents: new Map([
      [
        "training",
        {
          name: "training",
          order: 0,
          primary: ["readiness_training"],
          secondary: [],
          exclude: ["readiness_injury"],
          maxWords: 250,
        },
      ],
    ]),
    scopes: [{ name: "today", horizon: "day", modifiers: [] }],
    vocabulary: vocabularyOf({}, NO_LANGUAGES),
    topics: compileTopics([], new Map(), "en"),
    memory: null,
    documents: new Map(),
    synonyms: NO_SYNONYMS,
    safety: { rules: ["Be careful."], redFlags: null },
    prompt: {
      format: "openai-chat",
      system: "You are careful.\n",
      layout: "evidence_first",
      citations: "labels",
      factsHeading: () => "Facts:",
      documentsHeading: () => "Documents:",
      notesHeading: () => "Notes:",
      trustLabels: [],
      systemFile: "prompt/system.md",
      disagree: () => () => "They disagree.",
      instructions: { labels: () => () => "Answer.", native: () => () => "Answer." },
      notKnown: () => () => "Not known.",
      documents: {
        style: "numbered",
        order: "edges",
        restate: false,
        index: () => "Sections:",
        demand: null,
        noneFound: () => "None.",
      },
    },
    audit: "required",
    trustTokens: false,
    tests: [],
    examples: [],
    experiments: [],
    findings: [{ code: "plan_never_binds", message: "The plan paid can never bind.", items: ["paid"] }],
    environment: new Map(),
    files: new Map([
      ["policy.yaml", "title: x"],
      ["intents.yaml", "intents: {}"],
    ]),
  };
}

export function snapshotOf(...policies: readonly Policy[]): Snapshot {
  return {
    digest: `sha256:${"99".repeat(32)}`,
    policies: new Map(policies.map((each) => [each.name, each])),
    languages: NO_LANGUAGES,
    languageTexts: new Map(),
  };
}
