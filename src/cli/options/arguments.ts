/** Reads the words after `winnow`: a call, a wish for help, or what is wrong with them. Pure. */
import { normalize } from "node:path";
import { parseArgs } from "node:util";
import { VARIANT } from "../../policy/experiments.ts";
import { suggestion } from "../../policy/nearest.ts";
import { ABLATE_BY } from "../../service/replay/ablate.ts";
import { DEPTH_LIST, FLOOR_LIST, isNumberList } from "./number-list.ts";
import { MOST_LIMIT, OPTIONS, type OptionName, optionOf, optionsOf, optionText, VERBS, type VerbName } from "./usage.ts";

/** Texts by option; a switch that is set holds an empty text. */
export type Values = Readonly<Partial<Record<OptionName, string>>>;

export type ArgumentsRead =
  | { readonly help: VerbName | null }
  | { readonly verb: VerbName; readonly values: Values }
  /** `verb` is the one whose help would help. */
  | { readonly verb: VerbName | null; readonly faults: readonly string[] };

type Token = NonNullable<ReturnType<typeof parse>>[number];
type OptionToken = Extract<Token, { readonly kind: "option" }>;

/** Not strict: the parser would stop at the first fault, and not say what it expected. */
const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        Object.entries(OPTIONS).map(([name, { value }]) => [name, { type: value === null ? "boolean" : "string" } as const]),
      ),
      help: { type: "boolean", short: "h" },
    },
  }).tokens;

/** Every fault at once, in the order of the words. */
export function readArguments(args: readonly string[]): ArgumentsRead {
  const tokens = parse(args);
  const words = tokens.flatMap((token, at) => (token.kind === "positional" && !isLost(tokens[at - 1]) ? [token.value] : []));
  const options = tokens.filter((token) => token.kind === "option");
  const { verb, rest } = verbOf(words);
  if (options.some(({ name }) => name === "help") && (verb !== null || isBegun(words))) return { help: verb };
  if (verb === null) return { verb, faults: [verbFault(words)] };
  const faults = [...wordFaults(verb, rest), ...options.flatMap((one, at) => optionFaults(verb, one, options.slice(0, at)))];
  const given = new Set<string>(options.map(({ name }) => name));
  for (const name of VERBS[verb].required)
    if (!given.has(name))
      faults.push(`expected ${optionText(verb, name)}, got none; ${optionOf(verb, name).value}: ${optionOf(verb, name).does}`);
  const values: Values = Object.fromEntries(options.map(({ name, value }) => [name, value ?? ""]));
  faults.push(...samePathFaults(values));
  return faults.length > 0 ? { verb, faults } : { verb, values };
}

const READ: readonly OptionName[] = ["against", "questions", "set", "answers"];
const WRITTEN: readonly OptionName[] = ["out", "markdown", "svg", "html"];

/** A file that is written over another one of the same call. */
function samePathFaults(values: Values): readonly string[] {
  const first = new Map<string, OptionName>();
  return [...READ, ...WRITTEN].flatMap((name) => {
    const path = values[name];
    if (path === undefined || path === "") return [];
    const other = first.get(normalize(path));
    if (other === undefined) first.set(normalize(path), name);
    return other === undefined || READ.includes(name)
      ? []
      : [`--${name}: expected another file than --${other}, got ${path} for both`];
  });
}

/** What stands after an option that no verb has was meant as its value; that fault is told once. */
const isLost = (before: Token | undefined): boolean =>
  before?.kind === "option" &&
  !Object.hasOwn(OPTIONS, before.name) &&
  before.inlineValue !== true &&
  before.rawName.startsWith("--");

const NAMES = Object.keys(VERBS);
const FIRST_WORDS = [...new Set(NAMES.map((name) => name.split(" ")[0] as string))];
const isVerb = (word: string): word is VerbName => Object.hasOwn(VERBS, word);

function verbOf(words: readonly string[]): { readonly verb: VerbName | null; readonly rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    if (words.length >= length && isVerb(name)) return { verb: name, rest: words.slice(length) };
  }
  return { verb: null, rest: words };
}

/** The words that may follow the first word of a verb of two. */
const followers = (first: string): readonly string[] =>
  NAMES.flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

const isBegun = (words: readonly string[]): boolean => words[0] === undefined || followers(words[0]).length > 0;

function verbFault([first, second]: readonly string[]): string {
  if (first === undefined) return `expected a verb, got nothing; the verbs: ${FIRST_WORDS.join(", ")}`;
  const after = followers(first);
  if (after.length === 0) return `expected a verb, got "${first}"; ${suggestion(first, FIRST_WORDS, "verbs")}`;
  return `expected the word ${after.join(" or ")} after ${first}, got ${second === undefined ? "nothing" : `"${second}"`}`;
}

function wordFaults(verb: VerbName, rest: readonly string[]): readonly string[] {
  const hint = VERBS[verb].required
    .map((name) => `; a ${optionOf(verb, name).value?.toLowerCase()} goes after --${name}`)
    .join("");
  return rest.map((one) => `expected options only, got "${one}"${hint}`);
}

function optionFaults(verb: VerbName, option: OptionToken, earlier: readonly OptionToken[]): readonly string[] {
  const { name, rawName, value, inlineValue } = option;
  const taken = optionsOf(verb);
  const known = taken.find((one) => one === name);
  if (known === undefined) {
    return [
      `expected an option of winnow ${verb}, got ${rawName}; ${suggestion(
        rawName,
        taken.map((one) => `--${one}`),
        "options",
      )}`,
    ];
  }
  if (earlier.some((one) => one.name === name)) return [`${rawName}: expected once, got it twice; leave one out`];
  const expected = optionOf(verb, known).value;
  if (expected === null)
    return value === undefined ? [] : [`${rawName}: expected nothing after it, got ${JSON.stringify(value)}`];
  // The parser takes any next word as the value.
  const isOption = value?.startsWith("-") === true && inlineValue === false && !TAKES_NUMBERS.has(known);
  if (value === undefined || value === "") return [`${rawName}: expected ${expected} after it, got nothing`];
  if (isOption)
    return [`${rawName}: expected ${expected} after it, got ${value}; for a name that begins so write ${rawName}=${value}`];
  const wanted = valueFault(known, value);
  return wanted === null ? [] : [`${rawName}: expected ${wanted}, got "${value}"`];
}

/** What was expected of a number, numbers, or one of a few words, where the text is something else. */
function valueFault(name: OptionName, text: string): string | null {
  if (name === "by") return ABLATE_BY.some((one) => one === text) ? null : ABLATE_BY.join(", ");
  if (name === "variant" || name === "as") return VARIANT.test(text) ? null : "experiment=variant";
  if (name === "limit") return isLimit(text) ? null : `a whole number from 1 to ${MOST_LIMIT}`;
  const kind = name === "k" ? DEPTH_LIST : name === "floor" ? FLOOR_LIST : null;
  return kind === null || isNumberList(text, kind) ? null : kind.expected;
}

/** A number below 0 begins like an option, and is told as what it is. */
const TAKES_NUMBERS: ReadonlySet<OptionName> = new Set(["limit", "k", "floor"]);

const isLimit = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= MOST_LIMIT;
