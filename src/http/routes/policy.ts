/** `GET /policies/{name}`: one loaded policy. */
import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Service } from "../../service/service-types.ts";
import { visiblePolicies } from "../../service/visible-policies.ts";
import { callerOf } from "../context.ts";
import { policyDetail } from "../policy-view.ts";
import type { App } from "../types.ts";
import { NoQuery } from "../wire/page.ts";
import { PolicyDetail } from "../wire/policy.ts";
import { Id } from "../wire/text.ts";

export function policyRoute(app: App, service: Service): void {
  app.route({
    method: "GET",
    url: "/policies/:name",
    config: { access: "explain", problems: ["not_found"] },
    schema: {
      operationId: "readPolicy",
      summary: "Read one loaded policy",
      tags: ["policies"],
      params: z.strictObject({ name: Id }),
      querystring: NoQuery,
      response: { 200: PolicyDetail },
    },
    handler: async (request) => {
      const snapshot = service.snapshot();
      const policy = visiblePolicies(snapshot, callerOf(request).tenant).find(({ name }) => name === request.params.name);
      if (policy === undefined) throw new AppError("not_found", "No such policy is loaded. GET /policies lists them.");
      const readings = service.readings().filter((one) => one.policy === policy.name);
      return policyDetail(policy, { snapshot: snapshot.digest, readings });
    },
  });
}
