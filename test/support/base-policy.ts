/** A small policy that loads: what tests lay one faulty file over. Lines are counted in test/bad-policies, so keep them. */

const POLICY = `# what the engineer decides
title: A small policy for tests.
tenants: [acme]
language: en
time_zone: { from: profile, pointer: /time_zone, default: Europe/Athens }
attributes:
  sport: { type: text, values: [running, cycling] }
models:
  - name: gpt-4o-mini
    window: 16000
    reserve_output: 2000
  - name: house-model
    window: 8000
    reserve_output: 1000
budget:
  total: 4096
  shares: { system: 10, request: 10, evidence: 50, memory: 15, tools: 10, safety: 5 }
plans:
  free: { secondary_tokens: 10 }
routing:
  threshold: 1.0
  margin: 1.0
  fallback: general
prompt:
  system: prompt/system.md
  instructions: "Answer in {{ language }}, in at most {{ max_words }} words."
audit: best_effort
`;

const SOURCES = `# the upstream services
sources:
  profile:
    url: \${PROFILE_URL}/athletes/{subject}/profile
    headers:
      authorization: "Bearer \${PROFILE_TOKEN}"
    timeout: 400ms
    cache:
      ttl: 5m
    trust: 0.9
    sample: samples/profile.json
  conditions:
    url: http://conditions.test/cities/{city}
    params:
      city:
        from: profile
        pointer: /city
        pattern: "[a-z-]{2,40}"
    cache:
      ttl: 10m
      shared: true
    sample: samples/conditions.json
`;

const PIECES = `# where each fact is
pieces:
  readiness_training:
    source: profile
    pointer: /readiness
    line: "Readiness to train: {{ score | number }} of 100 ({{ note }})"
    label:
      en: Training readiness
      de: Trainingsbereitschaft
    when_missing: Training readiness is not known.
    measured_at: /readiness/measured_at
    fresh_for: day
    tokens: 18
  profile_level:
    source: profile
    pointer: /level
    line: "Level: {{ value }}"
    label: Level
  conditions_today:
    source: conditions
    line: "Today: {{ summary }}, air {{ air }}, {{ hours | join }}"
    label: Conditions today
`;

const INTENTS = `# the table
intents:
  training:
    primary: [readiness_training]
    secondary: [conditions_today]
    exclude: [profile_level]
    max_words: 250
    owner: the coaches
  general:
    primary: [profile_level]
    secondary:
      - readiness_training
      - conditions_today
    max_words: 200
`;

const VOCABULARY = `# the words
intents:
  training:
    terms:
      en:
        2: [train, workout]
        1.5:
          - long run
          - pace
      any:
        1: [vo2max]
    examples:
      en: [Should I train today?]
`;

const SCOPES = `# how far ahead
scopes:
  today:
    horizon: day
    modifiers:
      - { promote: conditions_today, reason: Today's weather matters today. }
  coming_months:
    horizon: months
    modifiers:
      - drop: conditions_today
        reason: Today's air says nothing about a month.
`;

const SAFETY = `# what holds always
rules:
  - Never name a diagnosis.
red_flags:
  terms:
    en:
      1: [chest pain, fainted]
  rule: Advise seeing a doctor.
  keep: [readiness_training]
`;

const TESTS = `# questions with the expected decision
at: 2026-03-14T09:00:00+02:00
tests:
  - question: Should I train today?
    plan: free
    expect:
      intent: training
      scope: today
      primary: [readiness_training, conditions_today]
`;

const PROFILE_SAMPLE = `{
  "level": "advanced",
  "city": "athens",
  "time_zone": "Europe/Athens",
  "readiness": { "score": 62, "note": "a little tired", "measured_at": "2026-03-14T06:30:00+02:00" }
}
`;

const CONDITIONS_SAMPLE = `{ "summary": "mild", "air": "good", "hours": [7, 19] }
`;

const SYSTEM = "You are a coach. Answer from the facts below.\n";

/** Path inside the policy's folder to text. */
export const basePolicyFiles = (): Map<string, string> =>
  new Map([
    ["policy.yaml", POLICY],
    ["sources.yaml", SOURCES],
    ["pieces.yaml", PIECES],
    ["intents.yaml", INTENTS],
    ["vocabulary.yaml", VOCABULARY],
    ["scopes.yaml", SCOPES],
    ["safety.yaml", SAFETY],
    ["base.test.yaml", TESTS],
    ["samples/profile.json", PROFILE_SAMPLE],
    ["samples/conditions.json", CONDITIONS_SAMPLE],
    ["prompt/system.md", SYSTEM],
  ]);

/** The variables that the base policy asks for. The token is a secret: no message may hold it. */
export const BASE_ENVIRONMENT = { PROFILE_URL: "http://profile.test", PROFILE_TOKEN: "hunter2-very-secret" };
