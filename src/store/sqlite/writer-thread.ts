/** The writer behind a promise. */
import type { Database } from "better-sqlite3";
import type { Outcome } from "../group-commit.ts";
import type { Entry, Written } from "./entries.ts";
import { writerOf } from "./writer.ts";

export interface WriterThread {
  write(entries: readonly Entry[]): Promise<readonly Outcome<Written>[]>;
  clean(): Promise<boolean>;
  healthy(): boolean;
  close(): Promise<void>;
}

export function startWriter(database: Database): WriterThread {
  const writer = writerOf(database);
  let healthy = true;
  return {
    write: async (entries) => {
      const outcomes = writer.write(entries);
      healthy = outcomes.some((outcome) => "value" in outcome);
      return outcomes;
    },
    clean: async () => writer.clean(),
    healthy: () => healthy,
    close: async () => void writer.clean(),
  };
}
