/** What was recorded: found, shown with a reason, run again, compared. */
import { z } from "zod";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { Records } from "../../service/replay/records.ts";
import type { StoredShadow } from "../../store/shadow-store.ts";
import { digestOf } from "../../text/digest.ts";
import { requirePermission } from "../auth.ts";
import { callerOf } from "../context.ts";
import { cursorAt, placeOf } from "../cursor.ts";
import type { App } from "../types.ts";
import { NoQuery } from "../wire/page.ts";
import {
  AblateBody,
  Ablations,
  Difference,
  DiffQuery,
  ExportQuery,
  IncidentRecord,
  ManifestList,
  ManifestQuery,
  Replay,
  ReplayBody,
  RevealedPrompt,
  RevealQuery,
  ShadowList,
  ShadowResult,
} from "../wire/records.ts";
import { Id } from "../wire/text.ts";

/** Throws where the stored result is none. */
function shadowView({ experiment, variant, computed_at, result }: StoredShadow) {
  const told = ShadowResult.parse(result);
  const isRefused = "refused" in told;
  return {
    ...{ experiment, variant, computed_at },
    refused: isRefused ? told.refused : null,
    difference: isRefused ? null : told,
  };
}

const tags = ["manifests"];
const params = z.strictObject({ id: Id });
const PROBLEMS: readonly ErrorCode[] = ["not_found", "erased", "hash_mismatch"];

export function recordsRoutes(app: App, records: Records): void {
  listRoute(app, records);
  promptRoute(app, records);
  exportRoute(app, records);
  replayRoute(app, records);
  ablateRoute(app, records);
  diffRoute(app, records);
  shadowsRoute(app, records);
}

function listRoute(app: App, records: Records): void {
  app.route({
    method: "GET",
    url: "/manifests",
    config: { access: "explain", problems: ["invalid_cursor"] },
    schema: {
      operationId: "listManifests",
      summary: "Find manifests, newest first",
      tags,
      querystring: ManifestQuery,
      response: { 200: ManifestList },
    },
    handler: async (request) => {
      const { limit, cursor, ...filter } = request.query;
      assertRange(filter);
      // A place in one search is none in another.
      const list = `manifests ${digestOf(JSON.stringify(filter)).slice(-16)}`;
      const { items, next } = await records.list(callerOf(request), filter, { limit, after: placeOf(list, cursor) });
      return { items, next_cursor: cursorAt(list, next) };
    },
  });
}

/** A range that ends before it begins would find nothing, and look like an answer. */
function assertRange({ from, to }: Pick<z.output<typeof ManifestQuery>, "from" | "to">): void {
  if (from === undefined || to === undefined || Date.parse(from) < Date.parse(to)) return;
  const [expected, message] = ["a time after from", "expected a time after from, got one that is not"];
  throw new AppError("invalid_request", `to: ${message}.`, { errors: [{ parameter: "to", message, expected }] });
}

function promptRoute(app: App, records: Records): void {
  app.route({
    method: "GET",
    url: "/manifests/:id/prompt",
    config: { access: "reveal", problems: [...PROBLEMS, "conflict", "audit_unavailable"] },
    schema: {
      operationId: "revealPrompt",
      summary: "Show the exact prompt of a manifest; who, when and why are kept",
      tags,
      params,
      querystring: RevealQuery,
      response: { 200: RevealedPrompt },
    },
    handler: (request) => records.prompt(callerOf(request), request.params.id, request.query.reason),
  });
}

function exportRoute(app: App, records: Records): void {
  app.route({
    method: "GET",
    url: "/manifests/:id/export",
    config: { access: "explain", problems: [...PROBLEMS, "audit_unavailable"] },
    schema: {
      operationId: "exportManifest",
      summary: "The incident record of a manifest",
      description: "Digests, reasons, trust, versions and who viewed it. Texts only with a reason and the permission reveal.",
      tags,
      params,
      querystring: ExportQuery,
      response: { 200: IncidentRecord },
    },
    handler: async (request, reply) => {
      const { reason } = request.query;
      const caller = callerOf(request);
      if (reason !== undefined) requirePermission(caller, "reveal", { parameter: "reason" });
      const exported = await records.export(caller, request.params.id, reason ?? null);
      // As it was stored: a record of an older version is shown whole, whatever today's schema says.
      reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
      return exported;
    },
  });
}

function replayRoute(app: App, records: Records): void {
  app.route({
    method: "POST",
    url: "/manifests/:id/replay",
    config: {
      access: "explain",
      problems: [...PROBLEMS, "unknown_plan", "unknown_model", "unknown_attribute", "pinned_over_budget"],
    },
    schema: {
      operationId: "replayManifest",
      summary: "Run a recorded request again, as it was or under a change",
      description: "Asks no source and no model, and writes nothing. Answers what differs, the first differing stage first.",
      tags,
      params,
      querystring: NoQuery,
      body: ReplayBody,
      response: { 200: Replay },
    },
    handler: (request) => records.replay(callerOf(request), request.params.id, request.body.change ?? {}),
  });
}

function ablateRoute(app: App, records: Records): void {
  app.route({
    method: "POST",
    url: "/manifests/:id/ablate",
    config: { access: "explain", problems: [...PROBLEMS, "conflict"] },
    schema: {
      operationId: "ablateManifest",
      summary: "Run a recorded request again without one kind, block or item at a time",
      tags,
      params,
      querystring: NoQuery,
      body: AblateBody,
      response: { 200: Ablations },
    },
    handler: async (request) => ({ items: await records.ablate(callerOf(request), request.params.id, request.body) }),
  });
}

function diffRoute(app: App, records: Records): void {
  app.route({
    method: "GET",
    url: "/manifests/:id/diff",
    config: { access: "explain", problems: PROBLEMS },
    schema: {
      operationId: "diffManifests",
      summary: "What differs between two manifests, the first differing stage first",
      tags,
      params,
      querystring: DiffQuery,
      response: { 200: Difference },
    },
    handler: (request) => records.difference(callerOf(request), request.params.id, request.query.against),
  });
}

function shadowsRoute(app: App, records: Records): void {
  app.route({
    method: "GET",
    url: "/manifests/:id/shadows",
    config: { access: "explain", problems: PROBLEMS },
    schema: {
      operationId: "listShadows",
      summary: "What other variants of its experiments would have decided, computed beside",
      description: "One for each variant that an experiment with `shadow: true` computed after the answer had left.",
      tags,
      params,
      querystring: NoQuery,
      response: { 200: ShadowList },
    },
    handler: async (request) => ({ items: (await records.shadows(callerOf(request), request.params.id)).map(shadowView) }),
  });
}
