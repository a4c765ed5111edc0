/** Checks that the people of `*.test.yaml` have samples: a misspelt one would be a person of whom nothing is known. Pure. */
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import { servicesOf } from "../schema/sources-file.ts";
import { type CheckContext, problemAt } from "./context.ts";

/** An unknown person is meant where no `subject` is written. */
export function checkSubjects({ reading }: CheckContext): readonly Problem[] {
  const people = peopleOf(reading);
  if (people.length === 0) return [];
  return reading.tests.flatMap((file) =>
    (file.value.tests ?? []).flatMap(({ subject }, index) => {
      if (subject === undefined || people.includes(subject)) return [];
      const place = { reading: file, path: ["tests", index, "subject"] };
      const hint = `${suggestion(subject, people, "people")}; for somebody unknown leave subject out`;
      return [problemAt(place, "unknown-subject", `samples/ has nothing of "${subject}"; ${hint}`)];
    }),
  );
}

/**
 * The names that stand for `{subject}` in the samples: those of folders with a file for a source whose address ends in
 * `{subject}/NAME`, `samples/maya/profile.json` for `…/{subject}/profile`. None where the sources cannot tell.
 */
function peopleOf({ files, samples }: PolicyReading): readonly string[] {
  const sources = Object.values(servicesOf(files.sources.value.sources ?? {}));
  const names = new Set(sources.flatMap(({ url }) => /\/\{subject\}\/([^/{}?#]+)(?:[?#]|$)/.exec(url)?.[1] ?? []));
  const people = [...samples.keys()].flatMap((path) => {
    const [, owner, name] = /^samples\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    return owner !== undefined && name !== undefined && names.has(name) ? [owner] : [];
  });
  return files.sources.problems.length > 0 ? [] : [...new Set(people)].sort();
}
