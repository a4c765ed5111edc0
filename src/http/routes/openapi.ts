/** `GET /openapi.json`: the document of this very service; and beside it what the types of its errors point to. */
import { z } from "zod";
import { openapiDocument } from "../openapi/document.ts";
import type { App } from "../types.ts";
import { NoQuery } from "../wire/page.ts";
import { problemRoute } from "./problem.ts";

export function openapiRoute(app: App): void {
  problemRoute(app);
  app.route({
    method: "GET",
    url: "/openapi.json",
    config: { access: "none" },
    schema: {
      operationId: "openapi",
      summary: "This document",
      tags: ["operate"],
      querystring: NoQuery,
      response: { 200: z.looseObject({ openapi: z.string() }) },
    },
    handler: async () => openapiDocument(app),
  });
}
