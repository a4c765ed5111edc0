/** What the file system says about a file without reading it. IO. */
import { type BigIntStats, lstat } from "node:fs";

export interface FileStatus {
  readonly kind: "file" | "folder" | "link" | "other";
  /**
   * Equal as long as nobody wrote, replaced or touched the file. The time of the last change of status is in it, because an
   * owner can set the time of the last write, but not that one.
   */
  readonly stamp: string;
  readonly device: string;
  /** Of the file or folder, whatever its name; used again once it is gone. */
  readonly identity: string;
  readonly sizeBytes: number;
  /** Of the last change of any kind, by the clock of the file system. */
  readonly changedAtMs: number;
}

/** Of a link itself. Null: nothing is there. Throws where it may not be asked. Callbacks, because a promise for each file costs twice the time. */
export function statusOf(place: string): Promise<FileStatus | null> {
  return new Promise((resolve, reject) => {
    lstat(place, { bigint: true }, (error, stats) => {
      if (error === null) resolve(statusFrom(stats));
      else if (error.code === "ENOENT" || error.code === "ENOTDIR") resolve(null);
      else reject(error);
    });
  });
}

export function statusFrom(stats: BigIntStats): FileStatus {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "other";
  return {
    kind,
    stamp: `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`,
    device: String(stats.dev),
    identity: `${stats.dev}:${stats.ino}`,
    sizeBytes: Number(stats.size),
    changedAtMs: Number(stats.ctimeNs > stats.mtimeNs ? stats.ctimeMs : stats.mtimeMs),
  };
}
