/** One form of a word for comparing: case, width, accents, and how an emoji is drawn (skin tone, selector) do not matter. Pure. */

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
/** Selectors of presentation, and skin tones: people type the same emoji with and without them. */
const DRAWN = /[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]/gu;
const ASCII = /^\p{ASCII}*$/u;

/** The comparing form of one word. NFC, NFD and full-width spellings of it are equal. Idempotent. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const bare = word.replace(DRAWN, "").normalize("NFKC").toLowerCase().normalize("NFD").replace(ACCENTED, "$1").normalize("NFC");
  return bare.replace(MAPPED, (letter) => LETTERS[letter] ?? letter);
}
