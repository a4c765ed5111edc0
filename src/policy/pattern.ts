/** Patterns of a policy, in an engine whose time is linear in the text: no pattern can stall the process. Pure. */
import { RE2JS } from "re2js";

/** A test of the whole value; null for a pattern the engine refuses (look-around and back-references among them). */
export function compilePattern(pattern: string): ((value: string) => boolean) | null {
  try {
    const compiled = RE2JS.compile(pattern);
    return (value) => compiled.testExact(value);
  } catch {
    return null;
  }
}
