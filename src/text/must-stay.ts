/** Whether a sentence holds what leaving it out would turn into its opposite or lose for good: a number or a denial. Pure. */
import { foldWord } from "./fold.ts";
import { splitWords } from "./words.ts";

/** Plain denials by language: the language files have only those that bear on a question. Where unsure a sentence stays. */
const DENIALS: Readonly<Record<string, string>> = {
  en: "no not never none neither nor nothing nobody nowhere without cannot cant dont doesnt wont",
  de: "nicht nein kein keine keinen keinem keiner keines keinerlei keineswegs keinesfalls nie niemals nichts niemand niemandem niemanden weder ohne nirgends nimmer",
  fr: "ne pas non jamais rien aucun aucune sans ni nul nulle personne nullement guère",
  es: "no sin nunca ningún ninguna ninguno nada nadie tampoco ni jamás",
  it: "non no senza mai nessun nessuno nessuna niente nulla né neppure nemmeno neanche",
  pt: "não sem nunca nenhum nenhuma nada ninguém nem jamais tampouco",
  ro: "nu n fără nici niciun nicio niciodată nimic nimeni deloc",
  nl: "niet geen nooit niets niks niemand zonder nergens noch nee",
  sv: "inte ingen inget inga aldrig utan ej icke ingenting varken nej",
  da: "ikke ingen intet aldrig uden ej hverken ingenting nej",
  fi: "ei en et emme ette eivät älä älkää ilman enkä eikä ettei etten",
  pl: "nie bez nigdy żaden żadna żadne żadnego żadnej żadnych ani nic nikt",
  cs: "ne bez nikdy ani nic nikdo žádný žádná žádné žádného",
  ru: "не ни нет без нельзя никогда никто ничто ничего нету никакой никаких",
  uk: "не ні нема немає без ніколи ніхто нічого жоден жодна жодного",
  el: "δεν δε μη μην όχι χωρίς δίχως ούτε ποτέ κανένας καμία κανένα",
  tr: "değil yok hiç asla olmadan hayır",
  ar: "لا لم لن ليس ليست لست غير بدون دون بلا مش",
  he: "לא אל אין בלי ללא אף",
  hi: "नहीं नही न ना मत बिना",
  vi: "không chưa chẳng chớ đừng",
  id: "tidak tak bukan jangan tanpa belum tiada",
};
/** Denials that are written into words, or between words without spaces. */
const WITHIN: Readonly<Record<string, RegExp>> = {
  en: /n['’]t\b/iu,
  fr: /(?<!\p{L})n['’]\p{L}/iu,
  cs: /(?<!\p{L})ne\p{L}{2,}/iu,
  tr: /\p{L}(?:m[ae](?:z|d[ıi]|m[ıi]ş|y|den|dan)|m[ıiuü]yor)/iu,
  ja: /ない|なく|なかっ|なけれ|なし|ません|ずに|[無不未非禁勿]/u,
  zh: /[不没沒無无非勿未莫否]|(?<![特分区區个個级級类類性辨识識差告])[别別](?![人的处處墅名称稱])/u,
  ko: /않|없|못|아니|아닌|아닙|말[고아라]|마세요|마십시오|(?<!\p{L})안(?!\p{L})|금지|불가/u,
  th: /ไม่|อย่า|ห้าม|มิ(?:ได้|ให้|ใช่)|ปราศจาก/u,
};
/** Letters that are written before a denial: "and not". */
const PROCLITIC = /^[وفבהוכלש](?=.{2})/u;

/** Digits of any script, fractions, and numerals of Han beside each other or before what is counted. */
const NUMBER =
  /\p{N}|[一二三四五六七八九十百千万萬億亿兆两兩]{2}|[二三四五六七八九十百千万萬两兩半一](?=[天日月年周週個个元円块回次名時时分秒度倍割%％公])/u;

/** A test for the sentences of one text. `negators` are further denials, and whatever else must stay: number words, "unless". */
export function mustStay(language: string, negators: ReadonlySet<string>): (sentence: string) => boolean {
  const main = language.toLowerCase().split("-", 1)[0] ?? "";
  const own = Object.hasOwn(DENIALS, main) ? (DENIALS[main] ?? "").split(" ").map(foldWord) : [];
  const within = Object.hasOwn(WITHIN, main) ? WITHIN[main] : undefined;
  const phrases = phrasesOf([...own, ...negators]);
  return (sentence) => NUMBER.test(sentence) || within?.test(sentence) === true || holdsOneOf(phrases, sentence);
}

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** By first word: a denial may be of several words, or of several characters of a script without spaces. */
function phrasesOf(texts: readonly string[]): Phrases {
  const phrases = new Map<string, (readonly string[])[]>();
  for (const text of texts) {
    const [first, ...rest] = splitWords(text).map(({ folded }) => folded);
    if (first === undefined) continue;
    const known = phrases.get(first) ?? [];
    known.push(rest);
    phrases.set(first, known);
  }
  return phrases;
}

function holdsOneOf(phrases: Phrases, sentence: string): boolean {
  const words = splitWords(sentence);
  return words.some(({ folded }, place) =>
    [folded, folded.replace(PROCLITIC, "")].some((word) =>
      phrases.get(word)?.some((rest) => rest.every((further, index) => words[place + 1 + index]?.folded === further)),
    ),
  );
}
