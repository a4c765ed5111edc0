/** Takes values of the environment out of messages: any of them may be a secret. Pure. */
import type { Problem } from "../problem.ts";

/** Shorter values are no secrets, and would be found by chance inside other words. */
const SHORTEST_SECRET = 6;

/**
 * The same problems, each value in `filled` replaced by the placeholder of its variable, however it is quoted. A variable may
 * stand there twice: two files may have been filled in from two environments.
 */
export function redact(
  problems: readonly Problem[],
  filled: Iterable<readonly [name: string, value: string]>,
): readonly Problem[] {
  const secrets = [...filled]
    .filter(([, value]) => value.length >= SHORTEST_SECRET)
    .flatMap(([name, value]) => [value, JSON.stringify(value).slice(1, -1)].map((text) => ({ name, text })))
    .sort((a, b) => b.text.length - a.text.length);
  if (secrets.length === 0) return problems;
  return problems.map((problem) => {
    const message = secrets.reduce((said, { name, text }) => said.replaceAll(text, `\${${name}}`), problem.message);
    return message === problem.message ? problem : { ...problem, message };
  });
}
