/** Room on the disk that is given up when it is full, so that erasing still works: deleting needs space in the log first. IO. */
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";

export interface Reserve {
  /** Makes it, where there is room; a file that is there counts, whatever its size. */
  fill(): void;
  /** True when there was one, so that another try makes sense. */
  giveUp(): boolean;
}

/** `bytes` 0: none. The file, `<store>.reserve`, holds noise: zeros would take no space on a file system that compresses. */
export function reserveOf(storePath: string, bytes: number): Reserve {
  const path = `${storePath}.reserve`;
  const giveUp = (): boolean => {
    if (!existsSync(path)) return false;
    rmSync(path, { force: true });
    return true;
  };
  return {
    giveUp,
    fill() {
      if (bytes === 0 || existsSync(path)) return;
      try {
        const file = openSync(path, "wx", 0o600);
        try {
          writeSync(file, randomBytes(bytes));
        } finally {
          closeSync(file);
        }
      } catch {
        giveUp(); // half a reserve on a full disk is room for nobody
      }
    },
  };
}
