/** Bare Fastify POST routes, the yardsticks of the HTTP benchmark: one gives its body back, one a ready answer as JSON. */
import { fastify } from "fastify";
import { answerParent } from "./answer-parent.ts";

const app = fastify();
app.post(
  "/echo",
  {
    schema: { response: { 200: { type: "object", properties: { subject: { type: "string" }, question: { type: "string" } } } } },
  },
  (request, reply) => reply.send(request.body),
);
const answer: unknown = JSON.parse(process.env["ANSWER"] ?? "null");
app.post("/answer", (_request, reply) => reply.send(answer));
answerParent(await app.listen({ host: "127.0.0.1", port: 0 }));
