/** Puts the blocks of a document under its headings: paths, numbers and anchors. Pure. */
import { bareNumber, type HeadingText, readHeading } from "./heading-text.ts";
import type { Block } from "./markdown-blocks.ts";

export interface OutlineSection {
  /** From the top down; empty for what stands before the first heading. */
  readonly headings: readonly string[];
  /** Unique in the document. */
  readonly number: string;
  readonly anchor: string;
  /** Of the heading, from 1; of the first block where there is no heading. */
  readonly line: number;
  readonly blocks: readonly Block[];
}

export interface OutlineFault {
  readonly kind: "duplicate-anchor" | "repeated-anchor" | "repeated-number";
  readonly value: string;
  /** What stands for it instead. */
  readonly instead: string;
  readonly firstLine: number;
  readonly line: number;
}

export interface Outline {
  /** The one heading that stands above all others; null where there is none. */
  readonly title: string | null;
  /** All of them, those without blocks too. */
  readonly sections: readonly OutlineSection[];
  readonly faults: readonly OutlineFault[];
}

interface Heading extends HeadingText {
  readonly level: number;
  readonly line: number;
  readonly blocks: Block[];
}

/** Names with the lines of their headings. */
interface Names {
  readonly taken: Map<string, number>;
  readonly counts: Map<string, number>;
}

/** `lineOf` gives the line in the file, from 1, of a line of the text, from 0. */
export function outlineOf(blocks: readonly Block[], lineOf: (line: number) => number): Outline {
  const lead: Block[] = [];
  const read: Heading[] = [];
  for (const block of blocks) {
    if (block.kind !== "heading") (read.at(-1)?.blocks ?? lead).push(block);
    else read.push({ ...readHeading(block.heading), level: block.level, line: lineOf(block.start), blocks: [] });
  }
  const headings = withBareNumbers(read);
  const hasTitle = isTitle(headings);
  const faults: OutlineFault[] = [];
  const numbers = numbersOf(headings, { hasTitle, faults });
  const anchors = anchorsOf(headings, faults);
  const paths = pathsOf(headings);
  const sections = headings.map(({ line, blocks: own }, index) => ({
    headings: paths[index] as readonly string[],
    number: numbers[index] as string,
    anchor: anchors[index] as string,
    line,
    blocks: own,
  }));
  const title = hasTitle ? (headings[0]?.text ?? null) : null;
  const [first] = lead;
  if (first === undefined) return { title, sections, faults };
  const free = { number: freeName("0", namesIn(numbers)), anchor: freeName("top", namesIn(anchors)) };
  return { title, sections: [{ headings: [], ...free, line: lineOf(first.start), blocks: lead }, ...sections], faults };
}

const namesIn = (names: readonly string[]): Names => ({
  taken: new Map(names.map((name) => [name, 0])),
  counts: new Map(),
});

/** "3 Travel" has the number 3 where a 2, a 4 or a 3.1 stands beside it. */
function withBareNumbers(headings: readonly Heading[]): readonly Heading[] {
  const bare = headings.map(({ text, ownNumber }) => (ownNumber === null ? bareNumber(text) : { number: ownNumber, text }));
  const all = new Set(bare.flatMap(({ number }) => (number === null ? [] : [number, number.split(".")[0] as string])));
  const dotted = new Set(headings.flatMap(({ ownNumber }) => ownNumber?.match(/^\d+(?=\.\d)/)?.[0] ?? []));
  return headings.map((heading, index) => {
    const { number, text } = bare[index] as { number: string | null; text: string };
    if (number === null || heading.ownNumber !== null) return heading;
    const isOne = all.has(String(Number(number) - 1)) || all.has(String(Number(number) + 1)) || dotted.has(number);
    return isOne ? { ...heading, ownNumber: number, text } : heading;
  });
}

/** The first heading, when no other stands as high. */
function isTitle(headings: readonly Heading[]): boolean {
  const [first, ...others] = headings;
  return first !== undefined && others.every(({ level }) => level > first.level);
}

function pathsOf(headings: readonly Heading[]): readonly (readonly string[])[] {
  const open: Heading[] = [];
  return headings.map((heading) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    return open.map(({ text }) => text);
  });
}

interface Numbering {
  readonly hasTitle: boolean;
  readonly faults: OutlineFault[];
}

interface Level {
  readonly level: number;
  /** Null under which headings count from 1. */
  readonly number: string | null;
  children: number;
}

/** The heading's own number, else its place: parent's number, dot, count among its siblings. A number that is taken gets -2, -3. */
function numbersOf(headings: readonly Heading[], { hasTitle, faults }: Numbering): readonly string[] {
  const own = new Set(headings.flatMap(({ ownNumber }) => ownNumber ?? []));
  const names = namesIn([]);
  const open: Level[] = [{ level: 0, number: null, children: 0 }];
  return headings.map(({ level, ownNumber, line }, index) => {
    while ((open.at(-1) as Level).level >= level) open.pop();
    const parent = open.at(-1) as Level;
    const isTitleHeading = hasTitle && index === 0;
    const wanted = ownNumber ?? (isTitleHeading ? "0" : nextPlace(parent, own));
    if (ownNumber !== null) parent.children += 1;
    const number = freeName(wanted, names, 2);
    if (number !== wanted) {
      faults.push({ kind: "repeated-number", value: wanted, instead: number, firstLine: names.taken.get(wanted) ?? line, line });
    }
    names.taken.set(number, line);
    open.push({ level, number: isTitleHeading && ownNumber === null ? null : number, children: 0 });
    return number;
  });
}

function nextPlace(parent: Level, own: ReadonlySet<string>): string {
  const prefix = parent.number === null ? "" : `${parent.number}.`;
  do parent.children += 1;
  while (own.has(prefix + parent.children));
  return prefix + parent.children;
}

/** Explicit ones as they are; implied ones as on GitHub, -1, -2 where a name is taken. */
function anchorsOf(headings: readonly Heading[], faults: OutlineFault[]): readonly string[] {
  const names = namesIn([]);
  const { taken } = names;
  for (const { explicitAnchor, line } of headings) {
    if (explicitAnchor === null) continue;
    const firstLine = taken.get(explicitAnchor);
    if (firstLine === undefined) taken.set(explicitAnchor, line);
    else faults.push({ kind: "duplicate-anchor", value: explicitAnchor, instead: explicitAnchor, firstLine, line });
  }
  return headings.map(({ explicitAnchor, impliedAnchor, line }) => {
    if (explicitAnchor !== null) return explicitAnchor;
    const wanted = impliedAnchor === "" ? "section" : impliedAnchor;
    const anchor = freeName(wanted, names);
    if (anchor !== wanted) {
      faults.push({ kind: "repeated-anchor", value: wanted, instead: anchor, firstLine: taken.get(wanted) ?? line, line });
    }
    taken.set(anchor, line);
    return anchor;
  });
}

/** `wanted`, or with the first count from `from` on behind it that is free. `counts` remembers where to go on: ten thousand may be alike. */
function freeName(wanted: string, { taken, counts }: Names, from = 1): string {
  if (!taken.has(wanted)) return wanted;
  let count = counts.get(wanted) ?? from;
  while (taken.has(`${wanted}-${count}`)) count += 1;
  counts.set(wanted, count + 1);
  return `${wanted}-${count}`;
}
