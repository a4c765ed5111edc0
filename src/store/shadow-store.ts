/** What a store of shadows promises: beside a manifest, what other variants of an experiment would have decided. Pure types. */
import type { Caller, CallerAbout } from "../caller.ts";

export interface ShadowWrite {
  readonly experiment: string;
  readonly variant: string;
  /** What differs, as JSON; no text of anybody. */
  readonly result: unknown;
  /** Whether anything differs: those are what the filter `shadow` of a list finds. */
  readonly isOther: boolean;
  /** RFC 3339 UTC, the wall clock at writing. */
  readonly computed_at: string;
}

export type StoredShadow = Omit<ShadowWrite, "isOther">;

export interface ShadowStore {
  /**
   * Belongs to the manifest: erased with the person, past its time with it. False where there is no such manifest of the person (any
   * more), and where this one is there already. Rejects with AppError `audit_unavailable`.
   */
  keepShadow(caller: CallerAbout, manifestId: string, shadow: ShadowWrite): Promise<boolean>;
  /** By experiment and variant; none for a manifest that the caller may not read. Rejects as `ManifestStore.read` for a damaged one. */
  shadows(caller: Caller, manifestId: string): Promise<readonly StoredShadow[]>;
}
