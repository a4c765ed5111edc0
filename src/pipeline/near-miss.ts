/** One near miss: what most have in common filled in, and how its sentence begins. Pure. */
import type { NearMiss } from "./explanation.ts";

type Change = Partial<NearMiss> & Pick<NearMiss, "id" | "reason" | "change" | "message">;

export const change = (fields: Change): NearMiss => ({
  secondary_tokens: null,
  total: null,
  intents: [],
  displaces: [],
  ...fields,
});

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
