/** Upstream services as the rest of the system sees them. Pure types. */

export interface SourceParam {
  readonly name: string;
  readonly from: string;
  readonly pointer: string;
  /** Whether a value may stand in an address. Linear in its length. */
  readonly accepts: (value: string) => boolean;
}

export interface Source {
  readonly name: string;
  /** Origin of the address, for the pool; no path, no credentials. */
  readonly origin: string;
  /** The address cut at its braces; text and names alternate, beginning with text. */
  readonly urlParts: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly params: readonly SourceParam[];
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly ttlMs: number;
  readonly shared: boolean;
  readonly staleIfErrorMs: number;
  readonly errorField: string | null;
  readonly required: boolean;
  readonly trust: number;
}
