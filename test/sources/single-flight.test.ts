import { expect, test } from "vitest";
import { createSingleFlight } from "../../src/sources/single-flight.ts";

/** A call that the test ends, and the signal it was given. */
function controlled() {
  const { promise, resolve, reject } = withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { start, signals, resolve, reject };
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test("callers of one key share one call, callers of another have their own", async () => {
  const flights = createSingleFlight<string>();
  const [a, b] = [controlled(), controlled()];
  const seats = [flights.board("a", a.start), flights.board("a", a.start), flights.board("b", b.start)];
  expect(seats.map(({ joined }) => joined)).toEqual([false, true, false]);
  a.resolve("of a");
  b.resolve("of b");
  expect(await Promise.all(seats.map(({ result }) => result))).toEqual(["of a", "of a", "of b"]);
  expect([a.signals.length, b.signals.length]).toEqual([1, 1]);
});

test("one who leaves, even twice, takes nothing from the others; the last one to leave ends the call", async () => {
  const flights = createSingleFlight<string>();
  const call = controlled();
  const [first, second] = [flights.board("a", call.start), flights.board("a", call.start)];
  first.leave();
  first.leave();
  expect(call.signals[0]?.aborted).toBe(false);
  second.leave();
  expect(call.signals[0]?.aborted).toBe(true);
});

test("nobody boards a call that was given up, and its end does not remove its successor", async () => {
  const flights = createSingleFlight<string>();
  const [old, young] = [controlled(), controlled()];
  const gone = flights.board("a", old.start);
  gone.leave();
  const next = flights.board("a", young.start);
  expect(next.joined).toBe(false);
  old.resolve("late");
  await gone.result;
  expect(flights.board("a", young.start).joined).toBe(true);
});

test("a call that has ended is not joined, and one that rejects after all have left troubles nobody", async () => {
  const flights = createSingleFlight<string>();
  const [failing, working] = [controlled(), controlled()];
  flights.board("a", failing.start).leave();
  failing.reject(new Error("late failure"));
  working.resolve("fine");
  await flights.board("a", working.start).result;
  expect(flights.board("a", working.start).joined).toBe(false);
});
