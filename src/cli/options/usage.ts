/** The verbs of the command line, of one word or two, and their options: what each takes, and the help that says so. Pure. */

export const DEFAULT_LIMIT = 10;
export const MOST_LIMIT = 9_999;

interface Option {
  /** What stands after it; null for a switch. */
  readonly value: string | null;
  readonly does: string;
}

const KNOWN_OPTIONS = {
  policies: { value: "FOLDER", does: "where the policies are; default: POLICIES_DIR, else ./policies" },
  questions: { value: "FILE", does: "labelled questions, one JSON object a line; docs/measuring.md says what it holds" },
  policy: { value: "NAME", does: "the policy to measure" },
  against: {
    value: "WHAT",
    does: "recorded requests: a file of them, or a range of time in the store, as 2026-11-01..2026-12-01",
  },
  tenant: { value: "NAME", does: "whose requests of the store; default: default" },
  variant: { value: "NAME", does: "of a range: only those that had it, as experiment=variant" },
  as: { value: "NAME", does: "run under this variant instead of the recorded one, as experiment=variant" },
  by: { value: "WHAT", does: "what is taken away: kind, block or item; default: kind" },
  out: { value: "FILE", does: "where the set goes; an older file is written over" },
  markdown: { value: "FILE", does: "also write it as Markdown, for a pull request; an older file is written over" },
  json: { value: null, does: "figures on one line of JSON instead of tables" },
  set: { value: "FILE", does: "sections and labelled questions, JSON lines; docs/measuring.md says what it holds" },
  k: { value: "LIST", does: "numbers of sections, as 1,2,4; default: 1,2,4,8, the k of the source and all sections" },
  floor: { value: "LIST", does: "floors, as 0,4,6.5; default: 0,2,4,6.5,9 and the floor of the source; 0 is none" },
  svg: { value: "FILE", does: "also write a chart of them, as SVG; an older file is written over" },
  html: { value: "FILE", does: "also write it as a page; an older file is written over" },
  answers: { value: "FILE", does: "recorded answers to the questions: accuracy beside coverage" },
  grid: { value: null, does: "also over thresholds and margins" },
  all: { value: null, does: "list every question that is not as labelled, not only the first of the worst" },
  limit: {
    value: "N",
    does: `the most words for one intent of one language, from 1 to ${MOST_LIMIT}; default: ${DEFAULT_LIMIT}`,
  },
  help: { value: null, does: "this text" },
} as const satisfies Readonly<Record<string, Option>>;
export type OptionName = keyof typeof KNOWN_OPTIONS;
export const OPTIONS: Readonly<Record<OptionName, Option>> = KNOWN_OPTIONS;

interface Verb {
  readonly does: string;
  readonly required: readonly OptionName[];
  readonly optional: readonly OptionName[];
  /** Options that mean something else here. */
  readonly own?: Partial<Record<OptionName, Option>>;
}

const plain = (does: string): Verb => ({ does, required: [], optional: ["policies"] });

const KNOWN_VERBS = {
  serve: plain("start the service, as npm start does"),
  check: plain("read all policies; print every problem, or what the check has to say"),
  test: plain("run the questions of the policies' *.test.yaml on their samples"),
  "eval routing": {
    does: "how routing does on labelled questions, as figures",
    required: ["questions"],
    optional: ["policies", "policy", "json", "grid", "all"],
  },
  "eval retrieval": {
    does: "how often the sections that answer a question rank first, as figures",
    required: ["set"],
    optional: ["policies", "answers", "json"],
  },
  sweep: {
    does: "what each k and each floor would cover, send and escalate, as figures and a chart",
    required: ["set"],
    optional: ["policies", "answers", "k", "floor", "json", "svg", "html"],
  },
  record: {
    does: "write recorded requests of the store into a file, to be run again later",
    required: ["against", "out"],
    optional: ["tenant", "variant"],
  },
  replay: {
    does: "run recorded requests again and compare: 0 when all are the same, 1 when one is not",
    required: ["against"],
    optional: ["policies", "tenant", "variant", "as", "json", "markdown", "html"],
  },
  diff: {
    does: "what changed policies would do to recorded requests: 0 for nothing, 1 for something",
    required: ["policy", "against"],
    optional: ["policies", "tenant", "variant", "as", "json", "markdown", "html"],
    own: { policy: { value: "FOLDER", does: "the folder of the changed policy, named as the policy, or of all of them" } },
  },
  ablate: {
    does: "what each kind, block or item of recorded prompts takes and earns",
    required: ["against"],
    optional: ["policies", "tenant", "variant", "by", "json"],
  },
  suggest: {
    does: "propose words for the vocabulary from labelled questions; writes nothing",
    required: ["questions"],
    optional: ["policies", "policy", "limit"],
  },
  migrate: { ...plain("bring the schema of the PostgreSQL database up to date, as the owner of its tables"), optional: [] },
  healthcheck: { ...plain("ask the service on this machine whether it lives; for the container"), optional: [] },
} as const satisfies Readonly<Record<string, Verb>>;
export type VerbName = keyof typeof KNOWN_VERBS;
export const VERBS: Readonly<Record<VerbName, Verb>> = KNOWN_VERBS;

export const optionsOf = (verb: VerbName): readonly OptionName[] => [...VERBS[verb].required, ...VERBS[verb].optional, "help"];

/** What an option is to a verb. */
export const optionOf = (verb: VerbName, name: OptionName): Option => VERBS[verb].own?.[name] ?? OPTIONS[name];

/** `--questions FILE`. */
export const optionText = (verb: VerbName, name: OptionName): string =>
  [`--${name}`, optionOf(verb, name).value ?? ""].join(" ").trimEnd();

/** The help of a verb, or of the whole command line. */
export function helpLines(verb: VerbName | null): readonly string[] {
  if (verb === null) {
    const longest = Math.max(...Object.keys(VERBS).map((name) => name.length));
    return [
      "usage: winnow VERB [OPTIONS]",
      "",
      ...Object.entries(VERBS).map(([name, { does }]) => `  ${name.padEnd(longest)}  ${does}`),
      "",
      "winnow VERB --help says what a verb takes.",
    ];
  }
  const options = optionsOf(verb);
  const width = Math.max(...options.map((name) => optionText(verb, name).length));
  return [
    usageOf(verb),
    "",
    `  ${VERBS[verb].does}`,
    "",
    ...options.map((name) => `  ${optionText(verb, name).padEnd(width)}  ${optionOf(verb, name).does}`),
  ];
}

function usageOf(verb: VerbName): string {
  const { required, optional } = VERBS[verb];
  const words = [
    verb,
    ...required.map((name) => optionText(verb, name)),
    ...optional.map((name) => `[${optionText(verb, name)}]`),
  ];
  return `usage: winnow ${words.join(" ")}`;
}
