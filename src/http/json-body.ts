/** JSON bodies, strictly: valid UTF-8, no prototype members, each member once, bounded depth, texts that every store can hold. */
import type { FastifyInstance } from "fastify";
import { parse } from "secure-json-parse";
import { AppError, type ErrorItem } from "../errors.ts";
import { pointerTo } from "../service/pointer.ts";
import { type RepeatedMember, repeatedMembers } from "../text/json/repeated-members.ts";
import { detailOf } from "./problem.ts";
import { findUnfit } from "./unfit-text.ts";

/** Replaces Fastify's parsers by ours. */
export function acceptJson(app: FastifyInstance, maxDepth: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseBody(body as Buffer, maxDepth));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Bytes to a value. Throws AppError `invalid_utf8`, `invalid_json` or `invalid_request`; the content is never echoed. */
function parseBody(body: Buffer, maxDepth: number): unknown {
  const text = decodeUtf8(body);
  const value = parseJson(text);
  const unfit = findUnfit(value, maxDepth);
  const faults = unfit === null ? repeatedMembers(text, value).map(repeated) : [unfit];
  if (faults.length > 0) throw new AppError("invalid_request", detailOf(faults), { errors: faults });
  return value;
}

/** As of a query parameter that is there twice. Characters are counted from 0, as those of `invalid_json` are. */
const repeated = ({ path, first, again }: RepeatedMember): ErrorItem => ({
  pointer: pointerTo(path),
  message: `given more than once, at characters ${first} and ${again}`,
  expected: "one value",
  got: "several",
});

// Whole bodies only, so that it keeps nothing from one to the next.
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** A byte order mark at the start is accepted and dropped. */
function decodeUtf8(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw new AppError("invalid_utf8", "The body holds bytes that are not UTF-8.");
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new AppError("invalid_json", "The body is empty; a JSON object was expected.");
  try {
    return parse(text, undefined, { protoAction: "error", constructorAction: "error" });
  } catch (error) {
    throw new AppError("invalid_json", whatIsWrong(error));
  }
}

/** V8's messages quote the body, so only the position is taken from them. */
function whatIsWrong(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("forbidden prototype property"))
    return "A member named __proto__ or constructor is not accepted anywhere in the body.";
  if (message.startsWith("Unexpected end")) return "The body ends before the JSON value does.";
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? "The body is not valid JSON." : `The body is not valid JSON at character ${position}.`;
}
