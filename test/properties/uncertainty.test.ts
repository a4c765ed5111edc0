/** Promise 3: uncertainty reaches selection. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Modifier, Scope } from "../../src/policy/snapshot.ts";
import { choose } from "../../src/routing/choose.ts";
import { modify, tableOf } from "../../src/routing/intent-table.ts";
import { decideRouting } from "../../src/routing/route.ts";
import { type IntentTable, makePolicy } from "../support/make-intents.ts";

const PIECES = ["a", "b", "c", "d", "e", "f", "g"];
const INTENTS = ["one", "two", "three", "other"];

/** Each piece has one role in each intent: primary, secondary, exclude or none. */
const table: fc.Arbitrary<IntentTable> = fc
  .array(fc.constantFrom("primary", "secondary", "exclude", "none"), { minLength: PIECES.length, maxLength: PIECES.length })
  .map((roles) => {
    const of = (role: string) => PIECES.filter((_, at) => roles[at] === role);
    return { primary: of("primary"), secondary: of("secondary"), exclude: of("exclude") };
  });
const tables = fc
  .tuple(table, table, table, table)
  .map((all) => Object.fromEntries(INTENTS.map((name, at) => [name, all[at] as IntentTable])));
const modifier: fc.Arbitrary<Modifier> = fc.record({
  action: fc.constantFrom("promote", "demote", "drop"),
  piece: fc.constantFrom(...PIECES),
  reason: fc.constant("why"),
});
const scopes: fc.Arbitrary<readonly Scope[]> = fc
  .array(fc.uniqueArray(modifier, { maxLength: 4, selector: (one) => `${one.action} ${one.piece}` }), { maxLength: 2 })
  .map((all) => all.map((modifiers, at) => ({ name: `scope${at}`, horizon: "day", modifiers })));
const scores = fc.array(fc.constantFrom(0, 500, 999, 1000, 1500, 2000, 2500), { minLength: 4, maxLength: 4 });
const verdict = fc.constantFrom(null, ...INTENTS, "nonsense");

const scored = (numbers: readonly number[]) =>
  numbers.map((milli, at) => ({ intent: INTENTS[at] as string, milli, flaggedMilli: 0, counted: [] }));

test("while routing is uncertain, nothing that is primary for the lead or a contender after the modifiers is withheld or optional", () => {
  fc.assert(
    fc.property(tables, scopes, scores, verdict, (all, found, numbers, named) => {
      const policy = makePolicy(all, { pieces: PIECES });
      const decided = decideRouting({ scores: scored(numbers), policy, intent: null, verdict: named });
      fc.pre(!decided.certain);
      const choice = choose({ policy, decided, scopes: found, referral: false });
      const primary = new Set(choice.chosen.filter((one) => one.role === "primary").map((one) => one.piece));
      for (const name of [decided.lead, ...decided.contenders]) {
        const own = tableOf(policy.intents.get(name) as NonNullable<ReturnType<typeof policy.intents.get>>);
        const applied = new Map(
          choice.modifiers.filter((one) => one.outcome !== "scope_uncertain").map((one) => [`${one.action} ${one.piece}`, one]),
        );
        for (const one of applied.values()) modify(own, one);
        for (const piece of own.primary) expect(primary).toContain(piece);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a verdict adds its intent's pieces and changes the order; it never withholds one", () => {
  fc.assert(
    fc.property(tables, scopes, scores, verdict, (all, found, numbers, named) => {
      const policy = makePolicy(all, { pieces: PIECES });
      const choiceWith = (given: string | null) => {
        const decided = decideRouting({ scores: scored(numbers), policy, intent: null, verdict: given });
        return { decided, chosen: choose({ policy, decided, scopes: found, referral: false }).chosen };
      };
      const without = choiceWith(null);
      fc.pre(!without.decided.certain);
      const withVerdict = choiceWith(named);
      const pieces = new Map(withVerdict.chosen.map((one) => [one.piece, one.role]));
      for (const { piece, role, notes } of without.chosen) {
        if (without.decided.lead === withVerdict.decided.lead || without.decided.contenders.includes(without.decided.lead)) {
          expect(pieces.has(piece) || notes.includes("softened")).toBe(true);
          if (role === "primary") expect(pieces.get(piece)).toBe("primary");
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test("every piece is chosen once or withheld once, never both", () => {
  fc.assert(
    fc.property(tables, scopes, scores, fc.boolean(), (all, found, numbers, referral) => {
      const policy = makePolicy(all, { pieces: PIECES, keep: ["a", "g"] });
      const decided = decideRouting({ scores: scored(numbers), policy, intent: null, verdict: null });
      const choice = choose({ policy, decided, scopes: found, referral });
      const ids = [...choice.chosen.map((one) => one.piece), ...choice.withheld.map((one) => one.id)];
      expect([...ids].sort()).toEqual(PIECES);
    }),
    { numRuns: 2_000 },
  );
});
