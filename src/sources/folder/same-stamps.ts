/** Asks for many files at once whether anything happened to them. IO. */
import { lstat } from "node:fs";
import { statusFrom } from "./file-status.ts";

/** Whether each place still has its stamp. One promise for all: one for each file costs twice the time. Never rejects. */
export function haveStamps(stamps: ReadonlyMap<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    let waiting = stamps.size;
    if (waiting === 0) resolve(true);
    for (const [place, stamp] of stamps) {
      lstat(place, { bigint: true }, (error, stats) => {
        waiting -= 1;
        if (error !== null || statusFrom(stats).stamp !== stamp) resolve(false);
        else if (waiting === 0) resolve(true);
      });
    }
  });
}
