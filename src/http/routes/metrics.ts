/** `GET /metrics`: the numbers of this process, for Prometheus. Without identity, also under load, as the health routes. */
import { z } from "zod";
import type { MetricsPage } from "../metrics/metrics-page.ts";
import type { App } from "../types.ts";

export function metricsRoute(app: App, metrics: MetricsPage): void {
  app.route({
    method: "GET",
    url: "/metrics",
    config: { access: "none", always: true, onlyText: true },
    schema: {
      operationId: "metrics",
      summary: "Numbers of this process in Prometheus' text format",
      description: "No label is a person's, a conversation's, a question's or a tenant's.",
      tags: ["operate"],
      response: { 200: z.string() },
    },
    handler: async (_request, reply) => {
      const text = await metrics.read();
      reply.type(metrics.contentType).serializer((payload) => payload as string);
      return text;
    },
  });
}
