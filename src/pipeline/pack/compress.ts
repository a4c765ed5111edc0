/** Makes a text fit by leaving out whole sentences, those first that have least to do with the question. Pure. */
import { mustStay, type StayWords } from "../../text/must-stay.ts";
import { cutUnits, type Unit } from "../../text/sentences/sentences.ts";
import { splitWords } from "../../text/words/words.ts";

export interface CompressInput {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
  /** Tokens of a text; asked of whole results, about as often as the logarithm of the number of sentences. */
  readonly count: (text: string) => number;
  /** Folded words of the question. */
  readonly question: ReadonlySet<string>;
  /** Folded words whose sentences stay, whatever the language. */
  readonly negators: ReadonlySet<string>;
  /** What else keeps a sentence, by language. */
  readonly stays: readonly StayWords[];
  /** 0 to 1; below this share of the text's units nothing is offered. */
  readonly minShare: number;
}

export interface Compressed {
  readonly text: string;
  readonly tokens: number;
  /** Sentences, headings, list items, table rows and pieces of code. */
  readonly keptUnits: number;
  readonly allUnits: number;
}

/** What stands where something was left out between two parts; at the ends nothing does. */
const GAP = "[…]";

/** The text in so many tokens; null where no such text is allowed. */
export type Shortener = (maxTokens: number) => Compressed | null;

/**
 * A text to be asked for in any number of tokens: it is read once, and no result is made or counted twice. As few units are left out as
 * make it fit; a text that fits is returned as given.
 *
 * Left out first is what holds the smallest share of the question's words, each counting log(1 + n / df) for df of n blocks that
 * hold it; the later of two that are equal. What holds a number or a denial stays. A list or a table goes or stays as a whole
 * with the line that leads to it, and a heading goes with the last of its section.
 */
export function shortenerOf(input: CompressInput): Shortener {
  const { text, count, minShare } = input;
  const units = cutUnits(text, input.language);
  const whole: Compressed = { text, tokens: count(text), keptUnits: units.length, allUnits: units.length };
  let cut: Cut | null = null;
  return (maxTokens) => {
    if (whole.tokens <= maxTokens) return whole;
    cut ??= cutOf(units, input);
    const best = longestWithin(maxTokens, cut);
    return best === null || best.keptUnits < minShare * best.allUnits ? null : best;
  };
}

interface Cut {
  readonly steps: number;
  /** The text without what goes with the first so many steps. */
  readonly without: (steps: number) => Compressed;
}

function cutOf(units: readonly Unit[], input: CompressInput): Cut {
  const blocks = blocksOf(units, input);
  const steps = stepsOf(blocks);
  const known = new Map<number, Compressed>();
  const make = (taken: number): Compressed => {
    const gone = new Set(steps.slice(0, taken).flat());
    const kept = blocks.filter((block) => !gone.has(block));
    const text = join(kept, units);
    const keptUnits = kept.reduce((sum, block) => sum + block.end - block.start, 0);
    return { text, tokens: input.count(text), keptUnits, allUnits: units.length };
  };
  const without = (taken: number): Compressed => {
    const made = known.get(taken) ?? make(taken);
    known.set(taken, made);
    return made;
  };
  return { steps: steps.length, without };
}

/** By halves: the fewer steps, the longer. Null where even all of them leave too much. */
function longestWithin(maxTokens: number, { steps, without }: Cut): Compressed | null {
  let [tooLong, fits] = [0, steps];
  if (steps === 0 || without(fits).tokens > maxTokens) return null;
  while (fits - tooLong > 1) {
    const middle = Math.floor((tooLong + fits) / 2);
    if (without(middle).tokens > maxTokens) tooLong = middle;
    else fits = middle;
  }
  return without(fits);
}

/** Units that go or stay together. */
interface Block {
  /** Places in the list of units; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  readonly stays: boolean;
  readonly relevance: number;
  /** Headings whose sections it is in. */
  readonly above: readonly Block[];
  /** Of a heading: blocks left in its section; a heading of nothing is a block like others. */
  left: number;
}

function blocksOf(units: readonly Unit[], { language, negators, stays: words, question }: CompressInput): readonly Block[] {
  const stays = mustStay({ language, negators, stays: words });
  const spans = spansOf(units);
  const relevances = relevancesOf(
    spans.map(({ start, end }) => textOf(units, start, end)),
    question,
  );
  const blocks: Block[] = [];
  let above: { readonly level: number; readonly block: Block }[] = [];
  for (const [place, { start, end }] of spans.entries()) {
    const { level } = units[start] as Unit;
    if (level > 0) above = above.filter((heading) => heading.level < level);
    const block: Block = {
      start,
      end,
      stays: units.slice(start, end).some((unit) => stays(unit.text)),
      relevance: relevances[place] as number,
      above: above.map((heading) => heading.block),
      left: 0,
    };
    blocks.push(block);
    if (level > 0) above = [...above, { level, block }];
    else for (const heading of block.above) heading.left += 1;
  }
  // From the end, so that a heading above headings of nothing is one of something.
  for (const block of blocks.toReversed()) {
    const isHeading = (units[block.start] as Unit).level > 0;
    if (isHeading && block.left === 0) for (const heading of block.above) heading.left += 1;
  }
  return blocks;
}

function spansOf(units: readonly Unit[]): readonly { readonly start: number; readonly end: number }[] {
  const starts = units.flatMap(({ group }, place) => (place === 0 || units[place - 1]?.group !== group ? [place] : []));
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? units.length }));
}

/** Sums of the weights of the question's words in each text; the share of them, but for the same divisor. */
function relevancesOf(texts: readonly string[], question: ReadonlySet<string>): readonly number[] {
  const asked = texts.map((text) => new Set(splitWords(text).flatMap(({ folded }) => (question.has(folded) ? [folded] : []))));
  const holders = new Map<string, number>();
  for (const words of asked) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weight = (word: string): number => Math.log(1 + texts.length / (holders.get(word) ?? 1));
  // Sorted: sums of floats depend on the order.
  return asked.map((words) => [...words].sort().reduce((sum, word) => sum + weight(word), 0));
}

/** What goes with each step, in the order in which it goes. Something always stays, and under a heading that stays too. */
function stepsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const bodies = blocks.filter((block) => block.left === 0);
  const order = bodies.filter(({ stays }) => !stays).sort((a, b) => a.relevance - b.relevance || b.start - a.start);
  const steps: Block[][] = [];
  let left = bodies.length;
  for (const block of order) {
    if (left === 1 || block.above.some((heading) => heading.stays && heading.left === 1)) continue;
    const step = [block];
    left -= 1;
    for (const heading of block.above) {
      heading.left -= 1;
      if (heading.left === 0) step.push(heading);
    }
    steps.push(step);
  }
  return steps;
}

function textOf(units: readonly Unit[], start: number, end: number): string {
  return units
    .slice(start, end)
    .map(({ text }) => text)
    .join("");
}

/** The kept blocks in their order, with a mark wherever something between two is missing. */
function join(kept: readonly Block[], units: readonly Unit[]): string {
  const parts: string[] = [];
  let before: Block | undefined;
  for (const block of kept) {
    if (before !== undefined && before.end < block.start) parts.push(closed(parts.pop() ?? "", units, before.end, block.start));
    const own = textOf(units, block.start, block.end);
    parts.push(before === undefined && block.start > 0 ? own.trimStart() : own);
    before = block;
  }
  if (before !== undefined && before.end < units.length) parts.push(bare(parts.pop() ?? "", units[before.end - 1]));
  return parts.join("");
}

const RULE = /^[\s*_-]+$/u;

/** Without the blanks and rules at the end; the line under a heading is no rule. */
function bare(part: string, last: Unit | undefined): string {
  let text = part.trimEnd();
  if (last?.kind === "heading") return text;
  for (let line = text.lastIndexOf("\n") + 1; line > 0 && RULE.test(text.slice(line)); line = text.lastIndexOf("\n") + 1) {
    text = text.slice(0, line).trimEnd();
  }
  return text;
}

/** `part` with the mark behind it, for units from `start` to `end` that are missing. Only running text goes on in the same line. */
function closed(part: string, units: readonly Unit[], start: number, end: number): string {
  const last = units[start - 1];
  const text = bare(part, last);
  const goesOn = last?.kind === "sentence";
  const followed = units[end]?.kind === "sentence";
  if (goesOn && followed) return `${text} ${GAP} `;
  const missing = units[end - 1]?.text ?? "";
  const blanks = missing.slice(missing.trimEnd().length);
  return `${text}${goesOn ? " " : "\n"}${GAP}${/[\n\r]/u.test(blanks) ? blanks : followed ? " " : "\n"}`;
}
