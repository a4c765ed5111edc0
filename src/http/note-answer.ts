/** What an answer leaves beside its body: headers for the caller, ids and counts for the log line. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AssembleBody } from "./answer-view.ts";

export function noteAnswer(
  { context }: FastifyRequest,
  reply: FastifyReply,
  body: Pick<AssembleBody, "policy" | "manifest_id" | "counts">,
): void {
  reply.header("winnow-policy-digest", body.policy.digest);
  context.noted.policyDigest = body.policy.digest;
  context.noted.counts = body.counts;
  if (body.manifest_id === null) return;
  reply.header("winnow-manifest-id", body.manifest_id);
  context.noted.manifestId = body.manifest_id;
}
