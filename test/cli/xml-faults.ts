/** What keeps a text from being well-formed XML, as far as drawings of ours can go wrong: tags, attributes, entities. */

const TAG = /^<(\/?)([a-zA-Z][\w-]*)((?: [a-zA-Z][\w:-]*="[^"<]*")*)(\/?)>/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

export function xmlFaults(text: string): readonly string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let roots = 0;
  if (NO_XML.test(text)) faults.push("a character that XML cannot hold");
  for (const ampersand of text.match(/&(?!(amp|lt|gt|quot|#\d+);)/g) ?? []) faults.push(`a bare ${ampersand}`);
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const [whole, closing, name = "", attributes = "", alone] = TAG.exec(text.slice(at)) ?? [];
    if (whole === undefined) {
      faults.push(`no tag: ${text.slice(at, at + 40)}`);
      continue;
    }
    const names = attributes.match(/ [\w:-]+(?==)/g) ?? [];
    if (new Set(names).size < names.length) faults.push(`an attribute twice: ${whole}`);
    if (closing === "/") {
      if (open.pop() !== name) faults.push(`closes what is not open: ${whole}`);
      continue;
    }
    if (open.length === 0) roots += 1;
    if (alone === "") open.push(name);
  }
  if (open.length > 0) faults.push(`left open: ${open.join(", ")}`);
  if (roots !== 1) faults.push(`${roots} roots`);
  return faults;
}
