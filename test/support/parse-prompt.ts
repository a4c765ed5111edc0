/** Reads a finished payload back, knowing nothing but the form: what is an item, what a turn, what the policy's own. */
import type { Prompt } from "../../src/pipeline/records/prompt.ts";

export interface ParsedItem {
  readonly label: string;
  readonly trust: string | null;
  readonly text: string;
}

export interface Parsed {
  readonly system: string;
  readonly items: readonly ParsedItem[];
  /** What was said, by whom, in order; in words where the format has no calls. */
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  /** Lines of the policy between the items. */
  readonly own: readonly string[];
  readonly question: string;
}

interface Said {
  readonly role: string;
  readonly text: string;
}

/** Of a list with images, its texts. */
const textIn = (content: string | readonly { readonly type: string }[]): string =>
  typeof content === "string" ? content : content.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n");

/** Every text that anybody says, by role; the policy's own text apart. */
function saidIn(prompt: Prompt): { readonly system: string; readonly said: readonly Said[] } {
  switch (prompt.format) {
    case "openai-chat": {
      const { messages } = prompt.payload;
      const textOf = (content: (typeof messages)[number]["content"]): string => (typeof content === "string" ? content : "");
      return {
        system: messages.flatMap(({ role, content }) => (role === "system" ? [textOf(content)] : [])).join(""),
        said: messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, text: textOf(content) }])),
      };
    }
    case "openai-responses":
      return {
        system: prompt.payload.instructions,
        said: prompt.payload.input.flatMap((item): readonly Said[] => {
          if (item.type === "function_call_output") return [{ role: "tool", text: textIn(item.output) }];
          if (item.type === "function_call") return [{ role: "assistant", text: "" }];
          return [{ role: item.role, text: typeof item.content === "string" ? item.content : "" }];
        }),
      };
    case "anthropic-messages":
      return {
        system: prompt.payload.system.map(({ text }) => text).join(""),
        said: prompt.payload.messages.flatMap(({ role, content }) =>
          content.flatMap((block): readonly Said[] => {
            if (block.type === "tool_result") return [{ role: "tool", text: textIn(block.content) }];
            return [{ role, text: block.type === "text" ? block.text : "" }];
          }),
        ),
      };
    case "gemini":
      return {
        system: prompt.payload.config.systemInstruction.parts.map(({ text }) => text).join(""),
        said: prompt.payload.contents.flatMap(({ role, parts }) =>
          parts.flatMap((part): readonly Said[] => {
            if ("functionResponse" in part) return [{ role: "tool", text: part.functionResponse.response.output }];
            return [{ role: role === "model" ? "assistant" : role, text: "text" in part ? part.text : "" }];
          }),
        ),
      };
    case "text":
      return { system: "", said: [{ role: "user", text: prompt.payload.text }] };
  }
}

/** What the provider can cite: named by its title, believed as its context says, and whole in its blocks. */
const documentsIn = (prompt: Prompt): readonly ParsedItem[] =>
  prompt.format !== "anthropic-messages"
    ? []
    : prompt.payload.messages.flatMap(({ content }) =>
        content.flatMap((block): readonly ParsedItem[] => {
          if (block.type !== "document" || block.title === undefined) return [];
          const text = block.source.content.map((one) => one.text).join("");
          return [{ label: block.title, trust: block.context?.slice(1, -1) ?? null, text }];
        }),
      );

const OPENING = /^<(\w+) (\d{9}) (?:\(([^()]*)\) )?\[(.*)\]>$/;
const LINE = /^- (?:\(([^()]*)\) )?\[([^\]]*)\] (.*)$/;

/** Throws for a block that is never closed. What ends in a line feed is ours: nobody else's text does. */
export function parsePrompt(prompt: Prompt): Parsed {
  const { system, said } = saidIn(prompt);
  const items: ParsedItem[] = [...documentsIn(prompt)];
  const turns: Said[] = [];
  const own: string[] = [];
  let question = "";
  for (const { role, text } of said) {
    if (role === "assistant" || role === "tool" || !text.endsWith("\n")) {
      if (text !== "") turns.push({ role, text });
      continue;
    }
    const lines = text.slice(0, -1).split("\n");
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] as string;
      const opening = OPENING.exec(line);
      const item = LINE.exec(line);
      if (opening !== null) {
        const [, kind, mark, trust = null, label = ""] = opening;
        const end = lines.indexOf(`</${kind} ${mark}>`, at);
        if (end < 0) throw new Error(`a block that is never closed: ${line}`);
        const inside = lines.slice(at + 1, end).join("\n");
        if (kind === "turn") turns.push({ role: label, text: inside });
        else items.push({ label, trust, text: inside });
        at = end;
      } else if (item !== null) items.push({ trust: item[1] ?? null, label: item[2] as string, text: item[3] as string });
      else if (line.startsWith("Question: ")) {
        question = lines.slice(at).join("\n").slice("Question: ".length);
        break;
      } else own.push(line);
    }
  }
  return { system, items, turns, own, question };
}
