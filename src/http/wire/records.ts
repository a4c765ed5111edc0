/** What is asked about recorded manifests, and what is answered. Pure. */
import { z } from "zod";
import { DIFF_STAGES } from "../../pipeline/manifest/outcome.ts";
import { DROPPED_REASONS, FINDING_CODES, INCLUDED_REASONS, MISSING_REASONS } from "../../pipeline/records/core.ts";
import { VARIANT } from "../../policy/experiments.ts";
import { WITHHELD_REASONS } from "../../routing/records.ts";
import { ABLATE_BY } from "../../service/replay/ablate.ts";
import { NOT_REPLAYED } from "../../service/replay/recording.ts";
import { Manifest } from "./manifest.ts";
import { nextCursor, PageQuery } from "./page.ts";
import { Prompt } from "./prompt.ts";
import { Id, Instant, textUpTo } from "./text.ts";
import { WhatIf } from "./what-if.ts";

const Name = textUpTo(100);
const DateTime = z.string().meta({ format: "date-time" });

const Variant = z.string().max(200).regex(VARIANT, "a variant as experiment=variant, both in small letters, digits and _");

export const ManifestQuery = z.strictObject({
  ...PageQuery.shape,
  from: Instant.optional().describe("Written at this time or later."),
  to: Instant.optional().describe("Written before this time."),
  policy: Name.optional(),
  intent: Name.optional(),
  request_id: textUpTo(200).optional(),
  conversation: Id.optional(),
  subject: Id.optional(),
  digest: Name.optional().describe("Of the policy."),
  source: Name.optional().describe("A source that did not give what was wanted."),
  missing: z.enum(MISSING_REASONS).optional().describe("Why it did not; with source, why that source did not."),
  reason: z
    .enum([...WITHHELD_REASONS, ...DROPPED_REASONS, ...INCLUDED_REASONS])
    .optional()
    .describe("A reason code that some candidate has."),
  finding: z
    .enum(FINDING_CODES)
    .exclude(["cached_share_falling"])
    .optional()
    .describe("A finding of the prompt or of how it begins. What is found in a model's answer is not looked for."),
  variant: Variant.optional().describe("experiment=variant."),
  shadow: Variant.optional().describe("experiment=variant: that variant, computed beside, would have decided otherwise."),
});

const ManifestSummary = z
  .strictObject({
    manifest_id: z.string(),
    created_at: DateTime,
    policy: z.string(),
    digest: z.string(),
    intent: z.string(),
    request_id: z.string(),
    conversation: z.string().nullable(),
    erased_at: DateTime.nullable().describe("Null for a record with its content."),
  })
  .meta({ id: "ManifestSummary" });

export const ManifestList = z
  .strictObject({ items: z.array(ManifestSummary).describe("Newest first."), next_cursor: nextCursor })
  .meta({ id: "ManifestList" });

const Reason = textUpTo(500);

export const RevealQuery = z.strictObject({ reason: Reason.describe("Why somebody has to see it; kept with the view.") });
export const ExportQuery = z.strictObject({
  reason: Reason.optional().describe("Asks for the texts too, and says why; needs the permission reveal."),
});

export const RevealedPrompt = z.strictObject({ manifest_id: z.string(), prompt: Prompt }).meta({ id: "RevealedPrompt" });

const View = z
  .strictObject({ manifest_id: z.string(), what: z.string(), reason: z.string(), viewer: z.string().nullable(), at: DateTime })
  .meta({ id: "TextView" });

export const IncidentRecord = z
  .strictObject({
    manifest: Manifest,
    views: z.array(View).describe("Who saw texts of it, oldest first."),
    texts: z.record(z.string(), z.string()).nullable().describe("By keyed hash; null where no reason was given."),
  })
  .meta({ id: "IncidentRecord" });

const Told = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const Change = z
  .strictObject({
    stage: z.enum(DIFF_STAGES),
    id: z.string().nullable().describe("Of the candidate; null for what is decided for the whole."),
    what: z.string(),
    before: Told,
    after: Told,
  })
  .meta({ id: "Change" });

export const Difference = z
  .strictObject({
    first: z.enum(DIFF_STAGES).nullable().describe("The earliest stage with a change; null where nothing differs."),
    changes: z.array(Change).describe("In the order of the flow."),
    shown: z.array(z.string()).describe("Ids in the second prompt alone."),
    hidden: z.array(z.string()).describe("Ids in the first prompt alone."),
    tokens: z.strictObject({ before: z.int(), after: z.int() }),
  })
  .meta({ id: "Difference" });

/** What is stored of a shadow, see `service/shadows.ts`. */
export const ShadowResult = z.union([z.strictObject({ refused: z.string() }), Difference]);

const ShadowItem = z
  .strictObject({
    experiment: z.string(),
    variant: z.string(),
    computed_at: DateTime,
    refused: z.string().nullable().describe("The error that this variant would have been refused with."),
    difference: Difference.nullable().describe("Against what was served; null where it would have been refused."),
  })
  .meta({ id: "Shadow" });

export const ShadowList = z.strictObject({ items: z.array(ShadowItem) }).meta({ id: "ShadowList" });

export const ReplayBody = z
  .strictObject({ change: WhatIf.optional().describe("Absent: as it was recorded.") })
  .meta({ id: "ReplayBody" });

export const Replay = z
  .strictObject({
    manifest_id: z.string(),
    outcome: z.enum(["identical", "changed", "not_replayed"]),
    reason: z.enum(NOT_REPLAYED).nullable().describe("Why nothing was run, or that another version of the service answers."),
    not_recorded: z
      .array(z.string())
      .describe(
        "Sources that only the change asks; they count as unreachable. `memory`: less was recorded than the change asks for.",
      ),
    difference: Difference.nullable(),
  })
  .meta({ id: "Replay" });

export const AblateBody = z
  .strictObject({
    by: z.enum(ABLATE_BY),
    names: z.array(textUpTo(200)).min(1).max(200).optional().describe("Absent: each one that has something in the prompt."),
  })
  .meta({ id: "AblateBody" });

const Ablation = z
  .strictObject({
    by: z.enum(ABLATE_BY),
    name: z.string(),
    freed: z.int().describe("Tokens of what was taken out of the prompt."),
    removed: z.array(z.string()),
    cited: z.array(z.string()).describe("Of those, what the recorded answer cites."),
    instead: z.array(z.string()).describe("What came in instead."),
    used: z.int().describe("Tokens of the prompt without it."),
    replay: Replay,
  })
  .meta({ id: "Ablation" });

export const Ablations = z.strictObject({ items: z.array(Ablation) }).meta({ id: "Ablations" });

export const DiffQuery = z.strictObject({ against: Id.describe("The manifest that counts as before.") });
