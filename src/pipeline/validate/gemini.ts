/** What Gemini's generateContent refuses. Pure. */
import type { GeminiContent, GeminiPart, GeminiPrompt } from "../records/prompt.ts";
import { demandTools } from "./demand-tools.ts";
import {
  collectFaults,
  type Fault,
  type Faults,
  hasText,
  isFunctionName,
  isOutputCap,
  isPlainObject,
  NAME_RULE,
} from "./faults.ts";

export function geminiFaults({ model, contents, config }: GeminiPrompt["payload"]): readonly Fault[] {
  const faults = collectFaults();
  const { demand } = faults;
  const { systemInstruction, tools, maxOutputTokens } = config;
  demand(hasText(model), "/model", "a model is named");
  demand(isOutputCap(maxOutputTokens), "/config/maxOutputTokens", "the output cap is at least 1");
  const said = systemInstruction.parts.length > 0 && systemInstruction.parts.every(({ text }) => hasText(text));
  demand(said, "/config/systemInstruction", "system parts are there and not blank");
  demand(contents[0]?.role === "user", "/contents", "the first content is the user's");
  demand(contents.at(-1)?.role === "user", "/contents", "the last content is the user's");
  for (const index of contents.keys()) demandContent(faults, contents, index);
  const declared = tools?.flatMap(({ functionDeclarations }) => functionDeclarations);
  demandTools(
    faults,
    "gemini",
    declared?.map(({ name, parametersJsonSchema }) => ({ name, schema: parametersJsonSchema })),
  );
  for (const { name } of declared ?? []) demand(beginsWell(name), "/config/tools", BEGIN_RULE);
  return faults.found;
}

const BEGIN_RULE = "a function's name begins with a letter or _";
const beginsWell = (name: string): boolean => /^[A-Za-z_]/.test(name);

function demandContent(faults: Faults, contents: readonly GeminiContent[], index: number): void {
  const { demand } = faults;
  const { role, parts } = contents[index] as GeminiContent;
  const before = contents[index - 1];
  const at = `/contents/${index}`;
  demand(role !== before?.role, at, "roles alternate");
  demand(parts.length > 0, at, "a content has parts");
  for (const [place, part] of parts.entries()) demandPart(faults, `${at}/parts/${place}`, { part, role });
  const results = parts.flatMap((part) => ("functionResponse" in part ? [part.functionResponse.name] : []));
  const calls = (before?.parts ?? []).flatMap((part) => ("functionCall" in part ? [part.functionCall.name] : []));
  demand(
    calls.length === results.length && calls.every((name, place) => name === results[place]),
    at,
    "the responses to the calls of the content before, in their order and no others, stand in a content",
  );
  demand(
    parts.slice(0, results.length).every((part) => "functionResponse" in part),
    at,
    "responses stand before everything else",
  );
}

interface Placed {
  readonly part: GeminiPart;
  readonly role: GeminiContent["role"];
}

function demandPart({ demand }: Faults, at: string, { part, role }: Placed): void {
  if ("text" in part) demand(hasText(part.text), at, "a text is not blank");
  else if ("inlineData" in part) {
    demand(role === "user", at, "images are the user's");
    demand(part.inlineData.data.length > 0 && part.inlineData.mimeType.startsWith("image/"), at, "an image has data");
  } else if ("functionResponse" in part) {
    demand(role === "user", at, "responses are the user's");
    demand(hasText(part.functionResponse.response.output), at, "a response is not blank");
  } else {
    const { name, args } = part.functionCall;
    demand(role === "model", at, "calls are the model's");
    demand(isFunctionName(name), at, NAME_RULE);
    demand(beginsWell(name), at, BEGIN_RULE);
    demand(isPlainObject(args), at, "a call's arguments are an object");
  }
}
