/** `experiments` in `policy.yaml`: alternatives of some parts of the policy, each for a share of the people. Pure. */
import { z } from "zod";
import { Name, NamedRecord, Reference } from "./common.ts";
import { DocumentLayout } from "./document-layout.ts";
import { Filters, LAYOUTS, Scoring, STRATEGIES } from "./selection.ts";

/** Without its default: what is not given stays as the policy has it. */
const alternative = <T extends z.ZodType>(field: z.ZodDefault<T>) =>
  (field.unwrap() as unknown as z.ZodType<z.output<T>, z.input<T>>).optional().describe(field.description ?? "");

const atLeastOne = { error: "expected at least one key", params: { code: "empty" } } as const;
const isFilled = (value: object): boolean => Object.values(value).some((one) => one !== undefined);

const Weights = z
  .strictObject({
    relevance: alternative(Scoring.shape.relevance),
    trust: alternative(Scoring.shape.trust),
    freshness: alternative(Scoring.shape.freshness),
    user_need: alternative(Scoring.shape.user_need),
    conflict_risk: alternative(Scoring.shape.conflict_risk),
  })
  .refine(isFilled, atLeastOne);

const OtherFilters = z
  .strictObject({
    relevance_floor: alternative(Filters.shape.relevance_floor),
    freshness_floor: alternative(Filters.shape.freshness_floor),
    freshness_half_life: alternative(Filters.shape.freshness_half_life),
    near_duplicate: alternative(Filters.shape.near_duplicate),
  })
  .refine(isFilled, atLeastOne);

const OtherSource = z
  .strictObject({
    k: z.int().min(1).max(100).optional().describe("The most sections that are chosen for a question."),
    floor: z.number().positive().max(1_000).optional().describe("The score under which nothing is chosen."),
  })
  .refine(isFilled, atLeastOne);

const Variant = z.strictObject({
  share: z.number().min(0).max(100).describe("Percent of the people who get it; the shares of an experiment are 100 together."),
  scoring: Weights.optional().describe("Weights in place of the policy's; those that are not given stay."),
  filters: OtherFilters.optional().describe("Filters in place of the policy's; those that are not given stay."),
  strategy: z.enum(STRATEGIES).optional().describe("How what competes is chosen."),
  top_k: z.int().min(1).max(10_000).optional().describe("For the strategy top_k: how many are looked at."),
  layout: z.enum(LAYOUTS).optional().describe("Whether the evidence or the conversation comes first."),
  order: DocumentLayout.shape.order.unwrap().optional().describe("The order of the sections in the prompt."),
  sources: z
    .record(Reference, OtherSource)
    .optional()
    .describe("By source of documents: other numbers of sections, other floors."),
});

const Experiment = z.strictObject({
  shadow: z
    .boolean()
    .default(false)
    .describe("true: everybody gets the first variant; what the others would do differently is computed beside and recorded."),
  variants: NamedRecord(Variant, "variant")
    .refine((all) => Object.keys(all).length !== 1, { error: "expected at least two variants", params: { code: "too-small" } })
    .describe("What is compared. The first is what a shadow serves."),
});

export const Experiments = z.record(Name, Experiment);
export type Experiments = z.infer<typeof Experiments>;
export type Variant = z.infer<typeof Variant>;
