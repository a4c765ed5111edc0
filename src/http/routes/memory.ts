/** `POST /memory`, `GET /memory`, `DELETE /memory/{id}`: what is remembered about a person, written and taken out on purpose. */
import { z } from "zod";
import type { Memory } from "../../service/memory.ts";
import { digestOf } from "../../text/digest.ts";
import { callerOf } from "../context.ts";
import { cursorAt, placeOf } from "../cursor.ts";
import type { App } from "../types.ts";
import { DeletedMemory, MemoryAnswer, MemoryBody, MemoryList, MemoryQuery } from "../wire/memory.ts";
import { NoQuery } from "../wire/page.ts";
import { Id } from "../wire/text.ts";

const tags = ["memory"];

export function memoryRoutes(app: App, memory: Memory): void {
  writeRoute(app, memory);
  listRoute(app, memory);
  deleteRoute(app, memory);
}

function writeRoute(app: App, memory: Memory): void {
  app.route({
    method: "POST",
    url: "/memory",
    config: { access: "memory", problems: ["not_found", "conflict", "erased", "audit_unavailable"] },
    schema: {
      operationId: "writeMemory",
      summary: "Remember one statement about a person",
      description:
        "Replaces what stands in its slot, and what it links to, in the same transaction. About others it takes any_subject too.",
      tags,
      querystring: NoQuery,
      body: MemoryBody,
      response: { 200: MemoryAnswer, 201: MemoryAnswer },
    },
    handler: async (request, reply) => {
      const { already, ...written } = await memory.write(callerOf(request), request.body);
      reply.code(already ? 200 : 201);
      return { ...written, already_stored: already };
    },
  });
}

function listRoute(app: App, memory: Memory): void {
  app.route({
    method: "GET",
    url: "/memory",
    config: { access: "memory", problems: ["invalid_cursor", "hash_mismatch", "store_unavailable"] },
    schema: {
      operationId: "listMemory",
      summary: "What is remembered about a person, newest first",
      tags,
      querystring: MemoryQuery,
      response: { 200: MemoryList },
    },
    handler: async (request) => {
      const { limit, cursor, subject, superseded } = request.query;
      const list = `memory ${digestOf(JSON.stringify([subject, superseded])).slice(-16)}`;
      const asked = { limit, after: placeOf(list, cursor), superseded: superseded === "true" };
      const { items, next } = await memory.list(callerOf(request), subject, asked);
      return { items, next_cursor: cursorAt(list, next) };
    },
  });
}

function deleteRoute(app: App, memory: Memory): void {
  app.route({
    method: "DELETE",
    url: "/memory/:id",
    config: { access: "memory", problems: ["not_found", "audit_unavailable"] },
    schema: {
      operationId: "deleteMemory",
      summary: "Take one statement out; its id stays known",
      tags,
      params: z.strictObject({ id: Id }),
      querystring: NoQuery,
      response: { 200: DeletedMemory },
    },
    handler: (request) => memory.delete(callerOf(request), request.params.id),
  });
}
