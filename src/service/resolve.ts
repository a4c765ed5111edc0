/** A validated body becomes the request of one assembly: every name in it must exist in the policy. Pure. */
import { AppError, type ErrorItem } from "../errors.ts";
import type { Viewer } from "../pipeline/filter/access.ts";
import type { AssemblyRequest } from "../pipeline/request.ts";
import type { Policy, Snapshot } from "../policy/snapshot.ts";
import { isTimeZone } from "../text/zoned.ts";
import type { LearntRatios } from "../tokens/learnt-ratio.ts";
import { attributesOf } from "./attributes.ts";
import { checkProviderTools } from "./provider-tools.ts";
import { declaredTokens, resolveItems } from "./resolve-items.ts";
import type { QuestionBody } from "./service-types.ts";
import { unknownName } from "./unknown-name.ts";
import { isVisible, visiblePolicies } from "./visible-policies.ts";

/** What a body is resolved for beside itself. */
export interface Asking {
  /** The clock when the body has none. */
  readonly nowMs: number;
  /** Of the verified caller. */
  readonly groups: readonly string[];
  /** The plan that a what-if has in place of the body's. */
  readonly plan?: string | undefined;
}

/** Throws an AppError that names the member, what was expected and what was got. */
export function resolveRequest(body: QuestionBody, policy: Policy, asking: Asking): AssemblyRequest {
  const { plan, intent } = body;
  if (plan !== undefined && !policy.plans.has(plan))
    throw unknownName("unknown_plan", "/plan", "plan", plan, policy.plans.keys());
  if (intent !== undefined && !policy.intents.has(intent))
    throw unknownName("invalid_request", "/intent", "intent", intent, policy.intents.keys());
  const model = body.model === undefined ? policy.models[0] : policy.models.find((one) => one.name === body.model);
  const models = policy.models.map((one) => one.name);
  if (model === undefined) throw unknownName("unknown_model", "/model", "model", body.model ?? "", models);
  if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) throw badZone(body.time_zone);
  const format = body.format ?? policy.prompt.format;
  checkProviderTools(format, body.tools ?? []);
  return {
    policy,
    subject: body.subject,
    question: body.question,
    plan: plan ?? null,
    language: body.language === undefined ? null : languageTag(body.language),
    timeZone: body.time_zone ?? null,
    attributes: body.attributes === undefined ? NO_ATTRIBUTES : attributesOf(body.attributes, policy.attributes),
    intent: intent ?? null,
    conversation: body.conversation ?? null,
    model,
    format,
    atMs: clockOf(body, asking.nowMs),
    asOf: body.as_of ?? null,
    items: resolveItems(body, policy, viewerOf(body, asking)),
    declared: declaredTokens(body.tokens, policy),
    verdict: null,
    learntMilli: 1000,
    variants: NO_VARIANTS,
  };
}

/** Milliseconds since the epoch: the body's own time, else the clock. */
export const clockOf = ({ at }: Pick<QuestionBody, "at">, nowMs: number): number => (at === undefined ? nowMs : Date.parse(at));

const NO_ATTRIBUTES: AssemblyRequest["attributes"] = new Map();
const NO_VARIANTS: AssemblyRequest["variants"] = [];

const viewerOf = ({ subject, plan }: QuestionBody, asking: Asking): Viewer => ({
  subject,
  groups: asking.groups,
  plan: asking.plan ?? plan ?? null,
});

/** With what is known of the model's estimates now: an input of the assembly, recorded with the others. */
export const withLearnt = (request: AssemblyRequest, learnt: Pick<LearntRatios, "milliOf">): AssemblyRequest => ({
  ...request,
  learntMilli: learnt.milliOf(request.model),
});

/** The named policy, else the only one. A policy of other tenants is as unknown as one that does not exist. */
export function resolvePolicy(name: string | undefined, snapshot: Snapshot, tenant: string): Policy {
  const named = name === undefined ? undefined : snapshot.policies.get(name);
  if (named !== undefined && isVisible(named, tenant)) return named;
  const allowed = visiblePolicies(snapshot, tenant);
  const names = allowed.map((one) => one.name);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  if (names.length === 0) throw new AppError("unknown_policy", "No policy is open to this tenant.");
  if (chosen === undefined) {
    const message = `More than one policy is loaded, so the body must name one: ${names.join(", ")}.`;
    throw new AppError("invalid_request", message, {
      errors: [{ pointer: "/policy", message, expected: `one of ${names.join(", ")}`, got: "nothing" }],
    });
  }
  const only = allowed.find((one) => one.name === chosen);
  if (only === undefined) throw unknownName("unknown_policy", "/policy", "policy", chosen, names);
  return only;
}

function badZone(got: string): AppError {
  const message = "not an IANA time zone";
  const item: ErrorItem = {
    pointer: "/time_zone",
    message,
    expected: "a name such as Europe/Athens",
    got: `"${got.slice(0, 100)}"`,
  };
  return new AppError("invalid_time_zone", `"${got.slice(0, 100)}" is ${message}; expected a name such as Europe/Athens.`, {
    errors: [item],
  });
}

/** The canonical form of a BCP 47 tag: pt-br becomes pt-BR. */
function languageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    const item: ErrorItem = {
      pointer: "/language",
      message: "not a BCP 47 language tag",
      expected: "a tag such as en or pt-BR",
      got: `"${tag}"`,
    };
    throw new AppError("invalid_request", `"${tag}" is not a BCP 47 language tag; expected one such as en or pt-BR.`, {
      errors: [item],
    });
  }
}
