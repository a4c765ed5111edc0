/** A person's data as a whole: erased, and handed over. IO through the store and the caches of the process. */
import { type Caller, type CallerAbout, callerAbout } from "../caller.ts";
import { AppError } from "../errors.ts";
import type { StoredManifest } from "../store/manifest-store.ts";
import type { ErasureReceipt, PeopleStore, PersonRecord } from "../store/people-store.ts";
import { forgetTexts } from "../text/generations.ts";
import type { KeptDecisions } from "./kept-decisions.ts";
import { shownManifest } from "./shown-manifest.ts";

/** Manifests whose views are noted together, in one commit. */
const NOTED_AT_ONCE = 50;

export interface PeopleDeps {
  readonly store: Pick<PeopleStore, "erase" | "exportPerson" | "noteView">;
  /** Says how many answers went. */
  readonly answers: { forget(caller: CallerAbout): number };
  /** Made from those answers. */
  readonly decisions: Pick<KeptDecisions, "forget">;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Erased extends ErasureReceipt {
  /** Answers of sources about the person that this process held. */
  readonly cached: number;
}

export interface People {
  /**
   * About oneself; about others with any_subject. Again for the same person: a receipt with what came since. Rejects with AppError
   * `forbidden`, `audit_unavailable` (ask again; the caches are emptied all the same).
   */
  erase(caller: Caller, subject: string): Promise<Erased>;
  /**
   * Everything about the person, texts included. Of each manifest it is noted who saw it and why, before it is handed out. Throws
   * AppError `forbidden` at once.
   */
  export(caller: Caller, subject: string, reason: string): AsyncIterable<PersonRecord>;
}

export function createPeople(deps: PeopleDeps): People {
  return {
    async erase(caller, subject) {
      const about = callerAbout(caller, subject);
      // Whatever becomes of the records, and after them, since an answer may be built on them until they are gone.
      let cached = 0;
      const receipt = await deps.store.erase(about, instant(deps)).finally(() => {
        cached = deps.answers.forget(about);
        deps.decisions.forget(about);
        forgetTexts();
      });
      return { ...receipt, cached };
    },
    export: (caller, subject, reason) => recordsOf(deps, callerAbout(caller, subject), reason),
  };
}

async function* recordsOf(deps: PeopleDeps, caller: CallerAbout, reason: string): AsyncGenerator<PersonRecord> {
  let waiting: PersonRecord[] = [];
  for await (const record of deps.store.exportPerson(caller)) {
    waiting.push(record);
    if (waiting.length < NOTED_AT_ONCE) continue;
    yield* await noted(deps, caller, { records: waiting, reason });
    waiting = [];
  }
  yield* await noted(deps, caller, { records: waiting, reason });
}

interface Shown {
  readonly records: readonly PersonRecord[];
  readonly reason: string;
}

/** The records, without those whose manifest is past its time by now. */
async function noted(deps: PeopleDeps, caller: CallerAbout, { records, reason }: Shown): Promise<readonly PersonRecord[]> {
  const manifests = records.filter(({ kind }) => kind === "manifest");
  const seen = await Promise.all(manifests.map(({ id }) => noteView(deps, caller, { id, reason })));
  const gone = new Set(manifests.filter((_, at) => !seen[at]).map(({ id }) => id));
  return records
    .filter(({ kind, id }) => kind === "text" || !gone.has(id))
    .map((record) =>
      record.kind === "manifest" ? { ...record, body: shownManifest(caller, record.body as StoredManifest) } : record,
    );
}

/** False for a manifest that is not there any more. */
async function noteView(
  deps: PeopleDeps,
  caller: CallerAbout,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<boolean> {
  try {
    await deps.store.noteView(caller, {
      ...{ manifest_id: id, what: "export", reason },
      ...{ viewer: caller.subject, at: instant(deps) },
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return false;
    throw error;
  }
}

const instant = ({ now }: PeopleDeps): string => new Date(now()).toISOString();
