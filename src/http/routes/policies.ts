/** `GET /policies`: what is loaded, page by page. */
import type { Service } from "../../service/service-types.ts";
import { visiblePolicies } from "../../service/visible-policies.ts";
import { callerOf } from "../context.ts";
import { pageOf } from "../cursor.ts";
import { policySummary } from "../policy-view.ts";
import type { App } from "../types.ts";
import { PageQuery } from "../wire/page.ts";
import { PolicyList } from "../wire/policy.ts";

export function policiesRoute(app: App, service: Service): void {
  app.route({
    method: "GET",
    url: "/policies",
    config: { access: "explain", problems: ["invalid_cursor"] },
    schema: {
      operationId: "listPolicies",
      summary: "List the loaded policies",
      tags: ["policies"],
      querystring: PageQuery,
      response: { 200: PolicyList },
    },
    handler: async (request) => {
      const snapshot = service.snapshot();
      const page = pageOf("policies", visiblePolicies(snapshot, callerOf(request).tenant), request.query);
      return { items: page.items.map(policySummary), next_cursor: page.next_cursor, snapshot: snapshot.digest };
    },
  });
}
