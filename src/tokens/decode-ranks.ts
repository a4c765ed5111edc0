/** js-tiktoken's text form of a vocabulary, decoded in one pass into flat arrays. Pure. */

/** The token of rank `r` is `bytes[starts[r], starts[r + 1])`; ranks that the text leaves out are empty. */
export interface Vocabulary {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = new Uint8Array(256);
for (let value = 0; value < BASE64.length; value++) SEXTETS[BASE64.charCodeAt(value)] = value;

const SPACE = 0x20;
const PADDING = 0x3d;

/**
 * Decodes `bpe_ranks`: lines of `! <first rank> <token> <token> …`, in ascending order, each token in base64 with its own
 * padding, ranks counting up along the line. Written out because a `Buffer` for each of 200,000 tokens costs ten times as
 * much. Throws where ranks descend.
 */
export function decodeRanks(bpeRanks: string): Vocabulary {
  const bytes = new Uint8Array(Math.ceil((bpeRanks.length * 3) / 4));
  // The shortest token takes four letters and a space.
  const starts = new Int32Array(Math.ceil(bpeRanks.length / 5) + 1);
  let size = 0;
  for (const line of bpeRanks.split("\n")) {
    const head = /^\S+ (\d+) /.exec(line);
    if (head === null) continue;
    const first = Number(head[1]);
    if (first < size) throw new Error(`ranks must ascend: a line begins at ${first} after ${size} ranks`);
    while (size < first) starts[size + 1] = starts[size++] as number;
    size = decodeTokens(Buffer.from(line.slice(head[0].length), "latin1"), { size, bytes, starts });
  }
  // Views, not copies: pages that were never written cost nothing.
  return { size, bytes: bytes.subarray(0, starts[size]), starts: starts.subarray(0, size + 1) };
}

/** Appends the tokens of a line, parted by single spaces, to `into`; returns the new size. */
function decodeTokens(letters: Uint8Array, into: Vocabulary): number {
  const { bytes, starts } = into;
  const sextet = (at: number): number => SEXTETS[letters[at] as number] as number;
  let size = into.size;
  let used = starts[size] as number;
  for (let i = 0; i < letters.length; i += 4) {
    if (letters[i] === SPACE) {
      starts[++size] = used;
      i++;
    }
    const quad = (sextet(i) << 18) | (sextet(i + 1) << 12) | (sextet(i + 2) << 6) | sextet(i + 3);
    bytes[used] = quad >> 16;
    bytes[used + 1] = quad >> 8;
    bytes[used + 2] = quad;
    used += letters[i + 3] !== PADDING ? 3 : letters[i + 2] !== PADDING ? 2 : 1;
  }
  starts[++size] = used;
  return size;
}
