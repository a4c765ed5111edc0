/** The whole service on the coaching policy with a memory, in a folder of its own. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWholeService, type WholeService } from "./whole-service.ts";

export interface WithMemory extends WholeService {
  /** Of the policies; gone after `close`. */
  readonly folder: string;
}

export async function startWithMemory(): Promise<WithMemory> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-memory-"));
  cpSync("policies/coaching", join(folder, "coaching"), { recursive: true });
  appendFileSync(join(folder, "coaching", "sources.yaml"), "\nmemory: {}\n");
  const whole = await startWholeService({ POLICIES_DIR: folder });
  return {
    ...whole,
    folder,
    close: async () => {
      await whole.close();
      rmSync(folder, { recursive: true });
    },
  };
}
