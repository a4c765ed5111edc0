/** `GET /health/live` and `GET /health/ready`: answered from memory, without identity, also under load and while closing. */
import { AppError } from "../../errors.ts";
import type { Load } from "../gate.ts";
import type { App } from "../types.ts";
import { Live, Ready } from "../wire/health.ts";

export interface Readiness {
  readonly ready: boolean;
  /** By name: whether it is in order. `accepting` is false while the instance is taken out of rotation. */
  readonly checks: Readonly<Record<string, boolean>>;
}

const OPEN = { access: "none", always: true } as const;

export function healthRoutes(app: App, readiness: () => Readiness, load: Load): void {
  app.route({
    method: "GET",
    url: "/health/live",
    config: OPEN,
    schema: {
      operationId: "live",
      summary: "Whether the process runs",
      tags: ["operate"],
      response: { 200: Live },
    },
    handler: async () => ({ status: "live" as const }),
  });
  app.route({
    method: "GET",
    url: "/health/ready",
    config: { ...OPEN, problems: ["shutting_down", "audit_unavailable"] },
    schema: {
      operationId: "ready",
      summary: "Whether requests should be sent here",
      tags: ["operate"],
      response: { 200: Ready },
    },
    handler: async () => {
      const { ready, checks } = readiness();
      if (load.closing)
        throw new AppError("shutting_down", "The service is shutting down.", { extra: { checks }, retryAfterSeconds: 5 });
      if (!ready) throw notReady(checks);
      return { status: "ready" as const, checks };
    },
  });
}

/** What is not in order, by name. The only dependency a request cannot do without is the store of manifests. */
function notReady(checks: Readiness["checks"]): AppError {
  const failing = Object.keys(checks).filter((name) => checks[name] !== true);
  const code = checks["accepting"] === false ? "shutting_down" : "audit_unavailable";
  return new AppError(code, `Not ready: ${failing.join(", ") || "starting"}.`, { extra: { checks }, retryAfterSeconds: 5 });
}
