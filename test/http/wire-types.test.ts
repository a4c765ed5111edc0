/** The schemas of the wire and the records of the pipeline are the same types, both ways. The compiler is the test. */
import { describe, it } from "vitest";
import type { z } from "zod";
import type { AssembleBody, ExplainBody } from "../../src/http/answer-view.ts";
import type { DeepReadonly } from "../../src/http/types.ts";
import type { AssembleAnswer, Branches, ExplainAnswer, Naive, NearMiss } from "../../src/http/wire/answer.ts";
import type * as core from "../../src/http/wire/core.ts";
import type * as decision from "../../src/http/wire/decision.ts";
import type { Manifest } from "../../src/http/wire/manifest.ts";
import type { PolicySummary } from "../../src/http/wire/policy.ts";
import type { Prompt } from "../../src/http/wire/prompt.ts";
import type { ExplainQuestion, Question } from "../../src/http/wire/question.ts";
import type * as wire from "../../src/http/wire/records.ts";
import type * as routing from "../../src/http/wire/routing.ts";
import type { SourceTiming } from "../../src/http/wire/source-timing.ts";
import type { WhatIf } from "../../src/http/wire/what-if.ts";
import type { Difference } from "../../src/pipeline/manifest/difference.ts";
import type * as records from "../../src/pipeline/records/core.ts";
import type * as explanation from "../../src/pipeline/records/explanation.ts";
import type * as inputRecords from "../../src/pipeline/records/inputs.ts";
import type * as promptRecords from "../../src/pipeline/records/prompt.ts";
import type { PolicyFinding } from "../../src/policy/problem.ts";
import type * as routed from "../../src/routing/records.ts";
import type { Ablation } from "../../src/service/replay/ablate.ts";
import type { AblateBody, IncidentRecord, RevealedPrompt } from "../../src/service/replay/records.ts";
import type { Replay } from "../../src/service/replay/replay.ts";
import type * as answers from "../../src/service/service-types.ts";
import type * as sources from "../../src/sources/source-result.ts";
import type { ManifestSummary } from "../../src/store/manifest-query.ts";
import type { StoredManifest } from "../../src/store/manifest-store.ts";

type Wire<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
type Same<A, B> = [A] extends [DeepReadonly<B>]
  ? [DeepReadonly<B>] extends [A]
    ? true
    : "the record has more"
  : "the wire has more";

/** Compiles only with `true`. */
const same = <_ extends true>(): void => {};

describe("wire types", () => {
  it("equal the records", () => {
    same<Same<Wire<typeof core.Core>, records.Core>>();
    same<Same<Wire<typeof core.Inputs>, inputRecords.Inputs>>();
    same<Same<Wire<typeof decision.Decision>, records.Decision>>();
    same<Same<Wire<typeof decision.Included>, records.Included>>();
    same<Same<Wire<typeof decision.Missing>, records.Missing>>();
    same<Same<Wire<typeof decision.Withheld>, routed.Withheld>>();
    same<Same<Wire<typeof decision.Dropped>, records.Dropped>>();
    same<Same<Wire<typeof routing.Routing>, routed.Routing>>();
    same<Same<Wire<typeof routing.ScopeRecord>, routed.ScopeRecord>>();
    same<Same<Wire<typeof Prompt>, promptRecords.Prompt>>();
    same<Same<Wire<typeof Branches>, explanation.Branches>>();
    same<Same<Wire<typeof NearMiss>, explanation.NearMiss>>();
    same<Same<Wire<typeof Naive>, explanation.Naive>>();
    same<Same<Wire<typeof SourceTiming>, sources.SourceTiming>>();
    same<Same<Wire<typeof Manifest>, StoredManifest>>();
    same<Same<Wire<typeof wire.Difference>, Difference>>();
    same<Same<Wire<typeof wire.Replay>, Replay>>();
    same<Same<Wire<typeof wire.Ablations>["items"][number], Ablation>>();
    same<Same<Wire<typeof wire.IncidentRecord>, IncidentRecord>>();
    same<Same<Wire<typeof wire.RevealedPrompt>, RevealedPrompt>>();
    same<Same<Wire<typeof wire.ManifestList>["items"][number], ManifestSummary>>();
    same<Same<Wire<typeof PolicySummary>["findings"][number], PolicyFinding>>();
  });

  it("equal what the service takes", () => {
    same<Same<Wire<typeof Question>, answers.QuestionBody>>();
    same<Same<Wire<typeof wire.AblateBody>, AblateBody>>();
    same<Same<Wire<typeof WhatIf>, answers.WhatIf>>();
    same<Same<Wire<typeof ExplainQuestion>, answers.QuestionBody & { readonly what_if?: answers.WhatIf | undefined }>>();
    same<Same<Wire<typeof AssembleAnswer>, AssembleBody>>();
    same<Same<Wire<typeof ExplainAnswer>, ExplainBody>>();
  });

  it("would not compile with a difference", () => {
    // @ts-expect-error a field of the record is missing on the wire
    same<Same<Omit<Wire<typeof core.Core>, "zones">, records.Core>>();
    // @ts-expect-error a word that the record does not know
    same<Same<Wire<typeof Prompt> | { readonly format: "banana" }, promptRecords.Prompt>>();
  });
});
