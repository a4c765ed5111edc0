/** A person's data: `DELETE /subjects/{subject}` and `GET /subjects/{subject}/export`. */
import { Readable } from "node:stream";
import { z } from "zod";
import type { People } from "../../service/people.ts";
import type { PersonRecord } from "../../store/people-store.ts";
import { callerOf } from "../context.ts";
import type { App } from "../types.ts";
import { NoQuery } from "../wire/page.ts";
import { ErasureReceipt, PersonExportQuery, PersonLine } from "../wire/subjects.ts";
import { Id } from "../wire/text.ts";

const tags = ["subjects"];
const params = z.strictObject({ subject: Id });

export function subjectsRoutes(app: App, people: People): void {
  eraseRoute(app, people);
  exportRoute(app, people);
}

function eraseRoute(app: App, people: People): void {
  app.route({
    method: "DELETE",
    url: "/subjects/:subject",
    config: { access: "erase", problems: ["audit_unavailable"] },
    schema: {
      operationId: "eraseSubject",
      summary: "Erase a person: memory, manifests, texts, and what the caches hold",
      description: "Ids, hashes and times stay, without content. About others it takes the permission any_subject too.",
      tags,
      params,
      querystring: NoQuery,
      response: { 200: ErasureReceipt },
    },
    handler: async (request) => {
      const { cached, counts, ...receipt } = await people.erase(callerOf(request), request.params.subject);
      const all = { ...counts, cached };
      request.context.noted.counts = all;
      return { ...receipt, counts: all };
    },
  });
}

function exportRoute(app: App, people: People): void {
  app.route({
    method: "GET",
    url: "/subjects/:subject/export",
    config: { access: "reveal", problems: ["audit_unavailable", "store_unavailable", "hash_mismatch"], lines: true },
    schema: {
      operationId: "exportSubject",
      summary: "Everything that is kept about a person, a line for each record",
      description: "Texts included, so who asked and why is kept with each manifest. About others it takes any_subject too.",
      tags,
      params,
      querystring: PersonExportQuery,
      response: { 200: PersonLine },
    },
    handler: async (request, reply) => {
      const records = people.export(callerOf(request), request.params.subject, request.query.reason);
      const lines = linesOf(records);
      // What fails before anything was sent is answered as a problem.
      const first = await lines.next();
      reply.type("application/x-ndjson; charset=utf-8");
      return reply.send(Readable.from(after(first, lines)) as never);
    },
  });
}

/** The last line counts the others: a stream that broke off has none. */
async function* linesOf(records: AsyncIterable<PersonRecord>): AsyncGenerator<string, undefined> {
  let count = 0;
  for await (const { kind, id, body } of records) {
    count += 1;
    yield `${JSON.stringify({ kind, id, body })}\n`;
  }
  yield `${JSON.stringify({ kind: "end", id: String(count), body: null })}\n`;
  return undefined;
}

async function* after(
  first: IteratorResult<string, undefined>,
  rest: AsyncGenerator<string, undefined>,
): AsyncGenerator<string, void> {
  if (first.value !== undefined) yield first.value;
  yield* rest;
}
