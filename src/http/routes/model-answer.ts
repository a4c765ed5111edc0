/** `PUT` and `GET /manifests/{id}/answer`: what a model made of a prompt. */
import { z } from "zod";
import type { Service } from "../../service/service-types.ts";
import { callerOf } from "../context.ts";
import type { App } from "../types.ts";
import { AnswerRecord, ModelAnswer } from "../wire/model-answer.ts";
import { NoQuery } from "../wire/page.ts";
import { Id } from "../wire/text.ts";

const COMMON = { tags: ["answers"], params: z.strictObject({ id: Id }), querystring: NoQuery, response: { 200: AnswerRecord } };

export function modelAnswerRoutes(app: App, service: Service): void {
  app.route({
    method: "PUT",
    url: "/manifests/:id/answer",
    config: { access: "assemble", problems: ["not_found", "erased", "hash_mismatch", "audit_unavailable"] },
    schema: {
      operationId: "putAnswer",
      summary: "Post the model's answer to one prompt",
      description:
        "Judges the answer against the manifest: what it cites and what not, its length, its tokens. The same answer again changes nothing; another one replaces it. Of a stream, post the final text.",
      ...COMMON,
      body: ModelAnswer,
    },
    handler: (request) => {
      request.context.noted.manifestId = request.params.id;
      return service.putAnswer(callerOf(request), request.params.id, request.body);
    },
  });
  app.route({
    method: "GET",
    url: "/manifests/:id/answer",
    config: { access: "explain", problems: ["not_found", "erased", "hash_mismatch"] },
    schema: { operationId: "readAnswer", summary: "Read what was found out about the model's answer", ...COMMON },
    handler: async (request, reply) => {
      const answer = await service.answer(callerOf(request), request.params.id);
      request.context.noted.manifestId = answer.manifest_id;
      /** As it was stored: a record of an older version is shown whole. */
      reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
      return answer;
    },
  });
}
