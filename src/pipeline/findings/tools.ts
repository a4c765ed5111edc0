/** The finding about results of tools of which nothing says what to keep. Pure but for what the counter remembers. */
import type { Assembly } from "../assemble.ts";
import { imagesIn } from "../render/images.ts";
import { listed, type Teller } from "./teller.ts";

export const unprojected: Teller = ({ assembly }) => {
  const { toolResultTokens } = assembly.request.policy.alerts;
  const large = resultsOf(assembly).filter(({ whole, tokens }) => whole && tokens > toolResultTokens);
  if (large.length === 0) return [];
  const told = large.map(({ id, tool, tokens }) => `${id} (${tool ?? "no tool named"}, ${tokens} tokens)`);
  return [
    {
      code: "tool_result_unprojected",
      message: `Tool results went on whole; name under tool_results in sources.yaml what to keep: ${listed(told)}.`,
      items: large.map(({ id }) => id),
    },
  ];
};

interface Result {
  readonly id: string;
  readonly tool: string | null;
  readonly whole: boolean;
  readonly tokens: number;
}

/** Of tools, with what their words cost whole: those that competed, those that are pinned, and those of the conversation. */
function resultsOf({ input, bundles, rendered, turns }: Assembly): readonly Result[] {
  const items = [...bundles.flatMap(({ members }) => members.map(({ whole }) => whole)), ...rendered.base.items];
  return [
    ...items.map(({ item, tokens }) => ({ id: item.given.id, tool: item.given.tool, whole: item.whole, tokens })),
    ...turns.flatMap(({ group, texts }) =>
      group.turns.map(({ id, tool, whole, content }, at) => {
        const { text, tokens } = texts[at] ?? { text: "", tokens: 0 };
        return { id, tool, whole, tokens: imagesIn(content).length > 0 ? input.counter.count(text) : tokens };
      }),
    ),
  ];
}
