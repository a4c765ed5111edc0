/** What was opened, to be closed in reverse: at the end, and where a start fails half way. Keeps what is open. */

export interface Closing {
  /** Gives back what was opened. */
  opened<Thing extends { close(): unknown }>(thing: Thing): Thing;
  /** Newest first, one after another, each of them whatever becomes of the others. Rejects with the first fault; does nothing again. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  let open: { close(): unknown }[] = [];
  return {
    opened(thing) {
      open.push(thing);
      return thing;
    },
    async close() {
      const closing = open.reverse();
      open = [];
      const faults: unknown[] = [];
      for (const thing of closing) {
        try {
          await thing.close();
        } catch (fault) {
          faults.push(fault);
        }
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
