/** Checks the signs of the red flag: intents and groups that exist, words that can match. Pure. */
import { groupsOfSign, readSign } from "../../text/lexicon/sign-syntax.ts";
import { keyOf } from "../../text/lexicon/term-syntax.ts";
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import { type CheckContext, lineOf, problemAt, unknownName } from "./context.ts";
import { type PlacedGroupWord, placedGroups, placedSigns } from "./placed-signs.ts";
import { termFault } from "./terms.ts";

export function checkSigns({ reading, intents }: CheckContext): readonly Problem[] {
  const words = placedGroups(reading);
  const signs = placedSigns(reading);
  const named = new Set(signs.flatMap(({ text }) => groupsOfSign(readSign(text))));
  const known = new Set(words.map(({ group }) => group));
  const byIntent = new Map(signs.map((sign) => [sign.intent, sign]));
  return [
    ...[...byIntent.values()].flatMap(({ reading: file, path, intent }) =>
      unknownName({ reading: file, path: path.slice(0, -1), where: "key" }, "intent", intent, intents),
    ),
    ...signs.flatMap((sign) =>
      groupsOfSign(readSign(sign.text))
        .filter((group) => !known.has(group))
        .map((group) =>
          problemAt(
            sign,
            "unknown-group",
            `no language has words for the group "${group}"; ${suggestion(group, known, "groups")}`,
          ),
        ),
    ),
    ...(reading.files.safety.problems.length === 0 ? groupsNotNamed(words, named) : []),
    ...groupWordFaults(words, reading.accented),
  ];
}

/** Of each group the first place, in each file. */
function groupsNotNamed(words: readonly PlacedGroupWord[], named: ReadonlySet<string>): readonly Problem[] {
  const told = new Set<string>();
  return words.flatMap(({ reading, path, group, language }) => {
    const id = `${language} ${group}`;
    if (named.has(group) || told.has(id)) return [];
    told.add(id);
    const message = `no sign names the group "${group}", so its words do nothing; ${suggestion(group, named, "groups in signs")}`;
    return [problemAt({ reading, path: path.slice(0, -1), where: "key" }, "unknown-group", message)];
  });
}

function groupWordFaults(words: readonly PlacedGroupWord[], accented: ReadonlySet<string>): readonly Problem[] {
  const earlier = new Map<string, PlacedGroupWord>();
  return words.flatMap((word) => {
    const { text, spellings, language, group } = word;
    if (typeof spellings === "string") return [problemAt(word, "empty-term", termFault(text, spellings))];
    const id = `${language}\n${group}\n${keyOf(text, spellings, accented.has(language))}`;
    const first = earlier.get(id);
    if (first === undefined) earlier.set(id, word);
    if (first === undefined) return [];
    const line = lineOf(first.reading, first.path);
    return [
      problemAt(word, "duplicate-term", `"${text}" stands in the group "${group}" already (line ${line}); keep one of them`),
    ];
  });
}
