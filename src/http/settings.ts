/** What the HTTP face can be set to, and its fixed limits, every one written down. Pure. */

export interface HttpConfig {
  /** Absolute address under which clients see the service, without a slash at the end; null where it is not known. */
  readonly publicUrl: string | null;
  /** Of the service, for the OpenAPI document. */
  readonly version: string;
  readonly bodyLimitBytes: number;
  readonly maxCandidates: number;
  /** Of all candidates' texts together, in UTF-8. */
  readonly maxCandidateBytes: number;
  /** What a caller may ask for at most, and what it gets when it asks for nothing. */
  readonly requestDeadlineMs: number;
  /** Requests under way at once; more are refused before their body is read. */
  readonly maxInFlight: number;
  /** Whether each answer is compared with its schema before it leaves (about 12 µs); for tests and development. */
  readonly checkAnswers: boolean;
  readonly limits?: Partial<Limits>;
}

interface Limits {
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the last of its body. */
  readonly receiveTimeoutMs: number;
  /** How often connections are looked at: how late a timeout may be noticed. */
  readonly checkConnectionsMs: number;
  /** Longer than the idle time of a gateway in front (commonly 60 s), so that it is the gateway that closes. */
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  readonly headerLines: number;
  readonly urlLength: number;
  readonly pathParameterLength: number;
  readonly jsonDepth: number;
  /** What the answer may take beyond the deadline before we give up on our own code. */
  readonly answerMarginMs: number;
  /** A refused body up to this size is read to its end, so that the client gets to see the refusal. */
  readonly swallowBytes: number;
}

const LIMITS: Limits = {
  headersTimeoutMs: 5_000,
  receiveTimeoutMs: 10_000,
  checkConnectionsMs: 500,
  keepAliveMs: 72_000,
  headerBytes: 16_384,
  headerLines: 100,
  urlLength: 8_192,
  pathParameterLength: 128,
  jsonDepth: 32,
  answerMarginMs: 1_000,
  swallowBytes: 16 * 1_024 * 1_024,
};

/** The configuration with every limit filled in. */
export interface Settings extends HttpConfig {
  readonly limits: Limits;
}

export const settingsOf = (config: HttpConfig): Settings => ({ ...config, limits: { ...LIMITS, ...config.limits } });
