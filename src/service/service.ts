/** The one service behind both faces: resolves a body, opens the sources, assembles, and stores before it answers. */

import { randomUUID } from "node:crypto";
import type { CallerAbout } from "../caller.ts";
import { unknownManifest } from "../store/store-errors.ts";
import { decide } from "./decide.ts";
import { explain } from "./explain.ts";
import { lapsOf } from "./laps.ts";
import { manifestWrite } from "./manifest-write.ts";
import { type Opened, openRequest, type ServiceDeps } from "./open-request.ts";
import { previousPrompt } from "./previous-prompt.ts";
import { recalled } from "./recalled.ts";
import { modelAnswers } from "./receive-answer.ts";
import type { AssembledPrompt, Call, QuestionBody, Service } from "./service-types.ts";
import { shownManifest } from "./shown-manifest.ts";
import { storeAssembly } from "./store-assembly.ts";

export function createService(deps: ServiceDeps): Service {
  return {
    snapshot: deps.snapshot,
    readings: () => deps.library.readings(),
    assemble: async (caller, body, call) =>
      answerStored(deps, openRequest(deps, caller, body, { call, asksModel: true }), { body, call }),
    explain: (caller, body, parts, call) => explain(deps, caller, { body, parts, call }),
    async manifest(caller, id) {
      const found = await deps.store.read(caller, id);
      if (found === null) throw unknownManifest();
      return shownManifest(caller, found);
    },
    ...modelAnswers(deps),
  };
}

interface Asked {
  readonly body: QuestionBody;
  readonly call: Call;
}

async function answerStored(deps: ServiceDeps, opened: Opened, { body, call }: Asked): Promise<AssembledPrompt> {
  const laps = lapsOf(deps.monotonic);
  const compare = previousPrompt(deps.store, opened.caller, opened.request.conversation);
  const { recall, request, timing } = await recalled(deps, opened, call);
  if (recall !== null) laps.mark("recall");
  const assembled = await decide(deps, opened, request, laps.mark);
  const { core, settled } = assembled;
  const assembly = assembled.assembly();
  const compared = await compare(core);
  const prefix = { ...compared, findings: [...deps.prefixes.sent(core, compared), ...compared.findings] };
  const manifestId = randomUUID();
  const timings = [...timing, ...assembled.timings()];
  const write = manifestWrite(assembly, {
    ...{ core, manifestId, call, body, timings, createdMs: deps.now(), prefix },
    ...{ groups: opened.caller.groups, recall, keyed: opened.hashing.keyed },
  });
  laps.mark("record");
  const { audit } = opened.request.policy;
  const persisted = await storeAssembly(deps.store, opened.caller, { documents: assembly.documents, write, audit });
  laps.mark("store");
  deps.meter.assembled({ core, sources: write.inputs.sources, timings, stages: laps.stages });
  deps.sampleSaved(assembly, opened.deps.counter);
  const { hashing, caller } = opened;
  const loaded = deps.snapshot().policies.get(core.policy.name);
  const shown = { assembly, core, manifestId: persisted ? manifestId : null };
  if (loaded?.digest === core.policy.digest)
    deps.shadows.compare({ ...shown, caller, policy: loaded, deps: opened.deps, hashing });
  return {
    ...{ core, prompt: assembly.prompt, labels: assembly.labels, persisted, manifestId: shown.manifestId },
    ...{ subjectHash: subjectHashOf(deps, caller), timings, prefix, settled },
  };
}

const subjectHashOf = ({ store }: ServiceDeps, caller: CallerAbout): string =>
  store.hash(caller, JSON.stringify(["subject", caller.about]));
