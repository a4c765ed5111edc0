/** Checks the table of intents: known pieces, one role each. Pure. */
import type { Problem } from "../problem.ts";
import { KIND_NAMES } from "../schema/kind-names.ts";
import type { Path } from "../yaml/locate.ts";
import { type CheckContext, lineOf, problemAt, unknownName } from "./context.ts";

const isKindName = (name: string): boolean => (KIND_NAMES as readonly string[]).includes(name);

const ROLES = ["primary", "secondary", "exclude"] as const;

interface Listed {
  readonly role: (typeof ROLES)[number];
  readonly path: Path;
}

export function checkIntents({ reading, listed: listable, documents }: CheckContext): readonly Problem[] {
  const file = reading.files.intents;
  if (!file.present && documents?.all.size === 0) return [missing(file.file)];
  const problems: Problem[] = [];
  for (const [intent, table] of Object.entries(file.value.intents ?? {})) {
    const listed = new Map<string, Listed>();
    for (const role of ROLES) {
      for (const [index, piece] of table[role].entries()) {
        const place = { reading: file, path: ["intents", intent, role, index] };
        if (!isKindName(piece)) problems.push(...unknownName(place, "piece", piece, listable));
        const earlier = listed.get(piece);
        if (earlier === undefined) listed.set(piece, { role, path: place.path });
        else
          problems.push(
            problemAt(
              place,
              earlier.role === role ? "listed-twice" : "two-roles",
              again(piece, earlier, lineOf(file, earlier.path)),
            ),
          );
      }
    }
  }
  return problems;
}

const missing = (file: string): Problem => ({
  file,
  line: 1,
  column: 1,
  code: "missing-file",
  message: "every policy without documents needs this file: Which pieces answer which kind of question.",
});

const again = (piece: string, { role }: Listed, line: number): string =>
  `"${piece}" stands under ${role} already (line ${line}); a piece has one role in an intent`;
