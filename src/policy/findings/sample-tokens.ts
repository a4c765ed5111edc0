/** Counts the line of each piece, filled from its source's sample. Pure. */
import { factLine } from "../../pipeline/render/lines.ts";
import type { Json } from "../../sources/source-result.ts";
import type { TokenCounter } from "../../tokens/token-counter.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import { factAt, sampleMember } from "../sample.ts";
import { servicesOf } from "../schema/sources-file.ts";
import type { Piece, Policy } from "../snapshot.ts";

export interface PieceTokens {
  readonly piece: string;
  readonly declared: number | null;
  /** Of the line as it is rendered: mark, label and line end included. */
  readonly measured: number;
}

/** In the order of pieces.yaml, in the policy's language and time zone. */
export function measurePieces(
  policy: Omit<Policy, "findings">,
  { files, samples }: PolicyReading,
  counter: TokenCounter,
): readonly PieceTokens[] {
  return [...policy.pieces.values()].map((piece) => {
    const path = servicesOf(files.sources.value.sources ?? {})[piece.source]?.sample ?? "";
    const line = sampleLine(piece, samples.get(path) ?? null, policy);
    return {
      piece: piece.id,
      declared: piece.declaredTokens,
      measured: counter.count(factLine(piece.label(policy.language), line, null)),
    };
  });
}

function sampleLine(piece: Piece, sample: Json, { language, timeZone }: Omit<Policy, "findings">): string {
  const fact = factAt(sample, piece.pointer);
  const template = piece.line(language);
  const values = new Map(template.names.map(({ name }) => [name, sampleMember(fact, name) ?? null]));
  return template.render(values, timeZone.fallback);
}
