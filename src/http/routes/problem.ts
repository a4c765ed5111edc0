/** `GET /problems/{code}`: what the `type` of an error points to. */
import { z } from "zod";
import { AppError, ERROR_CODES, statusOf, titleOf } from "../../errors.ts";
import type { App } from "../types.ts";
import { NoQuery } from "../wire/page.ts";
import { ProblemType } from "../wire/problem.ts";

export function problemRoute(app: App): void {
  app.route({
    method: "GET",
    url: "/problems/:code",
    config: { access: "none", cacheable: true, problems: ["not_found"] },
    schema: {
      operationId: "readProblem",
      summary: "What an error code means",
      tags: ["operate"],
      params: z.strictObject({ code: z.string() }),
      querystring: NoQuery,
      response: { 200: ProblemType },
    },
    handler: async ({ params }) => {
      const code = ERROR_CODES.find((known) => known === params.code);
      if (code === undefined) throw new AppError("not_found", "There is no such error code. docs/errors.md lists all of them.");
      const more = `docs/errors.md of the project says under ${code} when it comes and what to do.`;
      return { code, title: titleOf(code), status: statusOf(code), more };
    },
  });
}
