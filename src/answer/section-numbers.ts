/** Sections by their number in the document, and how an answer writes one: `4.2`, `Section 4.2`, `第4.2节`, `Handbook 4.2`. Pure. */
import { foldLabel } from "../text/brackets.ts";

/** Folded. What stands before the number of a section; a number alone may be anything. */
export const SECTION_WORDS = [
  ..."section sections sec sect part number no chapter article clause".split(" "),
  ..."abschnitt abschnitte abschnitts kapitel nummer nr ziffer artikel punkt".split(" "),
  ..."rubrique partie chapitre numero seccion secciones apartado secao secoes capitulo artigo sezione sezioni capitolo punto".split(
    " ",
  ),
  ..."sectie hoofdstuk paragraaf avsnitt sektion afsnit osio kohta luku bolum madde muc phan bagian sekcja sekcje punkt oddil cast bod".split(
    " ",
  ),
  ..."раздел раздела разделе пункт пункта пункте розділ розділу розділі ενοτητα τμημα القسم قسم סעיף खंड अनुभाग ส่วน ข้อ".split(" "),
];
/** Written without a space before the number. */
export const JOINED_WORDS = ["第", "セクション", "섹션", "항목"];

/** What may stand before that, and names no document. */
const LEADS =
  "see source sources cf per in siehe quelle vgl voir selon ver fuente fonte vedi zie se см 见 見 参见 來源 来源 根据 根據 参照";
const PLAIN: ReadonlySet<string> = new Set([...SECTION_WORDS, ...LEADS.split(" ")]);
const SIGNS = new RegExp(String.raw`[\s§#(^:.,]|${JOINED_WORDS.join("|")}`, "gu");
const BEHIND = /\s*(?:[)节節章条條项項款]|절|항|조)$/u;
/** Longer is no number with words before it. */
const LONGEST = 120;

export interface WrittenNumber {
  /** Folded. */
  readonly number: string;
  /** The words before it that could name its document; folded. */
  readonly words: readonly string[];
}

/** Null for what has no digit. What stands behind the first one is the number. */
export function numberIn(text: string): WrittenNumber | null {
  if (text.length > LONGEST) return null;
  const folded = foldLabel(text);
  const at = folded.search(/\d/);
  if (at < 0) return null;
  const words = folded.slice(0, at).replace(SIGNS, " ").split(" ");
  return { number: folded.slice(at).replace(BEHIND, ""), words: words.filter((word) => word !== "" && !PLAIN.has(word)) };
}

interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** `numbers` by id. Under each folded number all that have it: parts of one section, or sections of several documents. */
export function byNumber<Item extends Labelled>(
  items: readonly Item[],
  numbers: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const number = numbers.get(item.id);
    if (number === undefined) continue;
    // A mark before the digits is left out of what an answer says as well.
    const key = numberIn(number)?.number ?? foldLabel(number);
    const others = found.get(key);
    if (others === undefined) found.set(key, [item]);
    else others.push(item);
  }
  return found;
}

/**
 * The items of that number whose label has the words before it. None where they are sections of several documents: the number
 * alone names none of them. Parts of one section have one label, and are all named.
 */
export function itemsOf<Item extends Labelled>(items: readonly Item[] = [], words: readonly string[] = []): readonly Item[] {
  const named = items.filter(({ label }) => {
    const own = new Set(foldLabel(label).split(" "));
    return words.every((word) => own.has(word));
  });
  return new Set(named.map(({ label }) => foldLabel(label))).size === 1 ? named : [];
}
