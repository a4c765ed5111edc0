/** What a candidate says it is about, and what it claims: topics that the policy has, with a value that they can hold. Pure. */
import { statedClaims } from "../text/values/claims.ts";
import type { Topic, Topics } from "../text/values/topics.ts";
import type { CandidateBody } from "./items-body.ts";
import { type Path, pointerTo } from "./pointer.ts";
import { refused } from "./refused.ts";
import { unknownName } from "./unknown-name.ts";

/** Throws an AppError: a claim that nobody can read would stand in place of the text and say nothing, unseen. */
export function checkClaims({ topic, claims = {} }: Pick<CandidateBody, "topic" | "claims">, path: Path, topics: Topics): void {
  if (topic !== undefined) placeOf(topic, [...path, "topic"], topics);
  for (const [name, value] of Object.entries(claims)) {
    const own = [...path, "claims", name];
    const place = placeOf(name, own, topics);
    if (statedClaims(value, place, topics).length > 0) continue;
    const got = `a text of ${value.length} characters that states none, or several of the same`;
    throw refused(pointerTo(own), expectedBy(topics.all[place] as Topic), got);
  }
}

function placeOf(name: string, path: Path, { all }: Topics): number {
  const place = all.findIndex((topic) => topic.name === name);
  if (place < 0) {
    throw unknownName(
      "invalid_request",
      pointerTo(path),
      "topic",
      name,
      all.map((topic) => topic.name),
    );
  }
  return place;
}

const EXAMPLE_OF = {
  duration: "a duration such as 14 days",
  money: "an amount with its currency such as $9.99",
  percentage: "a percentage such as 14 %",
  number: "a number such as 1000",
  date: "a date such as 2026-03-03",
} as const;

function expectedBy({ value, qualifiers }: Topic): string {
  const one = typeof value === "string" ? EXAMPLE_OF[value] : `one of ${value.map(({ name }) => name).join(", ")}`;
  return qualifiers.length === 0 ? one : `${one}, alone or once for each of ${qualifiers.map(({ name }) => name).join(", ")}`;
}
