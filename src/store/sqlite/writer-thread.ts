/**
 * The writer as a thread of its own: starts it, speaks with it, and starts it again when it ended by itself. Everything that it
 * had not acknowledged is rejected then; whether the last of it was written is not known.
 */
import { Worker } from "node:worker_threads";
import type { Outcome } from "../group-commit.ts";
import { auditUnavailable, mayBeOneRecord } from "../store-errors.ts";
import type { Entry, Written } from "./entries.ts";
import { fromSent, type WriterReply, type WriterRequest, type WriterSettings } from "./writer-messages.ts";

/** Before the first new start, doubled by each that ends without one write. */
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 30_000;
/** For the last checkpoint. */
const CLOSE_PATIENCE_MS = 10_000;
/** Of the heap, for what one batch makes: with the default a tenth of the time goes into collecting. */
const YOUNG_MB = 48;

export interface WriterThread {
  /** Rejects with AppError `audit_unavailable` when the thread ended, or is not running. */
  write(entries: readonly Entry[]): Promise<readonly Outcome<Written>[]>;
  /** Takes what was erased from the disk; false while that cannot be done. Rejects as `write` does. */
  clean(): Promise<boolean>;
  /** False from a failed write, or the end of the thread, to the next write that succeeds. */
  healthy(): boolean;
  /** Ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (reply: WriterReply) => void;
  readonly reject: (error: Error) => void;
}

/** Invariant: the thread keeps the process alive exactly while something waits for it. */
interface Running {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

export function startWriter(settings: WriterSettings): WriterThread {
  let healthy = true;
  let closing = false;
  let restMs = FIRST_REST_MS;
  let nextId = 0;
  let running: Running | null = null;

  const start = (): void => {
    running = run(settings, {
      onError: () => {
        healthy = false;
      },
      onEnd: () => {
        running = null;
        if (closing) return;
        healthy = false;
        setTimeout(() => !closing && start(), restMs).unref();
        restMs = Math.min(2 * restMs, LONGEST_REST_MS);
      },
    });
  };

  const ask = (request: { ask: "write"; entries: readonly Entry[] } | { ask: "clean" | "close" }): Promise<WriterReply> => {
    if (running === null) return Promise.reject(ended());
    const { worker, pending } = running;
    nextId += 1;
    const id = nextId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, ...request } satisfies WriterRequest);
    });
  };

  start();
  return {
    healthy: () => healthy && running !== null,
    async write(entries) {
      const reply = await ask({ ask: "write", entries });
      const outcomes = "outcomes" in reply ? reply.outcomes.map(fromSent) : [];
      // A record that breaks a rule says nothing of the store.
      healthy = outcomes.every((outcome) => "value" in outcome || mayBeOneRecord(outcome.error));
      if (outcomes.some((outcome) => "value" in outcome)) restMs = FIRST_REST_MS;
      return outcomes;
    },
    async clean() {
      const reply = await ask({ ask: "clean" });
      return "done" in reply && reply.done;
    },
    async close() {
      closing = true;
      if (running === null) return;
      const { worker } = running;
      const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      void ask({ ask: "close" }).catch(() => undefined);
      // Never ended by force: a thread that is stopped inside of SQLite takes the process with it.
      let patience: NodeJS.Timeout | undefined;
      const impatient = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, CLOSE_PATIENCE_MS);
      });
      await Promise.race([gone, impatient]);
      clearTimeout(patience);
      worker.unref();
    },
  };
}

function run(
  settings: WriterSettings,
  { onError, onEnd }: { readonly onError: () => void; readonly onEnd: () => void },
): Running {
  const worker = spawn(settings);
  const pending = new Map<number, Pending>();
  worker.unref();
  worker.on("message", (reply: WriterReply) => {
    pending.get(reply.id)?.resolve(reply);
    pending.delete(reply.id);
    if (pending.size === 0) worker.unref();
  });
  worker.on("error", (error) => {
    onError();
    rejectAll(pending, error);
  });
  worker.on("exit", () => {
    rejectAll(pending);
    onEnd();
  });
  return { worker, pending };
}

function rejectAll(pending: Map<number, Pending>, cause?: unknown): void {
  for (const { reject } of pending.values()) reject(ended(cause));
  pending.clear();
}

const ended = (cause?: unknown): Error =>
  auditUnavailable("The writer of the store ended and is started again; the record counts as not stored.", cause);

/** The built file; from sources (tests, `npm run dev`) the same file through the loader, which a thread does not inherit. */
function spawn(workerData: WriterSettings): Worker {
  const own = new URL(import.meta.url).href;
  const file = new URL(`./writer-worker${own.slice(own.lastIndexOf("."))}`, own);
  if (!file.pathname.endsWith(".ts"))
    return new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const code = `require("tsx/cjs/api").register(); require(require("node:url").fileURLToPath(${JSON.stringify(file.href)}));`;
  return new Worker(code, { eval: true, workerData });
}
