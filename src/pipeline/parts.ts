/** The prompt as a list of parts, each rendered and counted once. Pure. */

import { LRUCache } from "lru-cache";
import { QUESTION_ID } from "../policy/fixed-parts.ts";
import type { BlockName } from "../policy/schema/policy-file.ts";
import type { Policy } from "../policy/snapshot.ts";
import { digestOf } from "../text/digest.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Fact, Item, Said } from "./candidate.ts";
import type { DeclaredTokens } from "./given.ts";
import type { Filler, Included, Kind, Zone } from "./records/core.ts";
import type { CitedDocument } from "./render/cited-item.ts";
import { headingLine, questionLine, ruleLine } from "./render/lines.ts";

export interface Part {
  readonly id: string;
  readonly kind: Kind | Filler;
  readonly zone: Zone;
  readonly block: BlockName;
  readonly tier: number;
  /** Neighbours with the same name make one message. */
  readonly message: string;
  readonly text: string;
  readonly tokens: number;
  readonly reason: Included["reason"];
  /** Set for facts, for items and for turns. */
  readonly fact: Fact | null;
  readonly item: Item | null;
  readonly said: Said | null;
  /** What a shorter form of an item stands for. */
  readonly original: { readonly text: string; readonly tokens: number } | null;
  /** Of an item: what names the document that it stands in by itself, where the provider can cite it. */
  readonly document: CitedDocument | null;
  /** The provider is told that the prompt can be cached up to here. */
  readonly cacheMark?: true;
}

type Plain = Pick<Part, "id" | "kind" | "zone" | "block" | "message" | "text" | "tokens">;

/** A part that is always in and stands for itself. */
export const plainPart = ({ id, kind, zone, block, message, text, tokens }: Plain): Part => ({
  id,
  kind,
  zone,
  block,
  tier: zone === "shared" || block === "safety" ? 0 : 1,
  message,
  text,
  tokens,
  reason: "pinned",
  fact: null,
  item: null,
  said: null,
  original: null,
  document: null,
});

export interface FixedParts {
  /** The policy's own words and the tools, the same for everybody: the shared zone. */
  readonly shared: readonly Part[];
  readonly sharedDigest: string;
  /** After everything else: referral rule, instructions, question. */
  readonly late: readonly Part[];
}

export interface FixedInput {
  readonly policy: Policy;
  readonly question: string;
  readonly language: string;
  readonly maxWords: number;
  readonly referral: boolean;
  /** Whether documents were searched, so that the answer has to say where it comes from. */
  readonly searched: boolean;
  /** As the format sends them, in the order of their names. */
  readonly tools: readonly string[];
  readonly declared: DeclaredTokens | null;
  readonly counter: TokenCounter;
  /** Whether the provider cites by itself. */
  readonly cites: boolean;
}

/** Everything that is in whatever is chosen. */
export function fixedParts(input: FixedInput): FixedParts {
  const { parts, digest } = sharedParts(input.policy, input.counter);
  const tools = toolsPart(input.tools, input.counter);
  const shared = tools === null ? parts : [...parts, tools];
  const { declared } = input;
  return {
    shared: shared.map((part) =>
      withDeclared(part, part.kind === "tools" ? (declared?.tools ?? null) : (declared?.system ?? null), "system"),
    ),
    sharedDigest: tools === null ? digest : digestOf(`${digest}\n${tools.text}`),
    late: lateParts(input).map((part) => withDeclared(part, declared?.question ?? null, "question")),
  };
}

/** A declared count covers all parts of its kind, so the one it is named after has it and the others are free. */
function withDeclared(part: Part, tokens: number | null, owner: string): Part {
  if (tokens === null) return part;
  return { ...part, tokens: part.id === owner || part.kind === "tools" ? tokens : 0 };
}

function lateParts({ policy, question, language, maxWords, referral, searched, counter, cites }: FixedInput): readonly Part[] {
  const instructions = policy.prompt.instructions?.[cites ? "native" : "labels"] ?? null;
  const rule = referral ? policy.safety.redFlags?.rule(language) : undefined;
  const late = (id: string, kind: Kind, block: BlockName, text: string): Part =>
    plainPart({ id, kind, zone: "question", block, message: "late", text, tokens: counter.count(text) });
  const demand = searched ? policy.prompt.documents.demand : null;
  const names = { language: languageName(language, policy.language), max_words: String(maxWords) };
  return [
    ...(rule === undefined ? [] : [late("referral", "safety", "safety", ruleLine(rule))]),
    ...(instructions === null
      ? []
      : [late("instructions", "instruction", "request", headingLine(instructions(language)(names)))]),
    ...(demand === null ? [] : [late("demand", "instruction", "request", headingLine(demand(language)))]),
    late(QUESTION_ID, "question", "request", questionLine(question)),
  ];
}

interface SharedParts {
  readonly rules: readonly string[];
  readonly parts: readonly Part[];
  readonly digest: string;
}

// These depend on the policy and the counter alone: rendered, counted and hashed once.
const sharedZones = new WeakMap<Policy["prompt"], WeakMap<TokenCounter, SharedParts>>();

function sharedParts({ prompt, safety }: Policy, counter: TokenCounter): SharedParts {
  const ofPolicy = sharedZones.get(prompt) ?? new WeakMap<TokenCounter, SharedParts>();
  sharedZones.set(prompt, ofPolicy);
  const known = ofPolicy.get(counter);
  if (known?.rules === safety.rules) return known;
  const rules = safety.rules.map(ruleLine).join("");
  const shared = (id: "system" | "safety", text: string): Part =>
    plainPart({ id, kind: id, zone: "shared", block: id, message: "system", text, tokens: counter.count(text) });
  const parts = rules === "" ? [shared("system", prompt.system)] : [shared("system", prompt.system), shared("safety", rules)];
  const made = { rules: safety.rules, parts, digest: digestOf(parts.map((part) => part.text).join("")) };
  ofPolicy.set(counter, made);
  return made;
}

/** The same bytes for the same tools. */
function toolsPart(tools: readonly string[], counter: TokenCounter): Part | null {
  if (tools.length === 0) return null;
  const text = tools.map((tool) => `${tool}\n`).join("");
  return plainPart({
    id: "tools",
    kind: "tools",
    zone: "shared",
    block: "system",
    message: "tools",
    text,
    tokens: counter.count(text),
  });
}

const languageNames = new LRUCache<string, string>({ max: 1_000 });

/** "German" for de, in the language the instructions are written in; the tag itself where the platform has no name. */
function languageName(tag: string, inLanguage: string): string {
  const key = `${inLanguage} ${tag}`;
  const known = languageNames.get(key);
  if (known !== undefined) return known;
  const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(tag) ?? tag;
  languageNames.set(key, name);
  return name;
}
