/** The strings within a JSON text. Pure. */

/** All string values, however deep, not the names of members; of what is no JSON, the text itself. */
export function stringsOfJson(json: string): readonly string[] {
  try {
    return stringsWithin(JSON.parse(json));
  } catch {
    return [json];
  }
}

function stringsWithin(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") found.push(one);
    else if (typeof one === "object" && one !== null) for (const inner of Object.values(one).reverse()) open.push(inner);
  }
  return found;
}
