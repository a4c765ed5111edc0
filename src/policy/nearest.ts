/** Finds the name that was probably meant. Pure. */

const MAX_LISTED = 12;

/** The known name at most two edits away (one in short words), a swap of neighbours counting once; null without one. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let least = wanted.length < 4 ? 2 : 3;
  for (const name of known) {
    if (Math.abs(name.length - word.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < least && name !== word) [best, least] = [name, distance];
  }
  return best;
}

/** `did you mean "x"?`, or the names there are. For the end of a sentence, after "; ". */
export function suggestion(word: string, known: Iterable<string>, what: string): string {
  const names = [...known];
  const near = nearest(word, names);
  if (near !== null) return `did you mean "${near}"?`;
  if (names.length === 0) return `there are no ${what}`;
  const shown = names.slice(0, MAX_LISTED).join(", ");
  return names.length > MAX_LISTED ? `some of the ${names.length} ${what}: ${shown}` : `the ${what}: ${shown}`;
}

/** Optimal string alignment: insertions, deletions, replacements, swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
