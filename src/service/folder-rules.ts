/** How a policy's folder of documents is named and cut: the same for a live folder and for a recorded one. Pure. */
import { isAbsolute } from "node:path";
import type { CutOptions } from "../documents/cut-document.ts";
import type { FolderRules } from "../policy/rules/documents.ts";
import type { DocumentPolicy } from "../policy/snapshot.ts";

/** How problems name the folder: `policies/support/documents`. `top` is the name of the folder of the policies. */
export const folderLabel = (
  top: string,
  { name }: Pick<DocumentPolicy, "name">,
  { folder }: Pick<FolderRules, "folder">,
): string => (isAbsolute(folder) ? folder : [top, name, folder].join("/"));

export const cutOptions = (
  { language, attributes, plans }: Pick<DocumentPolicy, "language" | "attributes" | "plans">,
  { longest }: Pick<FolderRules, "longest">,
): CutOptions => ({ language, longest, attributes, plans: new Set(plans.keys()) });
