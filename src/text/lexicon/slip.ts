/** Whether one spelling is another one mistyped, and how likely: a small model of fingers and ears. Pure. */

/** The likelier slip first: letters swapped or doubled; one too many, too few, or spelt by ear; another letter. */
export const SLIP = { none: 0, swapped: 1, lost: 2, wrong: 3 } as const;
export type Slip = (typeof SLIP)[keyof typeof SLIP];

/** No shorter word is taken for mistyped. */
export const SHORTEST_SLIP = 4;
/** With a letter too many or too few, or spelt by ear. Shorter words have too many real neighbours (3 to 12 each below five letters). */
const SHORTEST_LOST = 5;
/** With a letter too many that is no doubled one: German springt is no Sprint. */
const SHORTEST_ADDED = 7;
/** With any letter for another: bread, breed. Shorter ones only with a key beside the right one, or a letter that sounds alike. */
const SHORTEST_WRONG = 7;

/** Arabic and Hebrew write few vowels, so that words lie closer together: as if they had this many letters less. */
const CONSONANTS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const DENSER = 1;

/** The likeliest single slip between what was typed and what was meant; null for more than one, or none that people make. */
export function slipBetween(typed: string, meant: string): Slip | null {
  if (typed === meant) return SLIP.none;
  if (meant.length < SHORTEST_SLIP || typed.length < SHORTEST_SLIP || typed[0] !== meant[0]) return null;
  if (isSwapped(typed, meant) || isDoubled(typed, meant)) return SLIP.swapped;
  if (meant.length < SHORTEST_LOST + (CONSONANTS.test(meant) ? DENSER : 0)) return null;
  if (isLost(typed, meant) || isHeard(typed, meant)) return SLIP.lost;
  return isWrong(typed, meant) ? SLIP.wrong : null;
}

/** Where the two first differ. */
function differenceOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const at = differenceOf(typed, meant);
  if (meant.length < SHORTEST_LOST && at > 1) return false;
  return typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && typed.slice(at + 2) === meant.slice(at + 2);
}

/** A letter too many or too few: star is no start. */
function isLost(typed: string, meant: string): boolean {
  const at = differenceOf(typed, meant);
  if (typed.length === meant.length + 1) return meant.length >= SHORTEST_ADDED && typed.slice(at + 1) === meant.slice(at);
  return typed.length === meant.length - 1 && typed.length >= SHORTEST_LOST && typed.slice(at) === meant.slice(at + 1);
}

/** Short words differ by a double vowel, and by a double letter that is missing: Dutch slap, slaap. */
function isDoubled(typed: string, meant: string): boolean {
  if (typed.length < SHORTEST_LOST || undoubled(typed) !== undoubled(meant)) return false;
  return meant.length >= SHORTEST_LOST || !DOUBLE_VOWEL.test(typed);
}

const DOUBLE_VOWEL = /([aeiouy])\1/u;

const isHeard = (typed: string, meant: string): boolean =>
  Math.abs(typed.length - meant.length) <= 1 && undoubled(typed) !== undoubled(meant) && soundOf(typed) === soundOf(meant);

/** Another last letter makes another word: chess, chest. */
function isWrong(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const at = differenceOf(typed, meant);
  if (typed.slice(at + 1) !== meant.slice(at + 1) || at === typed.length - 1) return false;
  return meant.length >= SHORTEST_WRONG || areBeside(typed[at] as string, meant[at] as string);
}

const KEYBOARDS = [
  ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
  [";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"],
];
const BESIDE = new Set(KEYBOARDS.flatMap(pairsOf));

/** Each key with the next of its row, and with those under it. */
function pairsOf(rows: readonly string[]): readonly string[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((key, x) => {
      const below = rows[y + 1] ?? "";
      return [row[x + 1], below[x - 1], below[x]].flatMap((other) => (other === undefined ? [] : [key + other, other + key]));
    }),
  );
}

const areBeside = (one: string, other: string): boolean => BESIDE.has(one + other);

const DOUBLED = /(.)\1+/gu;
const undoubled = (word: string): string => word.replace(DOUBLED, "$1");

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  // Umlauts and their like, typed as two letters: ruecken, loeb.
  [/([aou])e/g, "$1"],
  [/ph/g, "f"],
  [/sch|sh/g, "s"],
  [/qu?|ck|c(?![eiy])/g, "k"],
  [/[cz]/g, "s"],
  [/(?<=.)(?:gh|h)/g, ""],
  [/y|ij|ie|ei/g, "i"],
  [/w/g, "v"],
  [/ει|οι|υι|η|υ/g, "ι"],
  [/ω/g, "ο"],
  [/αι/g, "ε"],
  [/(?<=.)о/g, "а"],
  [/(?<=.)[еіїєы]/g, "и"],
  [/[ьъ']/g, ""],
  [/ט/g, "ת"],
  [/ק/g, "כ"],
  [/ע/g, "א"],
  [/ص/g, "س"],
  [/ط/g, "ت"],
  [/[ضذ]/g, "د"],
  [/ظ/g, "ز"],
  [/ी/g, "ि"],
  [/ू/g, "ु"],
  [/[शष]/g, "स"],
];

/** What a hasty ear makes of a word: those that sound alike have the same. */
export function soundOf(word: string): string {
  let sound = word;
  for (const [spelling, letter] of SPELLINGS) sound = sound.replace(spelling, letter);
  return undoubled(sound);
}
