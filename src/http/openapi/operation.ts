/** One route as an OpenAPI operation: our zod schemas become parameters, bodies and responses, our error codes problem replies. */
import type { FastifySchema, RouteOptions } from "fastify";
import { z } from "zod";
import { type ErrorCode, statusOf } from "../../errors.ts";
import { PROBLEM_TYPE } from "../problem.ts";
import { Problem } from "../wire/problem.ts";
import type { Components } from "./components.ts";
import { type JsonSchema, requestSchema, responseSchema } from "./json-schema.ts";

const PROBLEM: JsonSchema = responseSchema(Problem);

const EVERY: readonly ErrorCode[] = ["invalid_request", "uri_too_long", "headers_too_large", "internal"];
const SHED: readonly ErrorCode[] = ["overloaded", "shutting_down"];
const BODY: readonly ErrorCode[] = [
  "invalid_json",
  "invalid_utf8",
  "request_timeout",
  "body_too_large",
  "unsupported_media_type",
];

const HEADERS: Readonly<Record<string, JsonSchema>> = {
  traceparent: { type: "string", description: "W3C Trace Context: the caller's trace, or a new one." },
};
const POLICY_HEADERS: Readonly<Record<string, JsonSchema>> = {
  "winnow-policy-digest": { type: "string", description: "Digest of the policy that decided." },
  "winnow-manifest-id": { type: "string", description: "Id of the stored manifest; absent where nothing was stored." },
};
const RETRY_HEADERS: Readonly<Record<string, JsonSchema>> = {
  "retry-after": { type: "integer", description: "Seconds to wait before trying again." },
};

/** Fastify's schema of a route with JSON Schema where zod was, named parts hoisted, and every reply it can give. */
export function operationSchema(schema: FastifySchema, route: RouteOptions, components: Components): FastifySchema {
  if (schema.hide === true) return schema;
  const { body, querystring, params, response, ...rest } = schema;
  return {
    ...rest,
    ...(body instanceof z.ZodType && { body: components.hoist(requestSchema(body)) }),
    ...parameters("querystring", querystring, components),
    ...parameters("params", params, components),
    response: { ...successes(response, route, components), ...problems(codesOf(route, body !== undefined), components) },
  };
}

function parameters(part: "querystring" | "params", schema: unknown, components: Components): FastifySchema {
  if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).length === 0) return {};
  return { [part]: components.hoist(requestSchema(schema)) };
}

function successes(response: unknown, { config }: RouteOptions, components: Components): Record<string, unknown> {
  const text = config?.alsoText || config?.onlyText ? { "text/plain": { schema: { type: "string" } } } : {};
  const headers = config?.decides ? { ...HEADERS, ...POLICY_HEADERS } : HEADERS;
  const replies = Object.entries((response ?? {}) as Record<string, z.ZodType>).map(([status, schema]) => {
    const type = config?.lines ? "application/x-ndjson" : "application/json";
    const json = config?.onlyText ? {} : { [type]: { schema: components.hoist(responseSchema(schema)) } };
    return [status, { description: "The answer.", headers, content: { ...json, ...text } }];
  });
  return Object.fromEntries(replies);
}

function codesOf({ config }: RouteOptions, hasBody: boolean): readonly ErrorCode[] {
  const gated = config?.always ? [] : SHED;
  const guarded: readonly ErrorCode[] = config?.access === "none" ? [] : ["forbidden"];
  return [...EVERY, ...(hasBody ? BODY : []), ...guarded, ...gated, ...(config?.problems ?? [])];
}

/** One reply for each status, its description listing the codes. */
function problems(codes: readonly ErrorCode[], components: Components): Record<string, unknown> {
  const schema = components.hoist(PROBLEM);
  const statuses = [...new Set(codes.map(statusOf))].map(
    (status) => [status, codes.filter((code) => statusOf(code) === status)] as const,
  );
  return Object.fromEntries(
    statuses.map(([status, of]) => [
      status,
      {
        description: `Code ${[...new Set(of)].join(", ")}.`,
        ...(status === 503 && { headers: RETRY_HEADERS }),
        content: { [PROBLEM_TYPE]: { schema } },
      },
    ]),
  );
}
