/** What a policy brings along to be tested with: questions and what must come of them. Pure types. */

/** Both from 1. Asked for only where a test fails: of a file that the build knows, no place is known before. */
export type PlaceInFile = () => { readonly line: number; readonly column: number };

/** A question of the vocabulary file that must, or must not, score highest for an intent. */
export interface VocabularyExample {
  readonly file: string;
  readonly place: PlaceInFile;
  readonly question: string;
  readonly intent: string;
  readonly wanted: boolean;
}

export interface PolicyTest {
  readonly file: string;
  readonly place: PlaceInFile;
  readonly question: string;
  readonly subject: string | null;
  readonly plan: string | null;
  /** RFC 3339 instant. */
  readonly at: string | null;
  readonly expect: {
    readonly intent?: string | undefined;
    readonly certain?: boolean | undefined;
    readonly contenders?: readonly string[] | undefined;
    readonly scope?: string | null | undefined;
    readonly scopes?: readonly string[] | undefined;
    readonly primary?: readonly string[] | undefined;
    readonly included?: readonly string[] | undefined;
    readonly withheld?: readonly string[] | undefined;
    readonly missing?: readonly string[] | undefined;
    readonly dropped?: readonly string[] | undefined;
    readonly referral?: boolean | undefined;
  };
}
