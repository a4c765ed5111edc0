/** Compiles the checked files of one policy into what the rest of the system sees. Pure. */
import { compileSynonyms } from "../../documents/synonyms.ts";
import type { LanguageRules } from "../../text/lexicon/inflection.ts";
import { UNKNOWN_MODEL_MARGIN_MILLI } from "../../tokens/model-data.ts";
import { NO_CACHE } from "../../tokens/model-facts.ts";
import { lookUpModel } from "../../tokens/model-table.ts";
import { placedGroups, placedSigns } from "../check/placed-signs.ts";
import { placedTerms } from "../check/placed-terms.ts";
import { localized } from "../localized.ts";
import type { FileKey, PolicyFileTypes } from "../read/policy-files.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import type { LocalizedText } from "../schema/common.ts";
import { BLOCKS, type BlockName, INSTRUCTIONS } from "../schema/policy-file.ts";
import { ACTIONS } from "../schema/scopes-file.ts";
import { servicesOf } from "../schema/sources-file.ts";
import type { Attribute, DocumentPolicy, Intent, Model, Policy, PromptTexts, Safety, Scope } from "../snapshot.ts";
import { compileDocuments, compileDocumentTexts, documentsAlone, synonymRules } from "./documents.ts";
import { accepter, compilePiece, compileSource, template } from "./pieces.ts";
import { compileSelection, compileToolRules, compileTrustLabels } from "./selection.ts";
import { compileSigns } from "./signs.ts";
import { compileExamples, compileOwnExamples, compileTests } from "./tests.ts";
import { topicsOf } from "./topics.ts";
import { compileVocabulary } from "./vocabulary.ts";

/** Everything but the findings. Expects a reading without problems; throws otherwise. */
export function compilePolicy(
  reading: PolicyReading,
  digest: string,
  rules: ReadonlyMap<string, LanguageRules>,
): Omit<Policy, "findings"> {
  const files = valuesOf(reading);
  const { policy } = files;
  return {
    digest,
    ...scalars(policy),
    ...compileDocumentPolicy(reading),
    models: policy.models.map(compileModel),
    ...compileSelection(policy),
    toolRules: compileToolRules(files.sources.tool_results, policy.language),
    sources: new Map(
      Object.entries(servicesOf(files.sources.sources)).map(([name, source]) => [name, compileSource(name, source)]),
    ),
    memory: files.sources.memory ?? null,
    synonyms: compileSynonyms(synonymRules(files.synonyms)),
    pieces: compilePieces(files, reading),
    intents: new Map(
      Object.entries(files.intents.intents).map(([name, intent], order) => [name, compileIntent(name, intent, order)]),
    ),
    scopes: Object.entries(files.scopes?.scopes ?? {}).map(([name, scope]) => compileScope(name, scope)),
    vocabulary: {
      ...compileVocabulary(placedTerms(reading), rules, policy.language),
      signs: compileSigns(placedSigns(reading), placedGroups(reading), rules),
    },
    topics: topicsOf(files.topics, rules, policy.language),
    safety: compileSafety(files.safety, policy.language),
    prompt: compilePrompt(policy, reading),
    tests: reading.tests.flatMap(compileTests),
    examples: [...compileExamples(reading.files.vocabulary), ...reading.words.flatMap(compileOwnExamples)],
    environment: new Map(reading.files.policy.filled),
    files: new Map(reading.texts),
  };
}

/** What documents are judged by. Expects that policy.yaml and sources.yaml have no problems. */
export function compileDocumentPolicy({ name, files }: PolicyReading): DocumentPolicy {
  const { attributes, plans, language } = files.policy.value as PolicyFileTypes["policy"];
  return {
    ...{ name, language },
    attributes: new Map(Object.entries(attributes).map(([key, attribute]) => [key, compileAttribute(attribute)])),
    plans: new Map(Object.entries(plans).map(([plan, { secondary_tokens }]) => [plan, secondary_tokens])),
    documents: compileDocuments(files.sources, language),
  };
}

type Optional = Exclude<FileKey, "policy">;

/** The complete values of the files; of the optional ones, null where the file is not there. */
function valuesOf({ files }: PolicyReading): Pick<PolicyFileTypes, "policy" | "sources" | "pieces" | "intents"> & {
  readonly [Key in Optional]: PolicyFileTypes[Key] | null;
} {
  const optional = <Key extends Optional>(key: Key): PolicyFileTypes[Key] | null =>
    files[key].present ? (files[key].value as PolicyFileTypes[Key]) : null;
  return {
    policy: files.policy.value as PolicyFileTypes["policy"],
    sources: optional("sources") ?? { sources: {}, tool_results: {} },
    pieces: optional("pieces") ?? { pieces: {} },
    intents: optional("intents") ?? documentsAlone(files.sources.value.sources ?? {}),
    vocabulary: optional("vocabulary"),
    scopes: optional("scopes"),
    topics: optional("topics"),
    synonyms: optional("synonyms"),
    safety: optional("safety"),
  };
}

type Scalars =
  | "title"
  | "tenants"
  | "language"
  | "timeZone"
  | "budgetTotal"
  | "shares"
  | "borrow"
  | "routing"
  | "audit"
  | "trustTokens";

function scalars(policy: PolicyFileTypes["policy"]): Pick<Policy, Scalars> {
  const { time_zone: zone, budget, routing } = policy;
  return {
    title: policy.title,
    tenants: policy.tenants,
    language: policy.language,
    timeZone:
      typeof zone === "string"
        ? { fallback: zone, from: null }
        : { fallback: zone.default, from: { source: zone.from, pointer: zone.pointer } },
    budgetTotal: budget.total ?? null,
    shares: budget.shares === undefined ? null : completeShares(budget.shares),
    borrow: budget.borrow,
    routing: {
      thresholdMilli: Math.round(routing.threshold * 1_000),
      marginMilli: Math.round(routing.margin * 1_000),
      fallback: routing.fallback,
      factors: {
        compoundMilli: Math.round(routing.classifier.compound * 1_000),
        fuzzyMilli: Math.round(routing.classifier.fuzzy * 1_000),
        loneMilli: Math.round(routing.classifier.lone * 1_000),
        personalMilli: Math.round(routing.classifier.personal * 1_000),
        negatedMilli: Math.round(routing.classifier.negated * 1_000),
        excludedMilli: Math.round(routing.classifier.excluded * 1_000),
        backgroundMilli: Math.round(routing.classifier.background * 1_000),
      },
    },
    audit: policy.audit,
    trustTokens: policy.trust_tokens,
  };
}

function completeShares(shares: Partial<Record<BlockName, number | undefined>>): Record<BlockName, number> {
  return Object.fromEntries(BLOCKS.map((block) => [block, shares[block] ?? 0])) as Record<BlockName, number>;
}

function compileAttribute({ type, values, pattern }: PolicyFileTypes["policy"]["attributes"][string]): Attribute {
  return { type, values: values ?? null, accepts: accepter(pattern) };
}

/** A model that the table does not know is counted with the newest public encoding, and said to be counted inexactly. */
function compileModel({ name, window, reserve_output: reserve }: PolicyFileTypes["policy"]["models"][number]): Model {
  const known = lookUpModel(name);
  return {
    name,
    window: window ?? known?.window ?? 0,
    reserveOutput: reserve ?? known?.reserveOutput ?? 0,
    outputLimit: known?.outputLimit ?? null,
    encoding: known?.encoding ?? "o200k_base",
    exact: known?.exact ?? false,
    marginMilli: known?.marginMilli ?? UNKNOWN_MODEL_MARGIN_MILLI,
    cache: known?.cache ?? NO_CACHE,
    image: known?.image ?? null,
  };
}

function compilePieces({ pieces, policy, sources }: ReturnType<typeof valuesOf>, reading: PolicyReading): Policy["pieces"] {
  const { language, prompt } = policy;
  const entries = Object.entries(pieces.pieces).map(([id, piece], order) => {
    const sample = reading.samples.get(servicesOf(sources.sources)[piece.source]?.sample ?? "") ?? null;
    return [id, compilePiece(id, piece, { order, sample, language, notKnown: prompt.not_known })] as const;
  });
  return new Map(entries);
}

function compileIntent(name: string, intent: PolicyFileTypes["intents"]["intents"][string], order: number): Intent {
  const { primary, secondary, exclude, max_words: maxWords } = intent;
  return { name, order, primary, secondary, exclude, maxWords };
}

function compileScope(name: string, { horizon, modifiers }: PolicyFileTypes["scopes"]["scopes"][string]): Scope {
  return {
    name,
    horizon,
    modifiers: modifiers.flatMap((modifier) =>
      ACTIONS.flatMap((action) => {
        const piece = modifier[action];
        return piece === undefined ? [] : [{ action, piece, reason: modifier.reason }];
      }),
    ),
  };
}

function compileSafety(safety: PolicyFileTypes["safety"] | null, language: string): Safety {
  const flags = safety?.red_flags;
  if (safety === null) return { rules: [], redFlags: null };
  if (flags === undefined) return { rules: safety.rules, redFlags: null };
  return {
    rules: safety.rules,
    redFlags: { rule: localized(flags.rule, language, (text) => text), keep: flags.keep },
  };
}

function compilePrompt({ prompt, language }: PolicyFileTypes["policy"], { prompts }: PolicyReading): PromptTexts {
  return {
    format: prompt.format,
    systemFile: prompt.system,
    system: systemText(prompts.get(prompt.system) ?? ""),
    layout: prompt.layout,
    citations: prompt.citations,
    factsHeading: localized(prompt.facts_heading, language, (text) => text),
    documentsHeading: localized(prompt.documents_heading, language, (text) => text),
    notesHeading: localized(prompt.notes_heading, language, (text) => text),
    documents: compileDocumentTexts({ prompt, language }),
    notKnown: localized(prompt.not_known, language, (text) => filledIn(text, language)),
    trustLabels: compileTrustLabels(prompt.trust_labels ?? [], language),
    disagree: localized(prompt.disagree, language, (text) => filledIn(text, language)),
    instructions: prompt.instructions === false ? null : compileInstructions(prompt.instructions, language),
  };
}

/** The policy's own text is everywhere the same; the one that stands in for it asks for labels only where nothing else cites. */
function compileInstructions(written: LocalizedText | undefined, language: string): NonNullable<PromptTexts["instructions"]> {
  const compiled = (text: LocalizedText) => localized(text, language, (one) => filledIn(one, language));
  return { labels: compiled(written ?? INSTRUCTIONS.labels), native: compiled(written ?? INSTRUCTIONS.native) };
}

function filledIn(text: string, language: string): (names: Readonly<Record<string, string>>) => string {
  const { render } = template(text);
  return (names) => render(new Map(Object.entries(names)), language, "UTC");
}

/** Without a byte order mark and blank ends, line feeds only, one at the end. */
const systemText = (text: string): string =>
  `${text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim()}\n`;
