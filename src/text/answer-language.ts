/** The language to answer in: the caller's, else the question's, else the policy's. Pure; the library's tables are its own. */
export const LANGUAGE_SOURCES = ["caller", "words", "detector", "policy"] as const;

export interface AnswerLanguage {
  /** BCP 47. */
  readonly language: string;
  /** `words`: its function words, or all terms that were found, are of this language alone; `detector`: a library found it by its letters. */
  readonly source: (typeof LANGUAGE_SOURCES)[number];
  /** The detector's own number from 0 to 1; null for the others. */
  readonly confidence: number | null;
}

export interface LanguageInput {
  readonly asked: string | null;
  readonly question: string;
  /** Languages that function words show, and whether more than one word shows them. */
  readonly shown: ReadonlySet<string>;
  readonly surely: boolean;
  /** Languages of the terms that were found. */
  readonly spoken: ReadonlySet<string>;
  /** Languages that there are files for. */
  readonly known: Iterable<string>;
  readonly fallback: string;
}

/** Below this the detector guesses. */
const LEAST_CONFIDENCE = 0.5;
/** Fewer Latin letters tell nothing, though the detector is sure of them: "hm" is German to it, "q" French. Other scripts tell by themselves. */
const LEAST_LATIN_LETTERS = 6;
/** More text than this tells nothing new about the language. */
const READ_CHARACTERS = 500;

/** The detector: reading its tables takes a tenth of a second, which no start waits for. */
export const loadDetector = (): Promise<Pick<typeof import("tinyld"), "detectAll">> => import("tinyld");

/** Detection never touches the scores: a wrong guess costs the language of the answer, and no fact. */
export async function answerLanguage(input: LanguageInput): Promise<AnswerLanguage> {
  const { asked, question, shown, surely, spoken, known, fallback } = input;
  if (asked !== null) return { language: asked, source: "caller", confidence: null };
  const [only, second] = shown;
  if (surely && only !== undefined && second === undefined) return { language: only, source: "words", confidence: null };
  const [said, another] = spoken;
  if (!surely && said !== undefined && another === undefined) return { language: said, source: "words", confidence: null };
  const candidates = shown.size > 0 ? [...shown] : [...known];
  const byPolicy: AnswerLanguage = { language: fallback, source: "policy", confidence: null };
  // The detector knows words in one encoding, with plain blanks between.
  const read = mainScript(question.slice(0, READ_CHARACTERS).normalize("NFKC").replace(/\s+/gu, " "));
  if (shown.size === 0 && isShortLatin(read)) return byPolicy;
  const { detectAll } = await loadDetector();
  const best = detectAll(read, { only: candidates })[0];
  if (best === undefined || best.accuracy < LEAST_CONFIDENCE) return byPolicy;
  return { language: best.lang, source: "detector", confidence: Math.round(best.accuracy * 1_000) / 1_000 };
}

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai", "Hangul"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "gu"),
);

function isShortLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin > 0 && latin < LEAST_LATIN_LETTERS;
}

/** Marks of direction and the like: the detector takes one for a letter of Arabic. */
const SIGNS_WITHOUT_SHAPE = /\p{Cf}/gu;

/** The text without the letters of other scripts than its main one: a single foreign letter would decide for its language. */
function mainScript(text: string): string {
  const counts = SCRIPTS.map((script) => text.match(script)?.length ?? 0);
  const most = Math.max(...counts);
  const seen = text.replace(SIGNS_WITHOUT_SHAPE, "");
  return SCRIPTS.reduce((left, script, at) => ((counts[at] ?? 0) < most / 2 ? left.replace(script, "") : left), seen);
}
