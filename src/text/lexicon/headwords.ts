/** The words that patterns are made of, each once; in columns, because there are a hundred thousand. Pure. */
import type { LanguageRules } from "./inflection.ts";
import type { Mode } from "./term-syntax.ts";

/** A word with how it may be written. */
export interface Headword {
  readonly id: number;
  readonly word: string;
  readonly language: string;
  readonly mode: Mode;
}

/** By id. */
export interface Headwords {
  readonly words: readonly string[];
  readonly languages: readonly string[];
  readonly modes: readonly Mode[];
  /** Whether it may stand at the head or the tail of a longer word. */
  readonly compounds: readonly boolean[];
  /** Whether it is also looked for with a typing error. */
  readonly misspelt: readonly boolean[];
  /** As `accentsOf` gives them; null in a language where they make no other word. */
  readonly accents: readonly (string | null)[];
}

/** What a word is part of. */
export interface Use {
  readonly language: string;
  readonly misspelt: boolean;
  readonly accents: string;
}

export interface HeadwordCollector {
  readonly headwords: Headwords;
  /** The id of a word, the next one where it is new. */
  idOf(word: string, mode: Mode, use: Use): number;
}

/** A word that may be part of a compound has at least as many letters. */
export const SHORTEST_COMPOUND = 4;

const PLACES: Readonly<Record<Mode, number>> = { inflects: 0, exact: 2, stem: 4 };

interface OfLanguage {
  readonly language: string;
  readonly compounds: boolean;
  readonly accentsTell: boolean;
  /** By mode and whether misspelt. */
  readonly ids: readonly Map<string, number>[];
}

export function collectHeadwords(rulesOf: (language: string) => LanguageRules): HeadwordCollector {
  const words: string[] = [];
  const languages: string[] = [];
  const modes: Mode[] = [];
  const compounds: boolean[] = [];
  const misspelt: boolean[] = [];
  const accents: (string | null)[] = [];
  const known = new Map<string, OfLanguage>();
  const ofLanguage = (language: string): OfLanguage => {
    const before = known.get(language);
    if (before !== undefined) return before;
    const ids = Object.keys(PLACES).flatMap(() => [new Map<string, number>(), new Map<string, number>()]);
    const { compounds: joins, accentsTell } = rulesOf(language);
    const made = { language, compounds: joins, accentsTell, ids };
    known.set(language, made);
    return made;
  };
  return {
    headwords: { words, languages, modes, compounds, misspelt, accents },
    idOf(word, mode, use) {
      const own = ofLanguage(use.language);
      const ids = own.ids[PLACES[mode] + Number(use.misspelt)] as Map<string, number>;
      const key = own.accentsTell && use.accents !== "" ? `${word} ${use.accents}` : word;
      const before = ids.get(key);
      if (before !== undefined) return before;
      const id = words.push(word) - 1;
      languages.push(own.language);
      modes.push(mode);
      compounds.push(own.compounds && mode === "inflects" && word.length >= SHORTEST_COMPOUND);
      misspelt.push(use.misspelt);
      accents.push(own.accentsTell ? use.accents : null);
      ids.set(key, id);
      return id;
    },
  };
}

/** Those of a language that are looked for with a typing error. */
export function misspeltOf({ words, languages, modes, misspelt }: Headwords, language: string): readonly Headword[] {
  const found: Headword[] = [];
  for (let id = 0; id < words.length; id += 1) {
    const mode = modes[id] as Mode;
    if (misspelt[id] !== true || mode === "exact" || languages[id] !== language) continue;
    found.push({ id, word: words[id] as string, language, mode });
  }
  return found;
}
