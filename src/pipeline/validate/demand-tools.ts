/** What every provider demands of the tools of a payload. Pure. */
import type { Format } from "../../policy/schema/policy-file.ts";
import { MOST_TOOLS } from "../../tokens/format-limits.ts";
import type { JsonRecord } from "../records/prompt.ts";
import { type Faults, isFunctionName, NAME_RULE } from "./faults.ts";
import { schemaFaults } from "./tool-schema.ts";

interface NamedTool {
  readonly name: string;
  /** The JSON Schema of its input. */
  readonly schema: JsonRecord;
}

/** Members without which a schema is refused; what a request may leave out has been added to a payload. */
const DEMANDED: Readonly<Record<Exclude<Format, "text">, readonly string[]>> = {
  "openai-chat": ["type", "properties"],
  "openai-responses": ["type", "properties"],
  "anthropic-messages": ["type"],
  gemini: ["type"],
};

/** Undefined where a payload has none. */
export function demandTools({ demand }: Faults, format: Exclude<Format, "text">, tools: readonly NamedTool[] | undefined): void {
  if (tools === undefined) return;
  const at = format === "gemini" ? "/config/tools" : "/tools";
  const most = MOST_TOOLS[format];
  demand(tools.length > 0, at, "a list of tools is not empty");
  demand(most === null || tools.length <= most, at, `there are at most ${most} tools`);
  demand(new Set(tools.map(({ name }) => name)).size === tools.length, at, "no two tools have one name");
  for (const [index, { name, schema }] of tools.entries()) {
    demand(isFunctionName(name), `${at}/${index}`, NAME_RULE);
    for (const { path, rule } of schemaFaults(format, schema)) demand(false, `${at}/${index}`, `${path[0]}: ${rule}`);
    for (const member of DEMANDED[format]) {
      demand(Object.hasOwn(schema, member), `${at}/${index}`, `a schema of arguments has ${member}`);
    }
  }
}
