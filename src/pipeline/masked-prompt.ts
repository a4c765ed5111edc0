/** The prompt for eyes that may not see fetched texts: each fact as its label and tokens. Pure. */
import type { Assembly } from "./assemble.ts";
import type { Prompt } from "./records.ts";
import { payloadOf } from "./render/payload.ts";

/** `[Injury readiness: 17 tokens]` in place of each fact, except of the sources in `shown`. The same bytes otherwise. */
export function maskedPrompt(assembly: Assembly, shown: ReadonlySet<string>): Prompt {
  const { evidence, request, stretches } = assembly;
  const lines = evidence.facts.map(({ fact, text, tokens }) =>
    fact === null || shown.has(fact.piece.source) ? text : `- [${fact.label}: ${tokens} tokens]\n`,
  );
  const facts = `${evidence.heading?.text ?? ""}${lines.join("")}${evidence.gaps.map((gap) => gap.line).join("")}`;
  return payloadOf(request.format, request.model, { ...stretches, facts });
}
