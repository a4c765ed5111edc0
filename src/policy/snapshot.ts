/** The loaded policies as the rest of the system sees them: compiled, immutable, with digests. Pure. */

import type { Synonyms } from "../documents/synonyms.ts";
import type { Json } from "../sources/source-result.ts";
import type { Languages } from "../text/lexicon/known-languages.ts";
import type { Lexicon } from "../text/lexicon/lexicon.ts";
import type { SignScreen } from "../text/lexicon/sign-screen.ts";
import type { SignSpelling } from "../text/lexicon/sign-syntax.ts";
import type { Topics } from "../text/values/topics.ts";
import type { ImageRule } from "../tokens/image-rules.ts";
import type { CacheRules } from "../tokens/model-facts.ts";
import type { PolicyFinding } from "./problem.ts";
import type { DocumentSource, DocumentTexts } from "./rules/documents.ts";
import type { PolicyTest, VocabularyExample } from "./rules/expectations.ts";
import type { Experiment } from "./rules/experiments.ts";
import type { Alerts, FilterRules, ToolRule, Weights } from "./rules/selection.ts";
import type { Source } from "./rules/sources.ts";
import type { Localized } from "./schema/common.ts";
import type { BlockName, CITATIONS, COMPRESSIBLE, Format } from "./schema/policy-file.ts";
import type { Horizon } from "./schema/scopes-file.ts";
import type { LAYOUTS, Strategy } from "./schema/selection.ts";

/** Fills the names of a line from a fact. Numbers and dates take the form of the line's own language, times that of `zone`. */
export interface LineTemplate {
  readonly names: readonly LineName[];
  render(values: ReadonlyMap<string, Json>, zone: string): string;
}

export interface LineName {
  readonly name: string;
  /** The type the sample has there; a value of another type makes the piece `unreachable`, cause `invalid`. */
  readonly type: "string" | "number" | "boolean" | "array";
  /** Whether a value of that type can be written by the name's filters: a date for `date`, plain items for `join`. */
  readonly accepts: (value: Json) => boolean;
}

export interface Piece {
  readonly id: string;
  /** Place in pieces.yaml; the last tie-break. */
  readonly order: number;
  readonly source: string;
  readonly pointer: string;
  readonly line: Localized<LineTemplate>;
  readonly label: Localized;
  readonly whenMissing: Localized;
  readonly measuredAt: string | null;
  /** `day`: the same local date; a number: milliseconds. */
  readonly freshFor: "day" | number | null;
  readonly declaredTokens: number | null;
}

export interface Intent {
  readonly name: string;
  readonly order: number;
  readonly primary: readonly string[];
  readonly secondary: readonly string[];
  readonly exclude: readonly string[];
  readonly maxWords: number;
}

export interface Modifier {
  readonly action: "promote" | "demote" | "drop";
  readonly piece: string;
  readonly reason: string;
}

export interface Scope {
  readonly name: string;
  readonly horizon: Horizon;
  readonly modifiers: readonly Modifier[];
}

/** Evidence for an intent, or a red flag. */
export interface Term {
  /** As written in the file. */
  readonly text: string;
  readonly language: string;
  /** Null for a red flag. */
  readonly intent: string | null;
  /** Weight in thousandths, a whole number; below zero it speaks against the intent. */
  readonly weightMilli: number;
}

/** One alternative of a term. */
export interface Wording {
  readonly term: Term;
  /** As written in the file, between the bars. */
  readonly text: string;
}

/** What a match that is not plain is worth, in thousandths of its weight. */
export interface Factors {
  readonly compoundMilli: number;
  readonly fuzzyMilli: number;
  /** The only term of a question that is full of unknown words. */
  readonly loneMilli: number;
  /** The only term of a question about whoever asks, where it weighs less than 1. */
  readonly personalMilli: number;
  readonly negatedMilli: number;
  readonly excludedMilli: number;
  readonly backgroundMilli: number;
}

export interface Vocabulary {
  /** The policy's own language: that of a question which shows none. */
  readonly language: string;
  readonly terms: readonly Term[];
  readonly lexicon: Lexicon<Wording>;
  readonly signs: Signs;
}

/** Words of several groups that raise the red flag where they stand together, in one language. */
export interface Sign extends SignSpelling {
  readonly flag: Term;
  /** What it says of its intent. */
  readonly evidence: Term;
}

export interface Signs {
  /** By the name of a group. */
  readonly lexicon: Lexicon<string>;
  readonly mayStand: SignScreen;
  /** By language, then by the first group of the sign. */
  readonly byLanguage: ReadonlyMap<string, ReadonlyMap<string, readonly Sign[]>>;
}

export interface Model {
  readonly name: string;
  readonly window: number;
  readonly reserveOutput: number;
  /** Tokens it can write at the most; null where nobody told. */
  readonly outputLimit: number | null;
  readonly encoding: string;
  /** False where the encoding only approximates the model's own tokenizer. */
  readonly exact: boolean;
  /** Thousandths to multiply a count with: 1,000 where it is exact, more where it is an estimate. */
  readonly marginMilli: number;
  /** Of an unknown model: nothing is cached, as far as anybody knows. */
  readonly cache: CacheRules;
  /** Null where nobody told: the format's own figure stands in. */
  readonly image: ImageRule | null;
}

export interface Safety {
  readonly rules: readonly string[];
  readonly redFlags: { readonly rule: Localized; readonly keep: readonly string[] } | null;
}

export interface PromptTexts {
  readonly format: Format;
  /** Path of the file with the system text, below the policy's folder. */
  readonly systemFile: string;
  /** System text, whole, line ends normalised, ending in a line feed. */
  readonly system: string;
  readonly layout: (typeof LAYOUTS)[number];
  readonly citations: (typeof CITATIONS)[number];
  readonly factsHeading: Localized;
  readonly documentsHeading: Localized;
  readonly notesHeading: Localized;
  /** From the most trusted down; empty where the policy wants none. */
  readonly trustLabels: readonly { readonly from: number; readonly label: Localized }[];
  readonly disagree: Localized<(names: { readonly topic: string; readonly values: string }) => string>;
  /** By how the prompt has its citations; null where the policy wants none. */
  readonly instructions: Readonly<
    Record<(typeof CITATIONS)[number], Localized<(names: { readonly language: string; readonly max_words: string }) => string>>
  > | null;
  readonly documents: DocumentTexts;
  readonly notKnown: Localized<(names: { readonly label: string }) => string>;
}

export interface Attribute {
  readonly type: "text" | "number" | "boolean";
  readonly values: readonly (string | number | boolean)[] | null;
  readonly accepts: (value: string) => boolean;
}

export interface Policy {
  readonly name: string;
  readonly title: string;
  /** `sha256:` and the hex digest of the policy's files, and of policy.yaml with its variables filled in. */
  readonly digest: string;
  readonly tenants: readonly string[];
  readonly language: string;
  readonly timeZone: { readonly fallback: string; readonly from: { readonly source: string; readonly pointer: string } | null };
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly models: readonly Model[];
  readonly budgetTotal: number | null;
  readonly shares: Readonly<Record<BlockName, number>> | null;
  readonly borrow: boolean;
  readonly strategy: Strategy;
  readonly topK: number | null;
  readonly weights: Weights;
  readonly filters: FilterRules;
  /** Null: nothing is shortened. */
  readonly compress: { readonly kinds: readonly (typeof COMPRESSIBLE)[number][]; readonly minShare: number } | null;
  readonly alerts: Alerts;
  readonly experiments: readonly Experiment[];
  readonly toolRules: ReadonlyMap<string, ToolRule>;
  /** Tokens of secondary facts by plan. */
  readonly plans: ReadonlyMap<string, number>;
  readonly routing: {
    readonly thresholdMilli: number;
    readonly marginMilli: number;
    readonly fallback: string;
    readonly factors: Factors;
  };
  /** The upstream services. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The sources of documents, in the order of the file. */
  readonly documents: ReadonlyMap<string, DocumentSource>;
  /** Null: the memory store is not asked. */
  readonly memory: { readonly most: number } | null;
  readonly synonyms: Synonyms;
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly intents: ReadonlyMap<string, Intent>;
  readonly scopes: readonly Scope[];
  readonly vocabulary: Vocabulary;
  readonly topics: Topics;
  readonly safety: Safety;
  readonly prompt: PromptTexts;
  readonly audit: "required" | "best_effort";
  readonly trustTokens: boolean;
  readonly tests: readonly PolicyTest[];
  readonly examples: readonly VocabularyExample[];
  readonly findings: readonly PolicyFinding[];
  /** What policy.yaml was filled in with, by the name of the variable: what a replay loads again. */
  readonly environment: ReadonlyMap<string, string>;
  /** Path inside the policy's folder to exact text: what a replay loads again. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Snapshot {
  /** `sha256:` over the policies' names and digests, and over the texts of the languages. */
  readonly digest: string;
  readonly policies: ReadonlyMap<string, Policy>;
  readonly languages: Languages;
  /** The exact texts of the language files: `languages/en.yaml`. */
  readonly languageTexts: ReadonlyMap<string, string>;
}

/** What a policy's documents are read and judged by. */
export type DocumentPolicy = Pick<Policy, "name" | "language" | "attributes" | "plans" | "documents">;
