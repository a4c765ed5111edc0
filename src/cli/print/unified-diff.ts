/** Writes a change of a text as a unified diff that patch and git apply take. Pure. */

const CONTEXT = 3;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Empty where nothing changed; `before` is null for a file that is not there yet. Paths get the usual `a/` and `b/`. */
export function unifiedDiff(path: string, before: string | null, after: string): readonly string[] {
  const lines = align(linesOf(before ?? ""), linesOf(after));
  const hunks = hunksOf(lines);
  if (hunks.length === 0) return [];
  return [
    before === null ? "--- /dev/null" : `--- a/${path}`,
    `+++ b/${path}`,
    ...hunks.flatMap((span) => hunkLines(lines, span)),
  ];
}

/** A last line without its line feed differs from the same line with one, and says so in the diff. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** At each difference the nearest place where two lines in a row are equal again: short for insertions, right for everything. */
function align(before: readonly string[], after: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  const equal = (i: number, j: number): boolean => before[i] === after[j];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && equal(i, j)) {
      lines.push({ sign: " ", text: before[i] ?? "" });
      i += 1;
      j += 1;
      continue;
    }
    const [removed, added] = nextEqual(
      (a, b) => equal(i + a, j + b) && equal(i + a + 1, j + b + 1),
      before.length - i,
      after.length - j,
    );
    for (const text of before.slice(i, i + removed)) lines.push({ sign: "-", text });
    for (const text of after.slice(j, j + added)) lines.push({ sign: "+", text });
    i += removed;
    j += added;
  }
  return lines;
}

/** How many lines to take away and to add until the two texts go on alike; past their ends both have nothing, which is alike. */
function nextEqual(
  alike: (removed: number, added: number) => boolean,
  mostRemoved: number,
  mostAdded: number,
): readonly [removed: number, added: number] {
  for (let sum = 1; sum < mostRemoved + mostAdded; sum += 1) {
    for (let removed = Math.max(0, sum - mostAdded); removed <= Math.min(sum, mostRemoved); removed += 1)
      if (alike(removed, sum - removed)) return [removed, sum - removed];
  }
  return [mostRemoved, mostAdded];
}

type Span = readonly [from: number, to: number];

/** Stretches of changed lines with their context; those that touch are one. */
function hunksOf(lines: readonly Line[]): readonly Span[] {
  const spans: Span[] = [];
  for (const [at, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const span: Span = [Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1)];
    const last = spans.at(-1);
    if (last !== undefined && span[0] <= last[1]) spans[spans.length - 1] = [last[0], span[1]];
    else spans.push(span);
  }
  return spans;
}

function hunkLines(lines: readonly Line[], [from, to]: Span): readonly string[] {
  const shown = lines.slice(from, to);
  const range = (without: Line["sign"]): string => {
    const count = (some: readonly Line[]): number => some.filter(({ sign }) => sign !== without).length;
    const [above, own] = [count(lines.slice(0, from)), count(shown)];
    return `${own === 0 ? above : above + 1},${own}`;
  };
  return [`@@ -${range("+")} +${range("-")} @@`, ...shown.map(({ sign, text }) => sign + text)];
}
