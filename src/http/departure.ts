/** Whether the client has left, as a signal that is made only when somebody looks at it. State of one request. */

export interface Departure {
  /** Aborted once `leave` was called, before or after. */
  readonly signal: () => AbortSignal;
  leave(): void;
}

/** An AbortController costs more than the rest of a request that calls nobody, so there is none until it is needed. */
export function createDeparture(): Departure {
  let controller: AbortController | null = null;
  let left = false;
  return {
    signal() {
      controller ??= new AbortController();
      if (left) controller.abort();
      return controller.signal;
    },
    leave() {
      left = true;
      controller?.abort();
    },
  };
}
