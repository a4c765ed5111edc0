/** Joins identical calls that are under way at the same time. State in memory, no IO. */

/** One caller's seat in a shared call. */
export interface Seat<T> {
  /** Whether the call was already under way. */
  readonly joined: boolean;
  readonly result: Promise<T>;
  /** Gives the seat up. The call goes on for the others; when the last one leaves, it is aborted. */
  leave(): void;
}

export interface SingleFlight<T> {
  /** Joins the call of this key, or starts it. `start` gets the signal of the call, which is no caller's own. */
  board(key: string, start: (signal: AbortSignal) => Promise<T>): Seat<T>;
}

interface Flight<T> {
  readonly result: Promise<T>;
  /** Callers that still wait. */
  seats: number;
  readonly controller: AbortController;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  /** An abandoned flight has left the map already, and its place may be another's. */
  function clear(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function takeOff(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { result: start(controller.signal), seats: 0, controller };
    flights.set(key, flight);
    const landed = () => clear(key, flight);
    // Handled here as well, because all who waited may have left.
    flight.result.then(landed, landed);
    return flight;
  }

  return {
    board(key, start) {
      const known = flights.get(key);
      const flight = known ?? takeOff(key, start);
      flight.seats += 1;
      let seated = true;
      return {
        joined: known !== undefined,
        result: flight.result,
        leave() {
          if (!seated) return;
          seated = false;
          flight.seats -= 1;
          if (flight.seats > 0) return;
          clear(key, flight);
          flight.controller.abort();
        },
      };
    },
  };
}
