/** Checks a search source: its address, what of the question is sent, and its sample. Pure. Never quotes a filled-in value. */
import { suggestion } from "../nearest.ts";
import type { Problem } from "../problem.ts";
import type { SearchSource } from "../schema/search-source.ts";
import { namesIn, SEARCH_NAMES, splitNames } from "../search-names.ts";
import { namesInUrl } from "../url-parts.ts";
import { type CheckContext, type Place, problemAt } from "./context.ts";
import { checkSearchSample } from "./search-sample.ts";
import { BUILT_IN_NAMES, checkUrl } from "./url.ts";

type PlaceOf = (...path: readonly PropertyKey[]) => Place;

/**
 * `place` leads below the entry. Headers, and whether the sample is there, are checked as for every other source.
 */
export function checkSearch(place: PlaceOf, source: SearchSource, context: CheckContext): readonly Problem[] {
  const { search, access, sample } = source;
  const texts = textsOf(place, search);
  const problems = [...checkAddress(place("search", "url"), search.url, context), ...checkTexts(texts, context)];
  if (search.method === "GET" && search.body !== undefined) {
    problems.push(
      problemAt(place("search", "body"), "not-allowed", "a GET has no body; write method: POST, or send it as query"),
    );
  }
  const names = texts.flatMap(({ text }) => namesIn(splitNames(text)));
  if (!names.includes("question") && !names.includes("words")) {
    const message = "nothing of the question is sent; query or body must hold {question} or {words}";
    problems.push(problemAt(place("search"), "bad-template", message));
  }
  if (access === "acl" && search.fields.acl === undefined) {
    const message = "with access: acl a hit without an acl is seen by nobody; say where a hit's acl is";
    problems.push(problemAt(place("search", "fields"), "missing-key", message));
  }
  const answer = context.reading.samples.get(sample) ?? null;
  return answer === null ? problems : [...problems, ...checkSearchSample(place, search, { answer, sample })];
}

function checkAddress(place: Place, url: string, context: CheckContext): readonly Problem[] {
  const misplaced = SEARCH_NAMES.filter((name) => namesInUrl(url).includes(name));
  const told = misplaced.map((name) =>
    problemAt(place, "unknown-placeholder", `{${name}} has no place in an address; put it into query or body`),
  );
  return [...told, ...checkUrl(place, url, misplaced, context)];
}

interface PlacedText {
  readonly place: Place;
  readonly text: string;
}

/** The texts of query and body, and the body's keys. */
function textsOf(place: PlaceOf, { query, body }: SearchSource["search"]): readonly PlacedText[] {
  const inQuery = Object.entries(query).map(([name, value]) => ({ place: place("search", "query", name), text: String(value) }));
  return [...inQuery, ...textsBelow(place("search", "body"), body)];
}

function textsBelow(place: Place, value: unknown): readonly PlacedText[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    return textsBelow({ reading: place.reading, path: [...place.path, step] }, member);
  });
}

function checkTexts(texts: readonly PlacedText[], context: CheckContext): readonly Problem[] {
  return texts.flatMap(({ place, text }) => {
    const names = namesIn(splitNames(text));
    if (names.includes("question") && names.some((name) => name !== "question")) {
      const message =
        "beside {question} no other name may stand in one text: a question could change what the rest means; take {words}";
      return [problemAt(place, "bad-template", message)];
    }
    return names.flatMap((name) => checkName(place, name, { text, context }));
  });
}

interface Within {
  readonly text: string;
  readonly context: CheckContext;
}

function checkName(place: Place, name: string, { text, context: { attributes } }: Within): readonly Problem[] {
  const own = SEARCH_NAMES.some((each) => each === name);
  if (own && attributes?.all.has(name) === true) {
    const message = `{${name}} is what is asked for, and an attribute has that name too; give the attribute another one`;
    return [problemAt(place, "name-taken", message)];
  }
  if (own || attributes === null) return [];
  const known = [...BUILT_IN_NAMES, ...SEARCH_NAMES, ...attributes.all];
  if (known.includes(name)) return [];
  const written = place.reading.placeholder(place.path) ?? text;
  const shown = written.includes(`{${name}}`) ? `{${name}}` : "a name in braces (not shown)";
  return [problemAt(place, "unknown-placeholder", `${shown} stands for nothing; ${suggestion(name, known, "names")}`)];
}
