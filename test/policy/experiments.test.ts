/** Who gets which variant, and what a variant makes of a policy. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignVariants, knownVariants, policyOf as policyWith } from "../../src/policy/experiments.ts";
import type { Experiment } from "../../src/policy/rules/experiments.ts";
import { loadBase, loadEdited, policyOf, problemsOf } from "../support/load-base.ts";

const keyed = (text: string): string => `hmac-sha256:${createHmac("sha256", "a key of the tests").update(text).digest("hex")}`;

const NOTHING = { weights: {}, filters: {}, strategy: null, topK: null, layout: null, order: null, documents: new Map() };
const experiment = (name: string, shares: readonly number[], shadow = false): Experiment => ({
  ...{ name, shadow },
  variants: shares.map((share, at) => ({ name: `v${at}`, share, alternatives: NOTHING })),
});

const SUBJECTS = Array.from({ length: 20_000 }, (_, at) => `person-${at}`);

/** Of each variant the share of the subjects, in percent. */
function sharesOf(one: Experiment, subjects: readonly string[] = SUBJECTS): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const subject of subjects) {
    const [assigned] = assignVariants([one], subject, keyed);
    counts.set(assigned?.variant ?? "", (counts.get(assigned?.variant ?? "") ?? 0) + 100 / subjects.length);
  }
  return counts;
}

describe("assignment", () => {
  test.each([[[50, 50]], [[90, 10]], [[33.3, 33.3, 33.4]], [[0, 100]], [[1, 99]]])(
    "shares of %j hold over 20,000 subjects, to five standard errors",
    (shares) => {
      const got = sharesOf(experiment("order", shares));
      for (const [at, share] of shares.entries()) {
        const error = 100 * Math.sqrt(((share / 100) * (1 - share / 100)) / SUBJECTS.length);
        expect(Math.abs((got.get(`v${at}`) ?? 0) - share)).toBeLessThanOrEqual(5 * error + 1e-6);
      }
    },
  );

  test("two experiments are independent: within each variant of one, the other's shares hold", () => {
    const both = [experiment("order", [50, 50]), experiment("weights", [50, 50])];
    const pairs = SUBJECTS.map((subject) =>
      assignVariants(both, subject, keyed)
        .map(({ variant }) => variant)
        .join(" "),
    );
    for (const pair of ["v0 v0", "v0 v1", "v1 v0", "v1 v1"])
      expect(Math.abs(pairs.filter((one) => one === pair).length / SUBJECTS.length - 0.25)).toBeLessThan(0.016);
  });

  test("another tenant's key gives another assignment", () => {
    const one = [experiment("order", [50, 50])];
    const others = SUBJECTS.filter(
      (subject) =>
        assignVariants(one, subject, keyed)[0]?.variant !==
        assignVariants(one, subject, (text) => keyed(`other ${text}`))[0]?.variant,
    );
    expect(Math.abs(others.length / SUBJECTS.length - 0.5)).toBeLessThan(0.02);
  });

  test("is the same again, whatever other experiments there are", () => {
    fc.assert(
      fc.property(fc.string(), (subject) => {
        const alone = assignVariants([experiment("order", [20, 80])], subject, keyed)[0];
        const beside = assignVariants([experiment("weights", [50, 50]), experiment("order", [20, 80])], subject, keyed)[1];
        expect(beside).toEqual(alone);
      }),
    );
  });

  test("a shadow serves its first variant to everybody", () => {
    expect([...sharesOf(experiment("order", [1, 99], true)).keys()]).toEqual(["v0"]);
  });

  test("a rounding of the shares gives nobody a variant without a share", () => {
    const end = (): string => "f".repeat(64);
    expect(assignVariants([experiment("order", [33.3, 66.699999, 0])], "x", end)).toEqual([
      { experiment: "order", variant: "v1" },
    ]);
  });
});

const WRITTEN = `experiments:
  order:
    variants:
      control: { share: 50 }
      plain: { share: 50, order: score, layout: conversation_first }
  choosing:
    variants:
      control: { share: 50 }
      best:
        share: 50
        strategy: top_k
        top_k: 7
        scoring: { relevance: 0.9 }
        filters: { near_duplicate: 1, freshness_half_life: 30d }
`;
const withExperiments = async (written = WRITTEN) =>
  policyOf(await loadEdited("policy.yaml", "audit: best_effort\n", `audit: best_effort\n${written}`));

describe("the policy of a variant", () => {
  test("has what the variant names, and the rest as it was", async () => {
    const policy = await withExperiments();
    const own = policyWith(policy, [
      { experiment: "order", variant: "plain" },
      { experiment: "choosing", variant: "best" },
    ]);
    expect(own).toEqual({
      ...policy,
      ...{ strategy: "top_k", topK: 7 },
      weights: { ...policy.weights, relevance: 0.9 },
      filters: { ...policy.filters, nearDuplicate: null, halfLifeMs: 30 * 86_400_000 },
      prompt: { ...policy.prompt, layout: "conversation_first", documents: { ...policy.prompt.documents, order: "score" } },
    });
  });

  test("of a control is the policy itself; of the same variants the same object again", async () => {
    const policy = await withExperiments();
    expect(policyWith(policy, [{ experiment: "order", variant: "control" }])).toBe(policy);
    const plain = [{ experiment: "order", variant: "plain" }];
    expect(policyWith(policy, plain)).toBe(policyWith(policy, [...plain]));
    expect(policyWith(policy, plain).intents).toBe(policy.intents);
    expect(policyWith(policy, plain)).not.toBe(policy);
  });

  test("names that the policy does not have change nothing", async () => {
    const policy = await withExperiments();
    const gone = [
      { experiment: "order", variant: "gone" },
      { experiment: "gone", variant: "plain" },
    ];
    expect(knownVariants(policy, gone)).toEqual([]);
    expect(policyWith(policy, gone)).toBe(policy);
  });

  test("numbers of one source of documents", async () => {
    const sources = (await policyOf(await loadBase())).files.get("sources.yaml") ?? "";
    const files = {
      "sources.yaml": `${sources}  handbook:\n    folder: documents\n    access: tenant\n    floor: 2\n`,
      "policy.yaml": `${(await withExperiments("")).files.get("policy.yaml")}experiments:\n  more:\n    variants:\n      control: { share: 50 }\n      eight: { share: 50, sources: { handbook: { k: 8 } } }\n`,
    };
    const loaded = await loadBase({ files });
    const policy = policyOf(loaded);
    const own = policyWith(policy, [{ experiment: "more", variant: "eight" }]).documents.get("handbook");
    expect(own).toEqual({ ...policy.documents.get("handbook"), k: 8, floor: 2 });
  });
});

describe("what the check says", () => {
  test("an alternative that the policy has anyway, and a variant that is another's double", async () => {
    const written = `experiments:
  order:
    variants:
      control: { share: 50 }
      same: { share: 30, order: edges, scoring: { relevance: 0.4 } }
      other: { share: 20, order: score }
`;
    expect((await withExperiments(written)).findings).toEqual([
      idle('scoring.relevance of the variant "same" of "order" is what the policy has anyway.', [
        "order",
        "same",
        "scoring.relevance",
      ]),
      idle('order of the variant "same" of "order" is what the policy has anyway.', ["order", "same", "order"]),
      idle('The variants "control" and "same" of "order" are the same.', ["order", "control", "same"]),
    ]);
  });

  test("an unknown source with what was probably meant", async () => {
    const sources = policyOf(await loadBase()).files.get("sources.yaml") ?? "";
    const files = {
      "sources.yaml": `${sources}  handbook:\n    folder: documents\n    access: tenant\n`,
      "policy.yaml": `${policyOf(await loadBase()).files.get("policy.yaml")}experiments:\n  more:\n    variants:\n      control: { share: 50 }\n      eight: { share: 50, sources: { handbok: { k: 8 } } }\n`,
    };
    expect(problemsOf(await loadBase({ files })).map(({ message }) => message)).toEqual([
      '"handbok" is not a source of this policy; did you mean "handbook"?',
    ]);
  });
});

const idle = (message: string, items: readonly string[]) => ({ code: "variant_changes_nothing", message, items });
