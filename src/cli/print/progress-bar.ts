/** A bar that says how far a long run got, written over its own line. Pure but for `write`. */

/** Null where nobody watches. */
export type Write = ((text: string) => void) | null;

/** A shorter run is over before anybody looks. */
const FEWEST = 300;
const STEPS = 20;

/** To be told how many of `of` are done. */
export function progressBar(write: Write, of: number): (done: number) => void {
  if (write === null || of < FEWEST) return () => undefined;
  let shown = 0;
  return (done) => {
    const step = Math.floor((done * STEPS) / of);
    if (done === of) write("\r\u001B[K");
    else if (step > shown) write(`\r[${"#".repeat(step)}${"-".repeat(STEPS - step)}] ${done} of ${of} questions`);
    shown = step;
  };
}
