/** Where log lines go: a file descriptor behind a bounded buffer. A reader that stalls costs lines, which are counted, and never a wait. IO. */
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
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
  /** Bytes that wait at the most; a line that does not fit any more is dropped. */
  readonly mostWaiting?: number;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
}

const MOST_WAITING = 1_048_576;
/** A buffer at its limit would take one line of news for each line of content. */
const TELL_EVERY_MS = 1_000;
const WARNING = 40;

export function openLogOutput({ to, mostWaiting = MOST_WAITING, now }: LogOutputOptions): LogOutput {
  const stat = fstatSync(to);
  const put = stat.isFIFO() || stat.isSocket() ? pipeTo(to, mostWaiting) : fileTo(to, mostWaiting);
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

/** False: there was no room, and the line is gone. */
type Put = (line: string) => boolean;

/**
 * A socket writes without blocking. The write of a file would block in a thread of the pool for as long as the reader stalls, and a process
 * waits for those threads before it ends.
 */
function pipeTo(fd: number, mostWaiting: number): Put {
  const socket = new Socket({ fd, readable: false, writable: true });
  let isGone = false;
  socket.on("error", () => {
    isGone = true;
  });
  return (line) => {
    if (isGone || socket.writableLength + line.length > mostWaiting) return false;
    socket.write(line);
    return true;
  };
}

/** A file, a terminal, or nothing. */
function fileTo(fd: number, mostWaiting: number): Put {
  const out = pino.destination({ dest: fd, sync: false, minLength: 0, maxLength: mostWaiting });
  let wasDropped = false;
  out.on("drop", () => {
    wasDropped = true;
  });
  return (line) => {
    wasDropped = false;
    out.write(line);
    return !wasDropped;
  };
}

const newsOf = (lines: number, time: number): string =>
  `${JSON.stringify({ level: WARNING, time, dropped: lines, msg: "log lines were dropped: the output stalled" })}\n`;
