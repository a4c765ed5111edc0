/** Which terms stand in which sections, how often: typed arrays, because there are millions. Pure. */

/** Of all terms of one kind. A term is a number from 0; its postings are those from `starts[term]` to `starts[term + 1]`. */
export interface Postings {
  readonly starts: Uint32Array;
  /** Rising within a term. */
  readonly sections: Uint32Array;
  /** How often the term stands in the section's text, and in its heading; both stop counting where their arrays end. */
  readonly inText: Uint16Array;
  readonly inHeading: Uint8Array;
  /** Terms in the text and in the heading of each section. */
  readonly textLengths: Uint32Array;
  readonly headingLengths: Uint32Array;
}

/** Postings in the making; scratch. */
export interface PostingsDraft {
  readonly count: (term: number, part: "text" | "heading") => void;
  /** Everything counted since the last one was of this section. */
  readonly endSection: () => void;
  readonly finish: (terms: number) => Postings;
}

const MOST_IN_TEXT = 0xffff;
const MOST_IN_HEADING = 0xff;

export function draftPostings(sections: number): PostingsDraft {
  const lengths = { text: new Uint32Array(sections), heading: new Uint32Array(sections) };
  let counts = { text: new Uint32Array(FIRST_ROOM), heading: new Uint32Array(FIRST_ROOM) };
  let rows = new Uint32Array(FIRST_ROOM);
  let used = 0;
  let seen: number[] = [];
  let at = 0;
  return {
    count: (term, part) => {
      if (term >= counts.text.length) {
        counts = { text: longer(counts.text, term + 1), heading: longer(counts.heading, term + 1) };
      }
      if (counts.text[term] === 0 && counts.heading[term] === 0) seen.push(term);
      (counts[part][term] as number) += 1;
      (lengths[part][at] as number) += 1;
    },
    endSection: () => {
      const end = used + seen.length * ROW;
      if (end > rows.length) rows = longer(rows, end);
      for (const term of seen) {
        rows[used] = term;
        rows[used + 1] = at;
        rows[used + 2] = Math.min(counts.text[term] as number, MOST_IN_TEXT);
        rows[used + 3] = Math.min(counts.heading[term] as number, MOST_IN_HEADING);
        used += ROW;
        counts.text[term] = 0;
        counts.heading[term] = 0;
      }
      seen = [];
      at += 1;
    },
    finish: (terms) => ({
      ...byTerm(rows.subarray(0, used), terms),
      textLengths: lengths.text,
      headingLengths: lengths.heading,
    }),
  };
}

/** Term, section, occurrences in its text, in its heading. */
const ROW = 4;
const FIRST_ROOM = 1_024;

function longer(values: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(Math.max(least, 2 * values.length));
  more.set(values);
  return more;
}

/** A counting sort keeps the sections of a term in order. */
function byTerm(rows: Uint32Array, terms: number): Omit<Postings, "textLengths" | "headingLengths"> {
  const starts = new Uint32Array(terms + 1);
  for (let row = 0; row < rows.length; row += ROW) (starts[(rows[row] as number) + 1] as number) += 1;
  for (let term = 0; term < terms; term += 1) (starts[term + 1] as number) += starts[term] as number;
  const next = starts.slice();
  const size = rows.length / ROW;
  const sections = new Uint32Array(size);
  const inText = new Uint16Array(size);
  const inHeading = new Uint8Array(size);
  for (let row = 0; row < rows.length; row += ROW) {
    const term = rows[row] as number;
    const to = next[term] as number;
    next[term] = to + 1;
    sections[to] = rows[row + 1] as number;
    inText[to] = rows[row + 2] as number;
    inHeading[to] = rows[row + 3] as number;
  }
  return { starts, sections, inText, inHeading };
}
