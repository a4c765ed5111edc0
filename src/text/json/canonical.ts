/** One text for one value, whatever the order of its members. Pure. */

/** JSON with sorted member names and without members that are undefined. For values that JSON can hold, nested at most a few dozen levels. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (isRecord(member) ? sorted(member) : member));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(record).sort();
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
