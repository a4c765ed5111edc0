/** Rules that send questions to sections which no document has. Pure. */
import type { Corpus } from "../documents/corpus.ts";
import { suggestion } from "../policy/nearest.ts";
import type { Problem } from "../policy/problem.ts";
import type { FolderRules } from "../policy/rules/documents.ts";

/** A renamed heading fails here, loudly, and not in a rule that never finds its section again. */
export function missingSections({ sendTo }: FolderRules, { documents, sections, leftOut }: Corpus): readonly Problem[] {
  if (sendTo.length === 0) return [];
  const known = new Set([
    ...documents.map(({ path }) => path),
    ...sections.map(({ section, document }) => `${document.path}#${section.anchor}`),
  ]);
  return sendTo.flatMap(({ sections: names, place }) =>
    names
      .filter((name) => !known.has(name))
      .map((name): Problem => {
        const isOut = leftOut.includes(name.split("#")[0] ?? name);
        const hint = isOut ? "its document could not be read" : suggestion(name, known, "sections");
        return { ...place, code: "unknown-section", message: `no document has the section "${name}"; ${hint}` };
      }),
  );
}
