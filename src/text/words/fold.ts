/** One form of a word for comparing: case, width, accents, and how an emoji is drawn (skin tone, gender, selector) do not matter. Pure. */

// Accents are dropped only where they do not make another letter: й is not и, गा is not ग, ガ is not カ.
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ё: "е",
  ς: "σ",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ى: "ي",
  ة: "ه",
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
  ـ: "",
  "’": "'",
  ʼ: "'",
  "＇": "'",
};
const MAPPED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
/** Selectors of presentation, skin tones, the sign for a woman or a man; and what is not seen inside a word: soft hyphens, spaces without width. */
const DRAWN = /\u200D[\u2640\u2642]\uFE0F?|[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}\u00AD\u180E\u200B\u200C\u2060\u2063\uFEFF]/gu;
/** Joiners draw letters together; those of an emoji make another one. */
const JOINER = /(?<=[\p{L}\p{M}])\u200D+/gu;
/** Typed for an apostrophe; some would fall apart into a space and a mark. */
const APOSTROPHES = /[´`‘′]/g;

/** The comparing form of one word. NFC, NFD and full-width spellings of it are equal. Idempotent. */
export function foldWord(word: string): string {
  let folded = "";
  let done = 0;
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    const form = forms[unit] || formOf(unit);
    if (form === ITSELF) continue;
    if (form === DEPENDS) return foldWhole(word);
    folded += word.slice(done, at) + (others[unit] as string);
    done = at + 1;
  }
  return done === 0 ? word : folded + word.slice(done);
}

// Most characters fold by themselves, and most of those to themselves; looked up, because every character of every question and term is.
const [ITSELF, ANOTHER, DEPENDS] = [1, 2, 3] as const;
const forms = new Uint8Array(0x10000);
/** By character: the form of those that fold to another. */
const others: Record<number, string> = {};

/** Whether a character stays as it is; `DEPENDS` where it belongs to the one before it, or is half of one. */
function formOf(unit: number): number {
  const character = String.fromCharCode(unit);
  const folded = DEPENDENT.test(character) ? null : foldWhole(character);
  const form = folded === null ? DEPENDS : folded === character ? ITSELF : ANOTHER;
  if (folded !== null) others[unit] = folded;
  forms[unit] = form;
  return form;
}

// Marks (variation selectors among them), joiners, sound marks of half-width kana, halves of surrogate pairs, and the letters that Hangul syllables are composed of.
const DEPENDENT = /\p{M}|\p{Cs}|\u200D|[\u1100-\u11FF\uFF9E\uFF9F]/u;

function foldWhole(word: string): string {
  const seen = word.replace(DRAWN, "").replace(JOINER, "").replace(APOSTROPHES, "'");
  const bare = seen.normalize("NFKC").toLowerCase().normalize("NFD").replace(ACCENTED, "$1").normalize("NFC");
  return bare.replace(MAPPED, (letter) => LETTERS[letter] ?? letter);
}
