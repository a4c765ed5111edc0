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
  const counts = { text: growing(), heading: growing() };
  const rows = { terms: growing(), sections: growing(), texts: growing(), headings: growing() };
  let seen: number[] = [];
  let at = 0;
  return {
    count: (term, part) => {
      counts.text.reach(term);
      counts.heading.reach(term);
      if (counts.text.values[term] === 0 && counts.heading.values[term] === 0) seen.push(term);
      (counts[part].values[term] as number) += 1;
      (lengths[part][at] as number) += 1;
    },
    endSection: () => {
      for (const term of seen) {
        rows.terms.push(term);
        rows.sections.push(at);
        rows.texts.push(Math.min(counts.text.values[term] as number, MOST_IN_TEXT));
        rows.headings.push(Math.min(counts.heading.values[term] as number, MOST_IN_HEADING));
        counts.text.values[term] = 0;
        counts.heading.values[term] = 0;
      }
      seen = [];
      at += 1;
    },
    finish: (terms) => ({ ...byTerm(rows, terms), textLengths: lengths.text, headingLengths: lengths.heading }),
  };
}

type Rows = Readonly<Record<"terms" | "sections" | "texts" | "headings", Growing>>;

/** A counting sort keeps the sections of a term in order. */
function byTerm(rows: Rows, terms: number): Omit<Postings, "textLengths" | "headingLengths"> {
  const starts = new Uint32Array(terms + 1);
  const { size } = rows.terms;
  for (let row = 0; row < size; row += 1) (starts[(rows.terms.values[row] as number) + 1] as number) += 1;
  for (let term = 0; term < terms; term += 1) (starts[term + 1] as number) += starts[term] as number;
  const next = starts.slice();
  const sections = new Uint32Array(size);
  const inText = new Uint16Array(size);
  const inHeading = new Uint8Array(size);
  for (let row = 0; row < size; row += 1) {
    const term = rows.terms.values[row] as number;
    const to = next[term] as number;
    next[term] = to + 1;
    sections[to] = rows.sections.values[row] as number;
    inText[to] = rows.texts.values[row] as number;
    inHeading[to] = rows.headings.values[row] as number;
  }
  return { starts, sections, inText, inHeading };
}

interface Growing {
  values: Uint32Array;
  size: number;
  readonly reach: (at: number) => void;
  readonly push: (value: number) => void;
}

function growing(): Growing {
  const self: Growing = {
    values: new Uint32Array(1_024),
    size: 0,
    reach: (at) => {
      if (at < self.values.length) return;
      const longer = new Uint32Array(Math.max(at + 1, 2 * self.values.length));
      longer.set(self.values);
      self.values = longer;
    },
    push: (value) => {
      self.reach(self.size);
      self.values[self.size] = value;
      self.size += 1;
    },
  };
  return self;
}
