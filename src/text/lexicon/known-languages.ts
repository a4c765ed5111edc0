/** What is known of the languages' words: the compiled form of `text/languages/*.yaml`. Pure types. */

import type { StayWords } from "../must-stay.ts";
import type { Cue } from "./cues.ts";
import type { LanguageRules } from "./inflection.ts";
import type { Lexicon } from "./lexicon.ts";

export interface Languages {
  readonly rules: ReadonlyMap<string, LanguageRules>;
  /** Words for time, denials, and words that show the language; of all languages at once. */
  readonly lexicon: Lexicon<Cue>;
  /** Of the languages that have accents alone: those, as `accentsOf` gives them. */
  readonly accents: readonly { readonly language: string; readonly own: string }[];
  /** Folded words that deny or set aside, of all languages. */
  readonly negators: ReadonlySet<string>;
  /** What keeps a sentence where a text is shortened, by language. */
  readonly stays: readonly StayWords[];
}
