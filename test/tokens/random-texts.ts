/** Seeded random texts made of what tokenizers get wrong. Pure. */

/** Mulberry32: the next whole number below `limit`, the same sequence for the same seed. */
export type Random = (limit: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

const letters = (...ranges: readonly (readonly [number, number])[]): readonly string[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));

const POOLS: readonly (readonly string[])[] = [
  letters([0x20, 0x7e]),
  letters([0x61, 0x7a], [0x41, 0x5a]),
  letters([0x30, 0x39], [0x660, 0x669], [0xb2, 0xb3], [0x2160, 0x216b]),
  [" ", "  ", "   ", "\t", "\n", "\r\n", "\r", "\n\n", " \n", "\n ", "\u00a0", "\u3000", "\u2028", "\v", "\f"],
  ["\ufeff", "\u0085", "\0", "\u200b", "\u200d", "\u00ad", "\u2060", "\ufffd", "\ud800", "\udc00", "\udbff\ud800"],
  ["'s", "'S", "'ll", "'LL", "'re", "'vE", "'d", "'m", "'T", "’s", "'", "''", "/", "//", "./", ".\n/", "\n/"],
  ["<|endoftext|>", "<|endofprompt|>", "<|im_start|>", "<|fim_prefix|>", "<|", "|>", "<|end"],
  ["\u0301", "\u0308", "\u20dd", "e\u0301", "n\u0303", "\u0e38", "\u093f", "\u0483"],
  ["😀", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇬🇷", "❤️", "1️⃣", "🧑🏿‍🚀", "♀️", "\ufe0f", "🏽"],
  letters([0xc0, 0x17f], [0x1c4, 0x1cc]),
  letters([0x370, 0x3ff], [0x400, 0x45f], [0x531, 0x587], [0x10a0, 0x10ff], [0x1f80, 0x1faf]),
  letters([0x5d0, 0x5ea], [0x620, 0x652], [0x710, 0x72f]),
  letters([0x904, 0x939], [0x93e, 0x94d], [0x985, 0x9b9], [0xb85, 0xbb9], [0xe01, 0xe4e], [0x1000, 0x102a], [0x1780, 0x17b3]),
  letters([0x4e00, 0x4fff], [0x3041, 0x3093], [0x30a1, 0x30f3], [0xac00, 0xadff], [0x20000, 0x200ff]),
  letters([0x1200, 0x1248], [0x13a0, 0x13cf], [0x1401, 0x1450], [0x1d400, 0x1d454], [0x10400, 0x1044f]),
  ["{", "}", '{"', '":', '",', "[]", "],", "null", "true", "=>", "const ", "();", "  return ", "//", "/*", "*/", "#", "!="],
  ["the ", " of", "HTTPServer", "camelCase", "snake_case", "Straße", "naïve", "don't", "I'M", "1,234.56", "2024-08-06"],
];

/** A text of one to `maxParts` parts, from one to three pools; one in eight parts is any code point at all. */
export function randomText(random: Random, maxParts: number): string {
  const pools = Array.from({ length: 1 + random(3) }, () => pick(random, POOLS));
  let text = "";
  for (let parts = 1 + random(maxParts); parts > 0; parts--) {
    text += random(8) === 0 ? String.fromCodePoint(random(0x110000)) : pick(random, pick(random, pools));
  }
  return text;
}
