/** What a reader of a payload can make of its strings: as they stand, with every escape of JSON read, and its texts with nothing between them. */

interface Read {
  readonly name: string;
  readonly text: string;
}

/** Strings in their order, each under the name of its member; names too. */
function stringsIn(value: unknown, name = ""): readonly Read[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => stringsIn(one, name));
  return Object.entries(value).flatMap(([own, inner]) => [{ name: "", text: own }, ...stringsIn(inner, own)]);
}

/** As whoever parses JSON reads it, and JSON within it. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\+u([0-9A-Fa-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** What all formats call the text of a message, or of a part of one. */
const TEXTS = ["text", "content", "instructions"];

export function readingsOf(payload: unknown): readonly string[] {
  const strings = stringsIn(payload);
  const all = strings.map(({ text }) => text).join("\n");
  const texts = strings.flatMap(({ name, text }) => (TEXTS.includes(name) ? [text] : [])).join("");
  return [all, unescaped(all), texts];
}
