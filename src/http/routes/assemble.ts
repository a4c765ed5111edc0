/** `POST /assemble`: one question in, one prompt out. */
import type { Service } from "../../service/service-types.ts";
import { admitQuestion } from "../admit-question.ts";
import { assembleBody } from "../answer-view.ts";
import { callerOf, callOf } from "../context.ts";
import { answerWithin } from "../deadline.ts";
import { decisionLine } from "../decision-log.ts";
import { noteAnswer } from "../note-answer.ts";
import type { Settings } from "../settings.ts";
import type { App } from "../types.ts";
import { AssembleAnswer } from "../wire/answer.ts";
import { AssembleQuery, Question } from "../wire/question.ts";

export function assembleRoute(app: App, service: Service, config: Settings): void {
  const limitMs = config.requestDeadlineMs + config.limits.answerMarginMs;
  app.route({
    method: "POST",
    url: "/assemble",
    config: { access: "assemble", decides: true, problems: QUESTION_PROBLEMS },
    schema: {
      operationId: "assemble",
      summary: "Assemble the prompt for one question",
      description: "Classifies, fetches, selects and renders. The manifest is stored before the answer leaves.",
      tags: ["assemble"],
      querystring: AssembleQuery,
      body: Question,
      response: { 200: AssembleAnswer },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      admitQuestion(request.body, caller, config);
      const answer = await answerWithin(limitMs, request, service.assemble(caller, request.body, callOf(request)));
      const body = assembleBody(answer, callOf(request), request.query.detail === "decisions");
      noteAnswer(request, reply, body);
      request.log.info(decisionLine(answer, callOf(request)), "decision");
      return body;
    },
  });
}

const QUESTION_PROBLEMS = [
  "unknown_policy",
  "unknown_plan",
  "unknown_model",
  "unknown_attribute",
  "invalid_time_zone",
  "duplicate_candidate_id",
  "supersedes_cycle",
  "pinned_over_budget",
  "payload_refused",
  "audit_unavailable",
  "required_source",
  "deadline_exceeded",
] as const;
