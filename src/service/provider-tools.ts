/** What a provider demands of tools that the wire schema cannot say, as a refusal of the request. Pure. */
import type { ToolDefinition } from "../pipeline/given.ts";
import { schemaFaults } from "../pipeline/validate/tool-schema.ts";
import type { Format } from "../policy/schema/policy-file.ts";
import { MOST_TOOLS } from "../tokens/format-limits.ts";
import { pointerTo } from "./pointer.ts";
import { refused } from "./refused.ts";

/** Throws an AppError that names the place in `tools` as they were sent. Plain text sends no tools, so it takes any JSON Schema. */
export function checkProviderTools(format: Format, tools: readonly Pick<ToolDefinition, "name" | "parameters">[]): void {
  const most = MOST_TOOLS[format];
  if (most !== null && tools.length > most) {
    throw refused(
      "/tools",
      `at most ${most} tools for the format ${format}; send those this question may need`,
      `${tools.length}`,
    );
  }
  for (const [index, { name, parameters }] of tools.entries()) {
    const [fault] = schemaFaults(format, parameters);
    if (fault !== undefined) {
      throw refused(pointerTo(["tools", index, "parameters", ...fault.path]), fault.rule, `${fault.got} in the tool ${name}`);
    }
    if (format === "gemini" && !/^[A-Za-z_]/.test(name)) {
      throw refused(
        pointerTo(["tools", index, "name"]),
        "a name that begins with a letter or _ for the format gemini",
        `"${name}"`,
      );
    }
  }
}
