/** The HTTP service: Fastify with every limit and timeout written down, and the routes one by one. */
import { type FastifyBaseLogger, type FastifyHttpOptions, fastify, LogController, type RawServerDefault } from "fastify";
import { type LoggerOptions, pino } from "pino";
import { type Authenticate, guardRoutes } from "./http/auth.ts";
import { answerOddRequests, clientErrorHandler } from "./http/client-error.ts";
import { errorReply, frameworkErrorReply, installErrorHandler } from "./http/error-handler.ts";
import { installGate } from "./http/gate.ts";
import { jsonSerializer } from "./http/json-answer.ts";
import { acceptJson } from "./http/json-body.ts";
import type { MetricsPage } from "./http/metrics/metrics-page.ts";
import { registerOpenapi } from "./http/openapi/document.ts";
import { parseQuery } from "./http/query.ts";
import { requestId } from "./http/request-id.ts";
import { safeError } from "./http/request-log.ts";
import { assembleRoute } from "./http/routes/assemble.ts";
import { docsRoutes, isDocs } from "./http/routes/docs.ts";
import { explainRoutes } from "./http/routes/explain.ts";
import { healthRoutes, type Readiness } from "./http/routes/health.ts";
import { manifestRoute } from "./http/routes/manifest.ts";
import { memoryRoutes } from "./http/routes/memory.ts";
import { metricsRoute } from "./http/routes/metrics.ts";
import { modelAnswerRoutes } from "./http/routes/model-answer.ts";
import { openapiRoute } from "./http/routes/openapi.ts";
import { policiesRoute } from "./http/routes/policies.ts";
import { policyRoute } from "./http/routes/policy.ts";
import { recordsRoutes } from "./http/routes/records.ts";
import { subjectsRoutes } from "./http/routes/subjects.ts";
import { type HttpConfig, type Settings, settingsOf } from "./http/settings.ts";
import type { App, ZodTypes } from "./http/types.ts";
import { zodValidator } from "./http/validate.ts";
import type { Memory } from "./service/memory.ts";
import type { People } from "./service/people.ts";
import type { Records } from "./service/replay/records.ts";
import type { Explanation, Service } from "./service/service-types.ts";

export interface AppDeps {
  readonly service: Service;
  readonly records: Records;
  readonly people: People;
  readonly memory: Memory;
  /** Options for pino, or an instance of it. */
  readonly logger: FastifyBaseLogger | LoggerOptions;
  readonly config: HttpConfig;
  readonly authenticate: Authenticate;
  readonly readiness: () => Readiness;
  /** The explanation as a report for the terminal. */
  readonly report: (explanation: Explanation) => string;
  readonly metrics: MetricsPage;
}

/** A service that is ready to listen, or to be asked with `inject`. Close it with `close()`: answers under way are completed. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { service } = deps;
  const config = settingsOf(deps.config);
  const log = safeLogger(deps.logger);
  const app: App = fastify(serverOptions(config, log)).withTypeProvider<ZodTypes>();
  answerOddRequests(app.server, config);
  installErrorHandler(app, errorReply(config));
  guardRoutes(app, isDocs);
  const load = installGate(app, config, deps);
  acceptJson(app, config.limits.jsonDepth);
  await registerOpenapi(app, config);
  assembleRoute(app, service, config);
  explainRoutes(app, { service, config, report: deps.report });
  manifestRoute(app, service);
  recordsRoutes(app, deps.records);
  modelAnswerRoutes(app, service);
  memoryRoutes(app, deps.memory);
  subjectsRoutes(app, deps.people);
  policiesRoute(app, service);
  policyRoute(app, service);
  healthRoutes(app, deps.readiness, load);
  metricsRoute(app, deps.metrics);
  openapiRoute(app);
  await docsRoutes(app, config);
  await app.ready();
  return app;
}

function serverOptions(config: Settings, log: FastifyBaseLogger): FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> {
  const { limits } = config;
  return {
    loggerInstance: log,
    /** One line of our own for each request; and no child logger, because that line carries the ids itself. */
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    /** Here, so that Fastify does not load its own. */
    schemaController: {
      compilersFactory: {
        buildValidator: () => zodValidator as never,
        buildSerializer: () => jsonSerializer(config.checkAnswers) as never,
      },
    },
    genReqId: requestId,
    bodyLimit: config.bodyLimitBytes,
    /** Of a socket without any traffic; the timeouts below cover all that can happen on one. */
    connectionTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    requestTimeout: limits.receiveTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.receiveTimeoutMs,
      connectionsCheckingInterval: limits.checkConnectionsMs,
      maxHeaderSize: limits.headerBytes,
      /** Checked by the gate, because Node's own refusal has no body. */
      requireHostHeader: false,
    },
    /** The gate answers instead, in our shape. */
    return503OnClosing: false,
    /** No header from outside says who the client or the host is. */
    trustProxy: false,
    routerOptions: { maxParamLength: limits.pathParameterLength, querystringParser: (text) => parseQuery(text) as never },
    clientErrorHandler: clientErrorHandler(config, log),
    frameworkErrors: frameworkErrorReply(config),
  };
}

/** Fastify logs a few things of its own accord; whatever it logs, an error is shown without its message. */
function safeLogger(logger: FastifyBaseLogger | LoggerOptions): FastifyBaseLogger {
  const instance: FastifyBaseLogger = isLogger(logger) ? logger : pino(logger);
  return instance.child({}, { serializers: { err: safeError, req: () => undefined, res: () => undefined } });
}

const isLogger = (logger: FastifyBaseLogger | LoggerOptions): logger is FastifyBaseLogger =>
  "child" in logger && typeof logger.child === "function";
