/** How faces show where a problem is: by a path that can be opened from here. Reads the working folder's path, and nothing else. */
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Problem, problemLine } from "./problem.ts";

/** What problems call the folder of the policies: its own name, wherever it stands, so that no digest tells a place. */
export const folderName = (directory: string): string => basename(resolve(directory)) || "policies";

/** The path of a problem's file as it is typed here: relative inside the working folder, else absolute. `directory` holds the policies. */
export function shownPath(directory: string, file: string): string {
  const whole = isAbsolute(file) ? file : join(dirname(resolve(directory)), file);
  const fromHere = relative("", whole);
  const isInside = fromHere !== "" && fromHere !== ".." && !/^\.\.[/\\]/.test(fromHere) && !isAbsolute(fromHere);
  return isInside ? fromHere : whole;
}

/** `problemLine` with such a path. */
export const shownProblem = (directory: string, problem: Problem): string =>
  problemLine({ ...problem, file: shownPath(directory, problem.file) });

/** What a finding says, with the places in brackets as they are typed here. */
export function shownMessage(directory: string, message: string): string {
  const folder = `${folderName(directory)}/`;
  const shown = shownPath(directory, `${folder}x`).slice(0, -1);
  return message.replaceAll(`(${folder}`, () => `(${shown}`);
}
