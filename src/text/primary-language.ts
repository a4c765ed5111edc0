/** What a tag says of the language alone. Pure. */

/** The primary language of a BCP 47 tag, lower case: `pt` of `pt-BR`; empty where the tag has none. */
export const primaryLanguage = (tag: string): string => (/^[a-z]{2,3}(?![a-z])/iu.exec(tag)?.[0] ?? "").toLowerCase();
