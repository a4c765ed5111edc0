/** The sections of a corpus as an embeddings model reads them, and the digest that vectors of just these are kept under. Pure but for a memo. */
import type { Corpus } from "../documents/corpus.ts";
import { digestOf } from "../text/digest.ts";

export interface SectionTexts {
  /** Over all texts in their order: another cut of the same files is another digest. */
  readonly digest: string;
  /** By the places of the sections. */
  readonly texts: readonly string[];
}

const known = new WeakMap<Corpus, SectionTexts>();

export function sectionTexts(corpus: Corpus): SectionTexts {
  const before = known.get(corpus);
  if (before !== undefined) return before;
  const texts = corpus.sections.map(({ section }) => [...section.headings, section.text].join("\n"));
  const made = { digest: digestOf(JSON.stringify(texts)), texts };
  known.set(corpus, made);
  return made;
}
