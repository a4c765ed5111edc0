/** The metrics of one running service: what counts, and the page that Prometheus reads. Keeps numbers. */
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Meter } from "../../service/meter.ts";
import type { ShadowCounts } from "../../service/shadows.ts";
import type { RatioLearner } from "../../service/usage-observers.ts";
import { instruments, readGauge } from "./instruments.ts";
import { meterOf } from "./meter.ts";
import type { MetricsPage } from "./metrics-page.ts";
import { savedWindow } from "./saved-window.ts";

export interface MetricsOptions {
  /** Milliseconds, any origin. */
  readonly now: () => number;
  readonly learnt: RatioLearner["known"];
  readonly storeHealthy: () => boolean;
  /** Log lines that nobody got to read. */
  readonly logDropped: () => number;
  readonly shadows: () => ShadowCounts;
  readonly version: string;
}

export interface Metrics extends MetricsPage {
  readonly meter: Meter;
}

/** Of one process: the lag of its event loop and its memory are among them. */
export function createMetrics({ now, learnt, storeHealthy, logDropped, shadows, version }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = instruments(registry);
  const window = savedWindow(now);
  readGauge(
    registry,
    { name: "saved_tokens_1h", help: "Tokens not sent in the last hour, estimated from the samples.", labelNames: ["policy"] },
    () => window.totals().map(({ policy, saved }) => [{ policy }, saved]),
  );
  readGauge(
    registry,
    {
      name: "saved_share_1h",
      help: "Share of the naive tokens not sent in the last hour, of the samples.",
      labelNames: ["policy"],
    },
    () => window.totals().map(({ policy, share }) => [{ policy }, share]),
  );
  readGauge(
    registry,
    { name: "token_ratio", help: "Measured by counted tokens, as learnt from answers.", labelNames: ["model"] },
    () => [...learnt()].map(([model, { ratioMilli }]) => [{ model }, ratioMilli / 1_000]),
  );
  readGauge(registry, { name: "store_healthy", help: "0 from a failed write to the next that succeeds.", labelNames: [] }, () => [
    [{}, storeHealthy() ? 1 : 0],
  ]);
  readGauge(
    registry,
    { name: "log_lines_dropped", help: "Log lines that nobody got to read, since the start.", labelNames: [] },
    () => [[{}, logDropped()]],
  );
  readGauge(
    registry,
    { name: "shadow_results", help: "Shadows of experiments since the start, by what became of them.", labelNames: ["result"] },
    () => Object.entries(shadows()).map(([result, count]) => [{ result }, count]),
  );
  readGauge(registry, { name: "info", help: "The version that runs.", labelNames: ["version"] }, () => [[{ version }, 1]]);
  return {
    meter: meterOf(own, window),
    contentType: registry.contentType,
    read: () => registry.metrics(),
    closed: ({ method, route, status, ms, code }) => {
      own.requests.inc({ method, route, status: String(status) });
      own.requestSeconds.observe({ route }, ms / 1_000);
      if (code !== null) own.problems.inc({ code });
    },
  };
}
