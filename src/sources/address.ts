/** Fills the names of a source's address, so that no value can lead to another place than the policy's. Pure. */
import type { Source } from "../policy/rules/sources.ts";

/** What an address may name. `params` are values of other sources' answers, already accepted by their patterns. */
export interface AddressValues {
  readonly subject: string;
  readonly tenant: string;
  readonly plan: string | null;
  readonly params: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
}

const MAX_VALUE_LENGTH = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The address with every name filled in, percent-encoded; null where a value is missing or refused (empty, `.`, `..`,
 * longer than 200, control characters, lone surrogates) or where the result would leave the source's origin.
 */
export function fillAddress(source: Source, values: AddressValues): string | null {
  let address = "";
  for (const [index, part] of source.urlParts.entries()) {
    const text = index % 2 === 0 ? part : encoded(named(part, values));
    if (text === null) return null;
    address += text;
  }
  return keepsOrigin(address, source.origin) ? address : null;
}

/** The caller's own names come first: no attribute and no answer can stand in for them. */
function named(name: string, values: AddressValues): string | null {
  if (name === "subject") return values.subject;
  if (name === "tenant") return values.tenant;
  if (name === "plan") return values.plan;
  const value = values.params.get(name) ?? values.attributes.get(name);
  return value === undefined ? null : String(value);
}

/** `encodeURIComponent` leaves dots alone, and a part that is only dots would climb: hence the refusal of both. */
function encoded(value: string | null): string | null {
  if (value === null || value === "" || value === "." || value === "..") return null;
  if (value.length > MAX_VALUE_LENGTH || CONTROL.test(value) || !value.isWellFormed()) return null;
  return encodeURIComponent(value);
}

/** A text that begins with the origin and a slash has that origin; anything else is left to the URL parser to judge. */
function keepsOrigin(address: string, origin: string): boolean {
  if (address.startsWith(origin) && address[origin.length] === "/") return true;
  return URL.canParse(address) && new URL(address).origin === origin;
}
