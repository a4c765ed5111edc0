/** Reads the text of a sample as strictly as JSON can be read: nothing that two readers could understand differently. Pure. */

import secureJson from "secure-json-parse";
import { parsePayload } from "../../sources/payload.ts";
import type { Json } from "../../sources/source-result.ts";
import { MAX_DEPTH } from "../../text/json/depth.ts";
import { repeatedMembers } from "../../text/json/repeated-members.ts";
import type { Problem } from "../problem.ts";
import type { ProblemCode } from "../problem-codes.ts";

interface SampleReading {
  /** Null where there is a problem. */
  readonly value: Json | null;
  readonly problems: readonly Problem[];
}

const NO_ANSWER = "no service may answer so: expected an object or a list, its numbers in the range of double precision";

/** `file` is the name that problems carry. Never throws. */
export function readSample(file: string, text: string): SampleReading {
  const refuse = ({ code, message, offset }: Fault): SampleReading => {
    const before = text.slice(0, offset).split("\n");
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return { value: null, problems: [{ file, ...place, code, message }] };
  };
  try {
    const value = secureJson.parse(text, { protoAction: "error", constructorAction: "error" }) as Json;
    const fault = faultIn(text) ?? repeatedIn(text, value);
    if (fault !== null) return refuse(fault);
    if (parsePayload(text) === undefined) return refuse({ code: "bad-json", message: NO_ANSWER, offset: 0 });
    return { value, problems: [] };
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    const proto = /forbidden prototype/.test(said);
    const offset = Number(/at position (\d+)/.exec(said)?.[1] ?? (/end of JSON/.test(said) ? text.length : 0));
    const message = proto ? "a member with this name could change other objects: __proto__ or constructor" : "this is not JSON";
    return refuse({ code: "bad-json", message, offset });
  }
}

interface Fault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs;

/** What JSON allows and samples may not hold. `text` is JSON, so texts and brackets tell its structure. */
function faultIn(text: string): Fault | null {
  let depth = 0;
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (!isWellFormed(token))
      return { code: "bad-json", message: "half of a surrogate pair, which is no character", offset };
    if (depth > MAX_DEPTH) return { code: "bad-json", message: `more than ${MAX_DEPTH} levels inside one another`, offset };
  }
  return null;
}

/** Reading a text costs more than looking for an escape, which most do not have. */
const isWellFormed = (token: string): boolean =>
  token.isWellFormed() && (!token.includes("\\u") || (JSON.parse(token) as string).isWellFormed());

function repeatedIn(text: string, value: Json): Fault | null {
  const [repeated] = repeatedMembers(text, value);
  if (repeated === undefined) return null;
  const name = JSON.stringify(repeated.path.at(-1)).slice(0, 80);
  return { code: "duplicate-key", message: `the member ${name} stands here already; keep one of them`, offset: repeated.again };
}
