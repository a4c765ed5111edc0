/** Answers from a policy's sample files instead of the network: for policy tests, golden cases and trying things out. Pure. */

import type { Source } from "../policy/rules/sources.ts";
import type { Policy } from "../policy/snapshot.ts";
import { fillAddress } from "./address.ts";
import type { Gatherer } from "./gather.ts";
import { resolveParams } from "./params.ts";
import { resultOfText } from "./payload.ts";
import { failed, NOT_COMPUTED, type SourceResult } from "./source-result.ts";

/**
 * A gatherer without a network. The last two parts of an address name the file: `/athletes/maya/readiness` is
 * `samples/maya/readiness.json`. No such file is a service that has nothing for this person.
 */
export function sampleGatherer(policies: ReadonlyMap<string, Policy>): Gatherer {
  return {
    open({ tenant, about: subject }, { policy, plan, attributes, overrides }) {
      const { files } = [...policies.values()].find((one) => one.digest === policy.digest) ?? {
        files: new Map<string, string>(),
      };
      const asked = new Map<string, Promise<SourceResult>>();
      const settle = async (name: string): Promise<SourceResult> => {
        const given = overrides?.get(name);
        if (given !== undefined) return given;
        const source = policy.sources.get(name);
        if (source === undefined) throw new TypeError(`the policy has no source ${name}`);
        const params = await resolveParams(source, ask);
        if ("status" in params) return params;
        const address = fillAddress(source, { tenant, subject, plan, attributes, params });
        return address === null ? failed("invalid") : sampleAnswer(source, files, address);
      };
      const ask = (name: string): Promise<SourceResult> => {
        const answer = asked.get(name) ?? settle(name);
        asked.set(name, answer);
        return answer;
      };
      return { ask, timings: () => [], receipts: () => null };
    },
    again: () => null,
  };
}

function sampleAnswer(source: Source, files: ReadonlyMap<string, string>, address: string): SourceResult {
  const [owner, name] = new URL(address).pathname.split("/").slice(-2).map(decodeURIComponent);
  const text = files.get(`samples/${owner}/${name}.json`);
  if (text === undefined) return NOT_COMPUTED;
  return resultOfText(text, source.errorField);
}
