/** What a store of manifests promises. Pure types. */
import type { Caller, CallerAbout } from "../caller.ts";
import type { PrefixRecord } from "../pipeline/cache/prefix.ts";
import type { Core } from "../pipeline/records/core.ts";
import type { Inputs } from "../pipeline/records/inputs.ts";
import type { SourceTiming } from "../sources/source-result.ts";
import type { Marker } from "../text/marker.ts";
import type { ManifestFilter, ManifestPage, PageAsked } from "./manifest-query.ts";

/** Ids, times and trace ids: what differs between two runs of the same assembly. */
export interface Envelope {
  readonly manifest_id: string;
  readonly request_id: string;
  readonly trace_id: string;
  readonly conversation: string | null;
  /** RFC 3339 UTC, the wall clock at writing. */
  readonly created_at: string;
  readonly timings: readonly SourceTiming[];
  /** How the prompt begins against the one before in its conversation. Older records have none. */
  readonly prefix?: PrefixRecord;
}

export interface StoredManifest {
  readonly core: Core;
  readonly inputs: Inputs;
  readonly envelope: Envelope;
}

export interface ManifestWrite extends StoredManifest {
  /** Keyed hash to exact text: the question, the raw answers of the sources, the request. Stored once per tenant. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface ManifestStore {
  /** Resolves when the manifest would survive a killed process; rejects with AppError `audit_unavailable`. */
  save(caller: CallerAbout, manifest: ManifestWrite): Promise<void>;
  /**
   * Null for an id that is unknown, of another tenant, or about a person whom the caller may not ask about. Rejects with AppError
   * `erased` for a record whose content was erased, `hash_mismatch` for a damaged one.
   */
  read(caller: Caller, id: string): Promise<StoredManifest | null>;
  /** The newest of this person's manifests in the conversation; null for the first. An erased one is not found. */
  latest(caller: CallerAbout, conversation: string): Promise<StoredManifest | null>;
  /** Of the caller's tenant; without the permission any_subject only those about the caller. */
  list(caller: Caller, filter: ManifestFilter, page: PageAsked): Promise<ManifestPage>;
  /** Null for an unknown hash. Throws AppError `hash_mismatch` when the stored text does not give its hash. */
  readText(caller: Caller, hash: string): Promise<string | null>;
  /** Keeps the files of a snapshot under its digest, once. `files`: policy name/path to exact text. */
  keepSnapshot(digest: string, files: ReadonlyMap<string, string>): Promise<void>;
  readSnapshot(digest: string): Promise<ReadonlyMap<string, string> | null>;
  /** Keyed hash of a text for a tenant: `hmac-sha256:` and hex. The same everywhere for one key. */
  hash(caller: Caller, text: string): string;
  /** What the marks around texts of this tenant are made with; the same function again while it is remembered. */
  marker(caller: Pick<Caller, "tenant">): Marker;
  /** False from a failed write to the next one that succeeds. */
  healthy(): boolean;
  /** Id of the hash key in use (a hash of it, never the key). */
  readonly hashKeyId: string;
  close(): Promise<void>;
}
