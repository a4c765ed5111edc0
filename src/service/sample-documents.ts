/** Documents without a network: live folders, and for search services the answers of their samples. Pure but for the library. */
import type { Policy } from "../policy/snapshot.ts";
import { resultOfText } from "../sources/payload.ts";
import type { SourceResult } from "../sources/source-result.ts";
import type { Library } from "./library.ts";

/** For policy tests, golden cases and trying things out. */
export function withSamples(library: Library, policies: ReadonlyMap<string, Policy>): Library {
  return {
    ...library,
    open(caller, input, limits) {
      const policy = policies.get(input.policy.name);
      const samples = policy === undefined ? [] : sampleAnswers(policy);
      return library.open(caller, { ...input, asksModel: false, overrides: new Map([...samples, ...input.overrides]) }, limits);
    },
  };
}

const sampleAnswers = ({ documents, files }: Policy): readonly (readonly [string, SourceResult])[] =>
  [...documents.values()].flatMap((rules) =>
    rules.kind === "search" ? [[rules.name, resultOfText(files.get(rules.sample) ?? "", rules.search.errorField)] as const] : [],
  );
