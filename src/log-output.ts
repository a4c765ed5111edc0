/** Where log lines go: a file descriptor behind a bounded buffer. A reader that stalls costs lines, which are counted, and never a wait. IO. */
import { pino } from "pino";

export interface LogOutput {
  /** What pino writes to. */
  readonly stream: { write(line: string): void };
  /** Lines that nobody got to read, since the start; for the metrics. */
  dropped(): number;
}

export interface LogOutputOptions {
  /** File descriptor. */
  readonly to: number;
  /** Characters that wait at the most; a line that does not fit any more is dropped. */
  readonly mostWaiting?: number;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

const MOST_WAITING = 1_048_576;
/** A buffer at its limit would take one line of news for each line of content. */
const TELL_EVERY_MS = 1_000;
const WARNING = 40;

export function openLogOutput({ to, mostWaiting = MOST_WAITING, now }: LogOutputOptions): LogOutput {
  const out = pino.destination({ dest: to, sync: false, minLength: 0, maxLength: mostWaiting });
  let wasDropped = false;
  out.on("drop", () => {
    wasDropped = true;
  });
  const put = (line: string): boolean => {
    wasDropped = false;
    out.write(line);
    return !wasDropped;
  };
  let [dropped, untold, toldMs] = [0, 0, Number.NEGATIVE_INFINITY];
  return {
    stream: {
      write(line) {
        const nowMs = now();
        if (untold > 0 && nowMs - toldMs >= TELL_EVERY_MS && put(newsOf(untold, nowMs))) [untold, toldMs] = [0, nowMs];
        if (put(line)) return;
        dropped += 1;
        untold += 1;
      },
    },
    dropped: () => dropped,
  };
}

const newsOf = (lines: number, time: number): string =>
  `${JSON.stringify({ level: WARNING, time, dropped: lines, msg: "log lines were dropped: the output stalled" })}\n`;
