/** What the HTTP face needs of the metrics. Pure types, and what counts nothing. */
import type { ErrorCode } from "../../errors.ts";

export interface ClosedRequest {
  readonly method: string;
  /** The pattern of the route; `none` for an address that has none. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly code: ErrorCode | null;
}

export interface MetricsPage {
  readonly contentType: string;
  /** Prometheus' text format, 0.0.4. */
  read(): Promise<string>;
  /** After the last byte of an answer, or after its client has left. */
  closed(request: ClosedRequest): void;
}

export const NO_METRICS: MetricsPage = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  read: async () => "# none\n",
  closed: () => {},
};
