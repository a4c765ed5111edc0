/** UTF-8 of a part of a string, without cutting the part out first. Pure apart from the array it fills. */

/** Bytes that one UTF-16 unit can take: three; a pair of surrogates takes four. */
export const MAX_BYTES_PER_UNIT = 3;

/**
 * Writes `text[start, end)` into `into` as TextEncoder does (a lone surrogate becomes U+FFFD) and returns the bytes written.
 * `into` holds `MAX_BYTES_PER_UNIT` a unit; no surrogate pair is cut by `start` or `end`.
 */
export function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let used = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      into[used++] = unit;
    } else if (unit < 0x800) {
      into[used++] = 0xc0 | (unit >> 6);
      into[used++] = 0x80 | (unit & 0x3f);
    } else {
      const code = codePointAt(text, i, end);
      if (code > 0xffff) {
        into[used++] = 0xf0 | (code >> 18);
        into[used++] = 0x80 | ((code >> 12) & 0x3f);
        i++;
      } else {
        into[used++] = 0xe0 | (code >> 12);
      }
      into[used++] = 0x80 | ((code >> 6) & 0x3f);
      into[used++] = 0x80 | (code & 0x3f);
    }
  }
  return used;
}

function codePointAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  const low = unit < 0xdc00 && at + 1 < end ? text.charCodeAt(at + 1) : 0;
  return (low & 0xfc00) === 0xdc00 ? 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff) : 0xfffd;
}
