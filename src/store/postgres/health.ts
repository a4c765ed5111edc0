/** Whether writing works: what the last write said, and while it failed, what a small write each second says. */

const PROBE_EVERY_MS = 1_000;

export interface Health {
  note(isHealthy: boolean): void;
  isHealthy(): boolean;
  close(): void;
}

/**
 * A service that is not ready is sent no request, so no write would ever tell that the database is back. `probe` resolves when a small
 * write was committed.
 */
export function watchHealth(probe: () => Promise<void>): Health {
  let healthy = true;
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const note = (isHealthy: boolean): void => {
    healthy = isHealthy;
    if (isHealthy) stop();
    else
      timer ??= setInterval(
        () =>
          void probe().then(
            () => note(true),
            () => {},
          ),
        PROBE_EVERY_MS,
      ).unref();
  };
  return {
    note,
    isHealthy: () => healthy,
    close: stop,
  };
}
