/** Checks what sources.yaml keeps of tool results: names of lines, places that could be told apart. Pure. */
import { nameOfPlace } from "../../sources/json-pointer.ts";
import type { Problem } from "../problem.ts";
import type { SourcesFile } from "../schema/sources-file.ts";
import { type CheckContext, lineOf, type Place, problemAt } from "./context.ts";
import { fixedTextFaults, namedLineFaults } from "./texts.ts";

type ToolRule = SourcesFile["tool_results"][string];

export function checkTools({ reading }: CheckContext): readonly Problem[] {
  const file = reading.files.sources;
  return Object.entries(file.value.tool_results ?? {}).flatMap(([tool, rule]) => {
    const place: Place = { reading: file, path: ["tool_results", tool] };
    return file.isFaulty(place.path) ? [] : [...checkKeep(place, rule), ...checkLine(place, rule), ...checkOnError(place, rule)];
  });
}

/** Two places of one name could not both be told. */
function checkKeep({ reading, path }: Place, { keep = [] }: ToolRule): readonly Problem[] {
  const names = keep.map(nameOfPlace);
  return keep.flatMap((pointer, index) => {
    const first = names.indexOf(nameOfPlace(pointer));
    if (first === index) return [];
    const place: Place = { reading, path: [...path, "keep", index] };
    const line = lineOf(reading, [...path, "keep", first]);
    if (keep[first] === pointer) return [problemAt(place, "listed-twice", `"${pointer}" stands here already (line ${line})`)];
    const message = `"${pointer}" is called "${nameOfPlace(pointer)}" like "${keep[first]}" (line ${line}); keep one of them, or the place above`;
    return [problemAt(place, "name-taken", message)];
  });
}

function checkLine({ reading, path }: Place, { keep, line }: ToolRule): readonly Problem[] {
  if (line === undefined) return [];
  const place: Place = { reading, path: [...path, "line"] };
  if (keep !== undefined) return namedLineFaults(place, line, keep.map(nameOfPlace));
  const message = "keep is missing: without places that are kept there is nothing to make a line of";
  return [problemAt({ ...place, where: "key" }, "missing-key", message)];
}

const checkOnError = ({ reading, path }: Place, { on_error: text }: ToolRule): readonly Problem[] =>
  text === undefined ? [] : fixedTextFaults({ reading, path: [...path, "on_error"] }, text);
