/** Lets work of one key wait for the work before it. State in memory, no IO. */

export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work of other keys goes on at the same time; work that fails holds nobody up. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const leave = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    // Never rejects, so that the next one starts.
    const ended: Promise<void> = result.then(leave, leave);
    last.set(key, ended);
    return result;
  };
}
