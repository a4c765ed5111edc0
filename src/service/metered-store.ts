/** A store whose writes are counted and timed, whichever database keeps it. */
import { AppError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { Meter, WrittenRecord } from "./meter.ts";

/** The same store; only what a request waits for is counted. A refusal (erased, unknown, a conflict) is no failure of the store. */
export function meteredStore(store: Store, meter: Pick<Meter, "wrote">, monotonic: () => number): Store {
  const timed = async <Result>(what: WrittenRecord, write: () => Promise<Result>): Promise<Result> => {
    const startedMs = monotonic();
    try {
      const result = await write();
      meter.wrote(what, monotonic() - startedMs, true);
      return result;
    } catch (error) {
      meter.wrote(what, monotonic() - startedMs, error instanceof AppError && error.code !== "audit_unavailable");
      throw error;
    }
  };
  return {
    ...store,
    save: (caller, manifest) => timed("manifest", () => store.save(caller, manifest)),
    putAnswer: (caller, id, answer) => timed("answer", () => store.putAnswer(caller, id, answer)),
    remember: (caller, memory) => timed("memory", () => store.remember(caller, memory)),
    forget: (caller, id, at) => timed("memory", () => store.forget(caller, id, at)),
    erase: (caller, at) => timed("erasure", () => store.erase(caller, at)),
    noteView: (caller, view) => timed("view", () => store.noteView(caller, view)),
  };
}
