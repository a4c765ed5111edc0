/** What a test question expects against what was decided: a sentence for each difference, with the reason that the manifest has. Pure. */
import type { Assembly } from "../pipeline/assemble.ts";
import { outcomeText, routingLine } from "../pipeline/explain/report.ts";
import { decisionsOf } from "../pipeline/manifest/manifest.ts";
import type { Core, Decision } from "../pipeline/records/core.ts";
import type { PolicyTest } from "../policy/rules/expectations.ts";
import { documentsOf, documentsSource } from "../policy/schema/kind-names.ts";

const OUTCOMES = ["included", "withheld", "missing", "dropped"] as const;

/** Empty when all holds. */
export function unheld(expect: PolicyTest["expect"], { choice, scopes }: Assembly, core: Core): readonly string[] {
  const same = (what: string, wanted: unknown, got: unknown): readonly string[] =>
    wanted === undefined || wanted === got ? [] : [`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`];
  const exactly = (what: string, wanted: readonly string[] | undefined, got: readonly string[]): readonly string[] =>
    wanted === undefined ? [] : same(what, [...wanted].sort().join(", "), [...got].sort().join(", "));
  const found = scopes.flatMap((scope) => scope.found.name ?? []);
  const chosen = [...choice.chosen, ...choice.documents.map(({ source, role }) => ({ piece: documentsOf(source), role }))];
  const primary = chosen.filter((one) => one.role === "primary").map((one) => one.piece);
  const decisions = decisionsOf(core);
  return [
    ...same("intent", expect.intent, core.routing.intent),
    ...same("certain", expect.certain, core.routing.certain),
    ...same("scope", expect.scope, core.scope.name),
    ...same("referral", expect.referral, core.instructions.referral),
    ...exactly("contenders", expect.contenders, core.routing.contenders),
    ...exactly("scopes", expect.scopes, found),
    ...exactly("primary", expect.primary, primary),
    ...OUTCOMES.flatMap((outcome) =>
      (expect[outcome] ?? []).flatMap((name) => {
        const own = decisions.filter((one) => isAbout(one, name));
        return own.some((one) => one.outcome === outcome) ? [] : [`${outcome}: expected ${name}, got ${became(own, core)}`];
      }),
    ),
  ];
}

/** A piece has one decision; the name of a source of documents stands for its sections too. */
function isAbout(one: Decision, name: string): boolean {
  const source = documentsSource(name);
  return one.id === name || (source !== null && "kind" in one && one.kind === "document" && one.id.startsWith(`${source}:`));
}

/** What the routing left out is told with the routing that was found. */
function became(own: readonly Decision[], core: Core): string {
  const [first] = own;
  if (first === undefined) return "no section";
  const others = own.length === 1 ? "" : ` (the first of ${own.length} sections)`;
  return `${outcomeText(first)}${others}${first.outcome === "withheld" ? `; ${routingLine(core.routing)}` : ""}`;
}
