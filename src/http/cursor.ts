/** Cursors of lists: opaque to clients, checked when they come back. Pure. */
import { AppError } from "../errors.ts";
import type { PagePlace } from "../store/manifest-query.ts";

const VERSION = 1;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NAME = /^[\x21-\x7e]{1,100}$/;

/** The page of `items` (sorted by name, names unique) after a cursor, and the cursor of the page after it. */
export function pageOf<Item extends { readonly name: string }>(
  list: string,
  items: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly items: readonly Item[]; readonly next_cursor: string | null } {
  const after = cursor === undefined ? null : readCursor(list, cursor);
  const rest = after === null ? items : items.filter((item) => item.name > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { items: page, next_cursor: rest.length > page.length && last !== undefined ? writeCursor(list, last.name) : null };
}

/** `after` is what the last item of a page is found by: up to 100 visible characters. */
const writeCursor = (list: string, after: string): string =>
  Buffer.from(JSON.stringify([VERSION, list, after])).toString("base64url");

/** What was written for this list. Throws AppError `invalid_cursor`. */
function readCursor(list: string, cursor: string): string {
  const parts = parsed(cursor);
  const [version, of, after] = Array.isArray(parts) ? parts : [];
  if (version === VERSION && of === list && typeof after === "string" && NAME.test(after) && writeCursor(list, after) === cursor)
    return after;
  throw notOfThisList();
}

const notOfThisList = (): AppError =>
  new AppError("invalid_cursor", "Take next_cursor from the page before, unchanged.", {
    errors: [{ parameter: "cursor", message: "not a cursor of this list" }],
  });

/** The place of the last row of the page before, in a list by time; null at the start. Throws AppError `invalid_cursor`. */
export function placeOf(list: string, cursor: string | undefined): PagePlace | null {
  if (cursor === undefined) return null;
  const [created_at = "", id = ""] = readCursor(list, cursor).split("/");
  // Whoever reads how a cursor is written can write one.
  if (!INSTANT.test(created_at) || Number.isNaN(Date.parse(created_at))) throw notOfThisList();
  return { created_at, id };
}

/** The cursor that `placeOf` reads. */
export const cursorAt = (list: string, place: PagePlace | null): string | null =>
  place === null ? null : writeCursor(list, `${place.created_at}/${place.id}`);

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
