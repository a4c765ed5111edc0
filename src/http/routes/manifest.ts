/** `GET /manifests/{id}`: the stored record of one assembly. */
import { z } from "zod";
import type { Service } from "../../service/service-types.ts";
import { callerOf } from "../context.ts";
import type { App } from "../types.ts";
import { Manifest } from "../wire/manifest.ts";
import { NoQuery } from "../wire/page.ts";
import { Id } from "../wire/text.ts";

export function manifestRoute(app: App, service: Service): void {
  app.route({
    method: "GET",
    url: "/manifests/:id",
    config: { access: "explain", problems: ["not_found", "erased", "hash_mismatch", "store_unavailable"] },
    schema: {
      operationId: "readManifest",
      summary: "Read the manifest of one assembly",
      tags: ["manifests"],
      params: z.strictObject({ id: Id }),
      querystring: NoQuery,
      response: { 200: Manifest },
    },
    handler: async (request, reply) => {
      const manifest = await service.manifest(callerOf(request), request.params.id);
      request.context.noted.manifestId = manifest.envelope.manifest_id;
      request.context.noted.policyDigest = manifest.core.policy.digest;
      /** As it was stored: a record of an older version is shown whole, whatever today's schema says. */
      reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
      return manifest;
    },
  });
}
