/** The names of functions and the ids of calls in a form that a provider takes. Pure. */
import { digestOf } from "../../text/digest.ts";
import type { Said } from "../candidate.ts";

const LONGEST_NAME = 64;

/** The name itself, where every provider takes it; else with `_` for what they refuse, and cut. */
export const functionName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_NAME);

export interface IdRule {
  readonly accepts: (id: string) => boolean;
  /** Whether two groups of a conversation may use one id. */
  readonly unique: boolean;
}

export interface CallIds {
  /** Begins the group of a turn with calls: ids asked for from now on are of its calls. */
  readonly open: (said: Said) => void;
  readonly idOf: (callId: string | null) => string;
}

/** Ids as they came, where the provider takes them; else others that are made from the turn's id and theirs. */
export function callIds({ accepts, unique }: IdRule): CallIds {
  const used = new Set<string>();
  let group = new Map<string, string>();
  return {
    open({ id: turn, toolCalls }) {
      group = new Map(
        toolCalls.map(({ id }) => {
          const own = accepts(id) && !(unique && used.has(id)) ? id : madeId(turn, id);
          used.add(own);
          return [id, own];
        }),
      );
    },
    idOf: (callId) => group.get(callId ?? "") ?? callId ?? "",
  };
}

/** 37 characters: OpenAI's chat format takes 40. */
const madeId = (turn: string, call: string): string =>
  `call_${digestOf(JSON.stringify([turn, call]))
    .slice("sha256:".length)
    .slice(0, 32)}`;
