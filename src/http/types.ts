/** The types that tie Fastify to our schemas: what a handler gets is what zod gives, what it returns is what the schema says. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { Access } from "./auth.ts";
import type { RequestContext } from "./context.ts";

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

export interface ZodTypes extends FastifyTypeProvider {
  readonly validator: this["schema"] extends z.ZodType ? z.output<this["schema"]> : unknown;
  readonly serializer: this["schema"] extends z.ZodType ? DeepReadonly<z.output<this["schema"]>> : unknown;
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route. */
    access?: Access;
    /** Answered while overloaded and while shutting down. */
    always?: boolean;
    /** The answer may be kept by a cache. */
    cacheable?: boolean;
    /** Error codes of the route beyond those that every route has; for the OpenAPI document. */
    problems?: readonly ErrorCode[];
    /** The answer carries the headers that name policy and manifest; for the OpenAPI document. */
    decides?: boolean;
    /** A text form of the answer, for the OpenAPI document. */
    alsoText?: boolean;
    /** The answer is plain text, for the OpenAPI document. */
    onlyText?: boolean;
    /** The answer is a stream of JSON lines, each of the schema; for the OpenAPI document. */
    lines?: boolean;
  }
  interface FastifyRequest {
    context: RequestContext;
  }
}
