/** What a name in the folder leads to: a file, a folder, or a reason. Links may lead to places inside only. IO. */
import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { ProblemCode } from "../../policy/problem-codes.ts";
import { type FileStatus, statusOf } from "./file-status.ts";

/** What a name leads to; the message where it leads nowhere that may be read. */
export type Target =
  | { readonly kind: "file" | "folder"; readonly place: string; readonly status: FileStatus }
  | { readonly kind: "other" }
  | { readonly kind: "fault"; readonly code: ProblemCode; readonly message: string; readonly gone?: true };

/** Null: nothing is there any more. `root` is a real place. */
export async function targetOf(root: string, place: string): Promise<Target | null> {
  try {
    const status = await statusOf(place);
    if (status === null) return null;
    if (status.kind !== "link") return status.kind === "other" ? { kind: "other" } : { kind: status.kind, place, status };
    const real = await realpath(place);
    if (real !== root && !real.startsWith(root + sep)) {
      return { kind: "fault", code: "outside-folder", message: "this link leads out of the folder of documents" };
    }
    const behind = await statusOf(real);
    if (behind === null || behind.kind === "link") return null;
    return behind.kind === "other" ? { kind: "other" } : { kind: behind.kind, place: real, status: behind };
  } catch (error) {
    if (isGone(error)) return { kind: "fault", code: "unreadable-file", message: "this link leads nowhere", gone: true };
    if (codeOf(error) === "ELOOP")
      return { kind: "fault", code: "link-cycle", message: "this link leads back to itself", gone: true };
    return { kind: "fault", code: "unreadable-file", message: "the file may not be read" };
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;
/** Nothing is there: taken away since its name was read, or a link that leads nowhere. */
export const isGone = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
