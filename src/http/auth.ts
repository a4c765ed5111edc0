/** Who asks, and whether they may: every route names the permission it needs, or it is not registered. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Caller, PERMISSIONS, type Permission, verifiedCaller } from "../caller.ts";
import { AppError, type ErrorItem } from "../errors.ts";

/** Gives the verified caller of a request. Throws AppError where there is none. */
export type Authenticate = (request: FastifyRequest) => Caller | Promise<Caller>;

/** What a route needs: a permission, or `none` for what anybody may see (health, documentation). */
export type Access = Permission | "none";

const EVERYBODY = verifiedCaller({ tenant: "default", subject: null, groups: [], permissions: new Set(PERMISSIONS) });

/** By AUTH. `off`: one tenant, every permission. For development only; the configuration refuses it elsewhere. */
export const authenticateBy = { off: () => EVERYBODY } satisfies Readonly<Record<string, Authenticate>>;

/** Throws `forbidden` naming the permission, and the field that asked for it where there is one. */
export function requirePermission(
  caller: Caller,
  permission: Permission,
  fault?: Pick<ErrorItem, "pointer" | "parameter">,
): void {
  if (caller.permissions.has(permission)) return;
  const message = `needs the permission ${permission}`;
  throw new AppError("forbidden", `This ${message}.`, fault === undefined ? {} : { errors: [{ ...fault, message }] });
}

/** Refuses to register a route that does not say who may call it. `open` names the addresses of the documentation page. */
export function guardRoutes(app: FastifyInstance, open: (url: string) => boolean): void {
  app.addHook("onRoute", (route) => {
    if (open(route.url)) route.config = { ...route.config, access: "none", cacheable: true };
    if (route.config?.access === undefined) {
      throw new TypeError(`route ${String(route.method)} ${route.url} names no permission: set config.access`);
    }
  });
}
