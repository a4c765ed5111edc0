/** Full stops that end no sentence, where the platform's rules see an end. Pure. */

/** What no language is known of may be of any: an abbreviation of one, and an ordinal, joins. */
export const UNKNOWN_LANGUAGE = "und";

/** Written with a full stop and never at the end of a sentence, by language; those of `shared` in every language. */
const NEVER_LAST: Readonly<Record<string, string>> = {
  shared: "dr prof mr mrs ms mx st vs cf ca approx al dipl ing",
  en: "rev hon sen rep gen col capt lt sgt gov incl excl est dept univ viz esp mt",
  de: "hr fr frl bzw ggf vgl evtl inkl exkl zzgl abzgl sog bspw mind max gem lt zzt ggü entspr allg insb insbes str gegr geb",
  fr: "mm mme mmes mlle mlles pr ste env av bd ex éd",
  es: "sr sra srta dra ud uds avda ej aprox prof",
  it: "sig sigg dott avv es ecc spett egr",
  pt: "sr sra srta dra exmo aprox ex av",
  nl: "dhr mevr mw bijv nl resp incl excl evt",
  da: "hr fr ca bl evt inkl ekskl",
  sv: "ca bl ev inkl exkl",
  pl: "np tzn tj tzw ul godz inż mgr",
  cs: "např tzv tj ul ing mgr",
  ru: "ул им проф напр см стр тыс",
  uk: "вул ім проф напр див",
  hi: "डॉ प्रो पं श्री",
  tr: "sn doç bkz vb örn",
};

/** Only before a number: elsewhere they are words. */
const BEFORE_NUMBER: Readonly<Record<string, string>> = {
  shared: "no nos nr fig figs vol p pp art ver tel ext",
  en: "eq sec ch para apt jan feb mar apr jun jul aug sep sept oct nov dec min max avg ref",
  de: "abs ziff kap bd abb tab hnr ausg aufl rn",
  fr: "num chap pag",
  es: "núm pág cap",
  it: "num pag cap",
  pt: "núm pág cap",
  nl: "blz hfst",
  ru: "рис табл гл",
  hi: "नं",
};

/** Languages that write "third" as 3 and a full stop. */
const ORDINALS = new Set("de da no nb nn is fi et lv cs sk pl sl hr sr bs hu tr".split(" "));

const LAST_WORD = /(?<before>^|[^\p{L}\p{M}\p{N}.])(?<word>[\p{L}\p{M}]+)\.\s*$/u;
/** e.g. U.S. bl.a. p.ej. */
const DOTTED = /(?:^|[^\p{L}\p{M}\p{N}])(?:[\p{L}\p{M}]{1,4}\.){2,}\s*$/u;
const ORDINAL = /(?:^|[^\p{N}.,:])\p{Nd}{1,2}\.\s*$/u;
const STARTS_WITH_NUMBER = /^[\s(]*(?:\p{N}|[IVXLC]+\b)/u;
/** Longer than any abbreviation with its blanks. */
const TAIL = 40;

/** Whether the full stop at the end of `before` belongs to an abbreviation, an initial or an ordinal, so that `after` goes on with the sentence. */
export function isAbbreviated(before: string, after: string, language: string): boolean {
  const tail = before.slice(-TAIL);
  if (!tail.trimEnd().endsWith(".")) return false;
  if (DOTTED.test(tail) || ((language === UNKNOWN_LANGUAGE || ORDINALS.has(language)) && ORDINAL.test(tail))) return true;
  const found = LAST_WORD.exec(tail)?.groups?.["word"];
  if (found === undefined) return false;
  const word = found.toLowerCase();
  // An initial, or half of "z. B.": a letter alone.
  if (/^\p{L}\p{M}*$/u.test(word)) return true;
  return has(NEVER_LAST, word, language) || (STARTS_WITH_NUMBER.test(after) && has(BEFORE_NUMBER, word, language));
}

const sets = new Map<string, ReadonlySet<string>>();

function has(table: Readonly<Record<string, string>>, word: string, language: string): boolean {
  if (language === UNKNOWN_LANGUAGE) return Object.values(table).some((words) => setOf(words).has(word));
  return setOf(table["shared"] ?? "").has(word) || (Object.hasOwn(table, language) && setOf(table[language] ?? "").has(word));
}

function setOf(words: string): ReadonlySet<string> {
  const known = sets.get(words) ?? new Set(words.split(" "));
  sets.set(words, known);
  return known;
}
