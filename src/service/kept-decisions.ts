/**
 * Decisions that were made, kept for whoever asks the same of the same answers: an explanation of what was just assembled, a second try.
 * Bounded state in memory, per tenant and person, no IO. A decision stands while the clock is where it makes no difference.
 */
import { LRUCache } from "lru-cache";
import type { CallerAbout } from "../caller.ts";
import type { Assembly } from "../pipeline/assemble.ts";
import type { ClockSpan } from "../pipeline/kept/clock-span.ts";
import { type Settled, settle } from "../pipeline/kept/settled.ts";
import { standsWhile } from "../pipeline/kept/stands-while.ts";
import { type Hashing, timelessCore } from "../pipeline/manifest/manifest.ts";
import type { TimelessCore } from "../pipeline/records/core.ts";
import type { Prompt } from "../pipeline/records/prompt.ts";
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import type { Receipt } from "../sources/gather.ts";
import type { LearntRatios } from "../tokens/learnt-ratio.ts";
import { hasItsOwn, sameQuestion } from "./same-question.ts";
import type { QuestionBody } from "./service-types.ts";

/** A question of one caller, with everything else that its decision is made from but the answers of the sources. */
export interface Asked {
  readonly body: QuestionBody;
  readonly snapshot: Snapshot;
  /** As loaded: without variants, which are the same for the same person. */
  readonly policy: Policy;
  readonly learnt: Pick<LearntRatios, "milliOf">;
  /** Of the verified caller. */
  readonly groups: readonly string[];
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Whether an uncertain question is shown to a model. */
  readonly asksModel: boolean;
}

export interface KeptDecision {
  /** As it was made; `request.atMs` is the clock of then. */
  readonly assembly: Assembly;
  readonly hashing: Hashing;
  /** The answers it was made from: it stands while they are what the sources answer. */
  readonly receipts: readonly Receipt[];
  readonly core: Settled<TimelessCore>;
  /** The prompt for eyes that may not see fetched texts, once somebody asked for it. */
  masked: Settled<Prompt> | null;
}

type Made = Pick<KeptDecision, "assembly" | "hashing"> & { readonly receipts: readonly Receipt[] | null };

/** What is kept for one question of one caller. */
export interface OwnDecision {
  /** Undefined where nothing was kept, or where it does not stand any more; whether the receipts do is left to whoever can look. */
  find(): KeptDecision | undefined;
  /** Keeps what was made of this question, if it can be met again. */
  keep(made: Made): void;
}

/** For what is tried out: nothing is found and nothing is kept. */
export const NOTHING_KEPT: OwnDecision = { find: () => undefined, keep: () => {} };

export interface KeptDecisions {
  of(caller: CallerAbout, asked: Asked): OwnDecision;
  /** Takes out what is kept for this person. */
  forget(caller: CallerAbout): void;
}

interface Entry {
  readonly owner: string;
  readonly asked: Asked;
  readonly made: Made & { readonly receipts: readonly Receipt[] };
  readonly span: ClockSpan;
  /** Made when the decision is met again: most never are. */
  decision: KeptDecision | null;
}

const MOST_DECISIONS = 256;
/** UTF-16 units of the answers that they hold on to, and of themselves. */
const MOST_UNITS = 16_000_000;
/** A decision with its core, and the JSON of that; the answers and the prompt apart. */
const DECISION_UNITS = 25_000;
/** The parts, the prompt, and its JSON as bytes. */
const PROMPT_COPIES = 3;
const MOST_MS = 600_000;

export function createKeptDecisions(most = MOST_DECISIONS): KeptDecisions {
  const entries = new LRUCache<string, Entry>({ max: most, maxSize: MOST_UNITS, sizeCalculation: unitsOf });
  let erasures = 0;
  return {
    of(caller, asked) {
      const owner = ownerOf(caller);
      const key = owner + asked.body.question;
      const opened = erasures;
      return {
        find() {
          const entry = hasItsOwn(asked.body) ? undefined : entries.get(key);
          return entry !== undefined && stands(entry, asked) ? decisionOf(entry) : undefined;
        },
        keep({ assembly, hashing, receipts }) {
          const ttl = receipts === null || hasItsOwn(asked.body) ? 0 : keptForMs(assembly);
          // Of a person who was erased meanwhile nothing is kept; who that was is not told apart.
          if (receipts === null || ttl <= 0 || erasures !== opened) return;
          const made = { assembly, hashing, receipts };
          entries.set(key, { owner, asked, made, span: standsWhile(assembly), decision: null }, { ttl });
        },
      };
    },
    forget(caller) {
      erasures += 1;
      const owner = ownerOf(caller);
      const theirs = [...entries].filter(([, entry]) => entry.owner === owner);
      for (const [key] of theirs) entries.delete(key);
    },
  };
}

const ownerOf = ({ tenant, about }: CallerAbout): string => JSON.stringify([tenant, about]);

function decisionOf(entry: Entry): KeptDecision {
  if (entry.decision !== null) return entry.decision;
  const { assembly, hashing } = entry.made;
  settle(assembly.labels);
  settle(assembly.prompt);
  entry.decision = { ...entry.made, core: settle(timelessCore(assembly, hashing)), masked: null };
  return entry.decision;
}

function unitsOf({ made: { assembly, receipts } }: Entry): number {
  const answers = receipts.reduce((sum, { result }) => sum + (result.status === "facts" ? result.raw.length : 0), 0);
  const prompt = assembly.parts.reduce((sum, { text }) => sum + text.length, 0);
  return DECISION_UNITS + answers + PROMPT_COPIES * prompt;
}

/**
 * As long as the policy lets every answer be kept; 0 where one is not, which no later request has again, and where more than the
 * answers of sources was asked for: a model, folders, searches and memories answer anew each time.
 */
function keptForMs({ request: { policy }, verdict, documents, results }: Assembly): number {
  if (verdict !== null || documents.size > 0 || policy.memory !== null) return 0;
  let least = MOST_MS;
  for (const [name, { status }] of results)
    least = Math.min(least, status === "failed" ? 0 : (policy.sources.get(name)?.ttlMs ?? 0));
  return least;
}

/** One test for each thing that a decision is made from: a new one does not compile without its own. */
const STANDS: { readonly [Name in keyof Asked]: (then: Entry, now: Asked) => boolean } = {
  body: (then, now) => sameQuestion(then.asked.body, now.body),
  snapshot: (then, now) => then.asked.snapshot === now.snapshot,
  policy: (then, now) => then.asked.policy === now.policy,
  learnt: ({ made }, { learnt }) => made.assembly.request.learntMilli === learnt.milliOf(made.assembly.request.model),
  groups: (then, now) => sameList(then.asked.groups, now.groups),
  atMs: ({ span }, { atMs }) => atMs >= span.fromMs && atMs < span.toMs,
  asksModel: ({ made }, { asksModel }) => !asksModel || made.assembly.decided.certain,
};
const TESTS = Object.values(STANDS);

const stands = (then: Entry, now: Asked): boolean => TESTS.every((test) => test(then, now));

const sameList = (then: readonly string[], now: readonly string[]): boolean =>
  then.length === now.length && then.every((one, at) => one === now[at]);
