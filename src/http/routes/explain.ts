/** `GET /explain` and `POST /explain`: the same decision without a model call and without a write, as JSON or as a report. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ExplainPart, Explanation, QuestionBody, Service, WhatIf } from "../../service/service-types.ts";
import { admitQuestion } from "../admit-question.ts";
import { type ExplainBody, explainBody } from "../answer-view.ts";
import { callerOf, callOf } from "../context.ts";
import { answerWithin } from "../deadline.ts";
import { negotiate } from "../negotiate.ts";
import { noteAnswer } from "../note-answer.ts";
import type { Settings } from "../settings.ts";
import type { App } from "../types.ts";
import { ExplainAnswer } from "../wire/answer.ts";
import { ExplainGetQuery, ExplainQuery, ExplainQuestion } from "../wire/question.ts";

export interface ExplainDeps {
  readonly service: Service;
  readonly config: Settings;
  /** The plain-text report, made for reading in a terminal. */
  readonly report: (explanation: Explanation) => string;
}

const DESCRIPTION =
  "Decides as POST /assemble would at this moment. Fetched texts are shown with the reveal permission only. " +
  "Answers JSON, or a report to read with Accept: text/plain; a browser, which asks for text/html, gets the report too.";

const COMMON = {
  config: {
    access: "explain",
    decides: true,
    alsoText: true,
    problems: [
      "unknown_policy",
      "unknown_plan",
      "unknown_model",
      "unknown_attribute",
      "invalid_time_zone",
      "not_acceptable",
      "pinned_over_budget",
      "required_source",
      "deadline_exceeded",
    ],
  },
} as const;

export function explainRoutes(app: App, deps: ExplainDeps): void {
  app.route({
    method: "GET",
    url: "/explain",
    ...COMMON,
    schema: {
      operationId: "explainByAddress",
      summary: "Explain the prompt for one question given in the address",
      description: `${DESCRIPTION} For test persons: gateways log addresses.`,
      tags: ["explain"],
      querystring: ExplainGetQuery,
      response: { 200: ExplainAnswer },
    },
    handler: (request, reply) => {
      const { include, ...question } = request.query;
      return explain(deps, { request, reply, question, parts: include });
    },
  });
  app.route({
    method: "POST",
    url: "/explain",
    config: { ...COMMON.config, problems: [...COMMON.config.problems, "duplicate_candidate_id", "supersedes_cycle"] },
    schema: {
      operationId: "explain",
      summary: "Explain the prompt for one question, also under a change",
      description: `${DESCRIPTION} \`what_if\` overrides without side effect.`,
      tags: ["explain"],
      querystring: ExplainQuery,
      body: ExplainQuestion,
      response: { 200: ExplainAnswer },
    },
    handler: (request, reply) => explain(deps, { request, reply, question: request.body, parts: request.query.include }),
  });
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly question: QuestionBody & { readonly what_if?: WhatIf | undefined };
  readonly parts: ReadonlySet<ExplainPart>;
}

async function explain(
  { service, config, report }: ExplainDeps,
  { request, reply, question, parts }: Asked,
): Promise<ExplainBody> {
  reply.header("vary", "Accept");
  const type = negotiate(request.headers.accept, ["application/json", "text/plain"], { "text/html": "text/plain" });
  const caller = callerOf(request);
  admitQuestion(question, caller, config);
  const limitMs = config.requestDeadlineMs + config.limits.answerMarginMs;
  const explanation = await answerWithin(limitMs, request, service.explain(caller, question, parts, callOf(request)));
  const body: ExplainBody = explainBody(explanation, callOf(request), parts);
  noteAnswer(request, reply, body);
  if (type === "application/json") return body;
  reply.type("text/plain; charset=utf-8");
  // The route's type knows its JSON only.
  return report(explanation) as never;
}
