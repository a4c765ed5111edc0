/** `GET /docs`: the OpenAPI document to browse. Every part is served from here, and every link is relative. */
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import type { Settings } from "../settings.ts";

const PREFIX = "/docs";

/** Addresses of the documentation page: open to everybody, since they show nothing but the document. */
export const isDocs = (url: string): boolean => url === PREFIX || url.startsWith(`${PREFIX}/`);

/** The plugin's own policy upgrades plain HTTP and lets other hosts in. Its page sets styles inline. */
const CSP =
  "default-src 'self'; base-uri 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'";

export async function docsRoutes(app: FastifyInstance, config: Settings): Promise<void> {
  await app.register((page, _options, done) => {
    page.setErrorHandler((error) => {
      throw isRefusal(error) ? new AppError("unknown_route", "There is no such part of the documentation page.") : error;
    });
    page.register(swaggerUi, {
      routePrefix: PREFIX,
      staticCSP: CSP,
      uiHooks: { onRequest: toPage },
      /** The page loads its copy from /docs/json, one level below the service. */
      transformSpecification: (document) => ({ ...document, servers: [{ url: config.publicUrl ?? ".." }] }),
      transformSpecificationClone: false,
    });
    done();
  });
}

/** The plugin that serves the parts refuses in its own way what climbs out of their folder, hides or holds a NUL. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "statusCode" in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500;

/**
 * The page's links are relative only below `/docs/`; at `/docs` the plugin writes them from the root,
 * which is another service when a gateway adds a prefix.
 */
async function toPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (request.routeOptions.url !== PREFIX && request.routeOptions.url !== `${PREFIX}/`) return undefined;
  if (request.url === `${PREFIX}/`) return undefined;
  return reply.redirect(request.url.startsWith(`${PREFIX}/`) ? "./" : `.${PREFIX}/`);
}
