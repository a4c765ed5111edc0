/** What tells documents apart in a citation, where more than one can be cited. Pure. */
import type { Corpus } from "../../documents/corpus.ts";
import type { Visible } from "./visible-documents.ts";

export interface SeenCorpus {
  readonly corpus: Corpus;
  readonly visible: Visible;
}

/**
 * Names by path, by source. Where more than one document can be cited a number alone says too little; of two with one title the path
 * tells them apart. Empty where there is one document only.
 */
export function documentTitles(seen: ReadonlyMap<string, SeenCorpus>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const open = [...seen].flatMap(([source, one]) =>
    openDocuments(one).map(({ path, head }) => ({ source, path, title: head.title })),
  );
  if (open.length < 2) return new Map();
  const times = new Map<string, number>();
  for (const { title } of open) times.set(title, (times.get(title) ?? 0) + 1);
  const titles = new Map<string, Map<string, string>>();
  for (const { source, path, title } of open) {
    const own = titles.get(source) ?? new Map<string, string>();
    titles.set(source, own);
    own.set(path, times.get(title) === 1 ? title : path);
  }
  return titles;
}

const openDocuments = ({ corpus, visible: { seen, faults } }: SeenCorpus): Corpus["documents"] =>
  corpus.documents.filter(({ path, sections }) => sections.length > 0 && seen.has(path) && !faults.has(path));
