/** Where each sealed value belongs: part of what is sealed, so that none opens at another place. Pure. */

export const bodyPlace = (tenant: string, id: string): string => `manifest ${tenant} ${id}`;
export const idsPlace = (tenant: string, id: string): string => `ids ${tenant} ${id}`;
export const answerPlace = (tenant: string, manifestId: string): string => `answer ${tenant} ${manifestId}`;
export const memoryPlace = (tenant: string, id: string): string => `memory ${tenant} ${id}`;
export const memoryKeyPlace = (tenant: string, id: string): string => `memory-key ${tenant} ${id}`;
export const shadowPlace = (tenant: string, manifestId: string, [experiment, variant]: readonly [string, string]): string =>
  `shadow ${tenant} ${manifestId} ${experiment} ${variant}`;
export const ownerPlace = (tenant: string, hash: Buffer): string => `text-key ${tenant} ${hash.toString("hex")}`;
export const reasonPlace = (tenant: string, manifestId: string): string => `reason ${tenant} ${manifestId}`;
export const viewerPlace = (tenant: string, manifestId: string): string => `viewer ${tenant} ${manifestId}`;
