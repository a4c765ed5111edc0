/** What each kind, block or item of a recorded prompt earns: the request again without it. Reads; never writes. */
import { BLOCK_OF } from "../../pipeline/candidate.ts";
import { type Core, type Included, KINDS } from "../../pipeline/records/core.ts";
import { BLOCKS } from "../../policy/schema/policy-file.ts";
import type { Snapshot } from "../../policy/snapshot.ts";
import { pointerTo } from "../pointer.ts";
import { refused } from "../refused.ts";
import type { Recording } from "./recording.ts";
import { type Hashed, type Replay, type ReplayDeps, replayOne } from "./replay.ts";

export const ABLATE_BY = ["kind", "block", "item"] as const;
export type AblateBy = (typeof ABLATE_BY)[number];

export interface Ablation {
  readonly by: AblateBy;
  /** The kind, the block, or the id. */
  readonly name: string;
  /** Tokens of what was in the prompt and was taken out. */
  readonly freed: number;
  /** Ids that were in the prompt. */
  readonly removed: readonly string[];
  /** Of those, the ones that the recorded answer cites. */
  readonly cited: readonly string[];
  /** Ids that came in instead. */
  readonly instead: readonly string[];
  /** Tokens of the whole prompt without it. */
  readonly used: number;
  readonly replay: Replay;
}

export interface AblateAsk extends Hashed {
  /** Policies to run under; null: the recorded ones. */
  readonly under: Snapshot | null;
  readonly by: AblateBy;
  /** Null: each one that has something in the prompt. */
  readonly names: readonly string[] | null;
  /** Ids that the recorded answer cites. */
  readonly cited: ReadonlySet<string>;
}

/** What carries the prompt cannot be taken away: policy text, tool schemas and the question. */
const FIXED: ReadonlySet<string> = new Set(["system", "safety", "instruction", "tools", "question"]);

type Whole = Recording & { readonly core: Core };

/** In the order of the prompt. Throws AppError `invalid_request` for a name that there is not. */
export async function ablate(deps: ReplayDeps, recording: Whole, ask: AblateAsk): Promise<readonly Ablation[]> {
  const groups = groupsOf(recording.core, ask.by);
  assertKnown(recording.core, ask);
  const names = ask.names ?? [...groups.keys()];
  const ablations: Ablation[] = [];
  for (const name of names) ablations.push(await without(deps, recording, { ...ask, name, group: groups.get(name) ?? [] }));
  return ablations;
}

/** Kinds and blocks that this prompt has nothing of take nothing away, and are no mistake; neither is what was left out. */
function assertKnown(core: Core, { by, names }: AblateAsk): void {
  const { included, missing, withheld, dropped } = core;
  const ids = [...included.filter(({ kind }) => !FIXED.has(kind)), ...missing, ...withheld, ...dropped].map(({ id }) => id);
  const known: readonly string[] = { kind: KINDS.filter((kind) => !FIXED.has(kind)), block: BLOCKS, item: ids }[by];
  for (const [at, name] of (names ?? []).entries()) {
    if (known.includes(name)) continue;
    const expected = by === "item" ? "the id of something that this manifest decided about" : `one of ${known.join(", ")}`;
    throw refused(pointerTo(["names", at]), expected, name);
  }
}

function groupsOf({ included }: Core, by: AblateBy): ReadonlyMap<string, readonly Included[]> {
  const groups = new Map<string, Included[]>();
  for (const one of included) {
    if (FIXED.has(one.kind)) continue;
    const name = by === "item" ? one.id : by === "kind" ? one.kind : one.block;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}

interface Removing extends AblateAsk {
  readonly name: string;
  readonly group: readonly Included[];
}

/** Of a kind or a block, what was left out goes as well: it would only come in instead. */
async function without(deps: ReplayDeps, recording: Whole, ask: Removing): Promise<Ablation> {
  const { by, name, group, cited, under, keyed, hashKeyId, marker } = ask;
  const inside = recording.core.dropped.filter(({ kind }) =>
    by === "kind" ? kind === name : by === "block" && BLOCK_OF[kind as keyof typeof BLOCK_OF] === name,
  );
  const removed = group.map(({ id }) => id);
  const all = new Set([...removed, ...inside.map(({ id }) => id)]);
  const replay = await replayOne(deps, recording, { change: {}, under, without: all, keyed, hashKeyId, marker });
  return {
    ...{ by, name, removed, replay },
    freed: group.reduce((sum, { tokens }) => sum + tokens, 0),
    cited: removed.filter((id) => cited.has(id)),
    instead: replay.difference?.shown ?? [],
    used: replay.difference?.tokens.after ?? recording.core.budget.used,
  };
}
