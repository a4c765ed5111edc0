/** A bare Fastify POST route that gives its body back; the yardstick of the HTTP benchmark. */
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
answerParent(await app.listen({ host: "127.0.0.1", port: 0 }));
