/** What manifests are found by, and what a list says of each. Pure types. */

/** Absent members do not narrow. Instants are RFC 3339 in UTC, `from` included, `to` not. */
export interface ManifestFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly policy?: string | undefined;
  readonly intent?: string | undefined;
  readonly request_id?: string | undefined;
  readonly conversation?: string | undefined;
  readonly subject?: string | undefined;
  /** Of the policy. */
  readonly digest?: string | undefined;
  /** A source that did not give what was wanted, and why; either or both. */
  readonly source?: string | undefined;
  readonly missing?: string | undefined;
  /** A reason code that some candidate was left out with. */
  readonly reason?: string | undefined;
  readonly finding?: string | undefined;
  /** `experiment=variant`. */
  readonly variant?: string | undefined;
  /** `experiment=variant`: that variant, computed beside, would have decided otherwise. */
  readonly shadow?: string | undefined;
}

export interface ManifestSummary {
  readonly manifest_id: string;
  readonly created_at: string;
  readonly policy: string;
  readonly digest: string;
  readonly intent: string;
  readonly request_id: string;
  readonly conversation: string | null;
  /** RFC 3339 of the erasure; null for a record with its content. */
  readonly erased_at: string | null;
}

export interface ManifestPage {
  /** Newest first; within one instant by id. */
  readonly items: readonly ManifestSummary[];
  /** Where the next page begins, to be given back as it is; null at the end. */
  readonly next: PagePlace | null;
}

/** The last row of a page of a list by time. */
export interface PagePlace {
  readonly created_at: string;
  readonly id: string;
}

export interface PageAsked {
  /** 1 to 200. */
  readonly limit: number;
  readonly after: PagePlace | null;
}
