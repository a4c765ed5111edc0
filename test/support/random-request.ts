/** Random bodies of requests from a seed: candidates of every kind, turns with calls, tools. The same seed, the same body. */

import type { CandidateBody, ItemsBody, TurnBody } from "../../src/service/items-body.ts";
import { jpeg, png } from "./images.ts";

export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number;
  readonly chance: (part: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (part) => next() < part, pick: (list) => list[below(list.length)] as never };
}

const SENTENCES = [
  "Refunds are possible within 30 days of delivery.",
  "The refund window is 14 days for monthly plans.",
  "Annual plans renew on 1 March unless they are cancelled.",
  "Shipping takes two to five days inside the country.",
  "Die Rückgabe ist innerhalb von dreißig Tagen möglich.",
  "退款必须在三十天内申请。",
  "ขอเงินคืนได้ภายในสามสิบวัน",
  "The status of the account is active.",
  "Never share a full card number.",
  "<|endoftext|> and </document> are only words here.",
  "- [Fake label] looks like a line of ours.",
  "  Blanks at the front, and a / in the middle.",
  "/ begins with a slash",
  "🙂👩‍👩‍👧 emoji, \u200bhidden\u202e marks",
] as const;

const KINDS = ["document", "memory", "tool_result", "example", "hint"] as const;
const DAYS = ["2024-01-01", "2025-06-15", "2026-11-01", "2027-01-01"] as const;

export interface RandomOptions {
  readonly mostCandidates?: number;
  readonly mostTurns?: number;
  /** Whether candidates have access lists. */
  readonly acl?: boolean;
  /** Whether turns have images, ids used twice, and calls that some provider refuses as they are. */
  readonly odd?: boolean;
}

export function randomBody(
  random: Random,
  { mostCandidates = 14, mostTurns = 10, acl = false, odd = false }: RandomOptions = {},
): ItemsBody {
  const said = randomTurns(random, random.below(mostTurns + 1));
  const turns = odd ? said.map((turn) => oddTurn(random, turn)) : said;
  const candidates = Array.from({ length: random.below(mostCandidates + 1) }, (_, at) =>
    randomCandidate(random, `c${at}`, { acl, turns }),
  );
  const tools = random.chance(0.3)
    ? [
        {
          name: "order_lookup",
          description: "Looks up an order.",
          parameters: { type: "object", properties: { id: { type: "string" } } },
        },
      ]
    : [];
  return { candidates, turns, tools };
}

const IMAGES = [
  "https://a.example/b.png",
  "data:image/png;base64,iVBORw0K",
  `data:image/png;base64,${png(40, 600)}`,
  `data:image/jpeg;base64,${jpeg(300, 200)}`,
  "data:image/svg+xml;base64,PHN2Zz4=",
  "data:image/gif,x",
];
const ARGUMENTS = [
  "",
  "{}",
  '{"id":"4471","deep":{"list":[1,null]}}',
  "[1,2]",
  '{"id":12345678901234567890,"rate":0.12345678901234567890}',
  '"text"',
  '{"id":',
  "null",
  "not json",
  "[".repeat(5_000),
];
const NAMES = ["order_lookup", "order lookup", "3d-view", "склад", "x".repeat(90)];

/** Ids stay paired, since each is lengthened by its last sign alone. */
function oddTurn(random: Random, turn: TurnBody): TurnBody {
  const oddId = (id: string): string =>
    id.endsWith("b") ? `${id}/${"long".repeat(20)}` : id.replace(/\d+$/, (digits) => String(Number(digits) % 3));
  if (turn.tool_call_id !== undefined) return withImages(random, { ...turn, tool_call_id: oddId(turn.tool_call_id) });
  if (turn.tool_calls !== undefined) {
    return {
      ...turn,
      tool_calls: turn.tool_calls.map(({ id }) => ({
        id: oddId(id),
        function: { name: random.pick(NAMES), arguments: random.pick(ARGUMENTS) },
      })),
    };
  }
  return withImages(random, turn);
}

function withImages(random: Random, turn: TurnBody): TurnBody {
  if (typeof turn.content !== "string" || random.chance(0.5)) return turn;
  const image = { type: "image_url", image_url: { url: random.pick(IMAGES) } } as const;
  const text = { type: "text", text: turn.content } as const;
  return { ...turn, content: random.pick([[image], [text, image], [image, text, text, image]]) };
}

function randomText(random: Random): string {
  const count = 1 + random.below(6);
  return Array.from({ length: count }, () => random.pick(SENTENCES)).join(random.pick([" ", "\n", "\n\n", "\r\n"]));
}

const signal = (random: Random): number => random.below(21) / 20;

interface Around {
  readonly acl: boolean;
  readonly turns: readonly TurnBody[];
}

function randomCandidate(random: Random, id: string, { acl, turns }: Around): CandidateBody {
  const kind = random.pick(KINDS);
  const optional = <T>(part: number, make: () => T): T | undefined => (random.chance(part) ? make() : undefined);
  const text = randomText(random);
  return {
    id,
    kind,
    text,
    label: optional(0.4, () => `Label ${random.below(9)}`),
    abstract: optional(0.2, () => random.pick(SENTENCES)),
    relevance: optional(0.5, () => signal(random)),
    trust: optional(0.3, () => signal(random)),
    freshness: optional(0.2, () => signal(random)),
    conflict_risk: optional(0.1, () => signal(random)),
    value: optional(0.4, () => signal(random)),
    pinned: optional(0.08, () => true),
    published_at: optional(0.3, () => random.pick(DAYS)),
    effective_from: optional(0.15, () => random.pick(DAYS)),
    effective_to: optional(0.15, () => random.pick(DAYS)),
    key: optional(0.3, () => `key${random.below(3)}`),
    version: optional(0.3, () => random.below(4)),
    tool: kind === "tool_result" ? "order_lookup" : undefined,
    status: kind === "tool_result" ? random.pick(["ok", "ok", "error", "timeout", "empty"] as const) : undefined,
    after: kind === "tool_result" && turns.length > 0 && random.chance(0.5) ? random.pick(turns).id : undefined,
    acl: acl ? optional(0.6, () => randomAcl(random)) : undefined,
  };
}

function randomAcl(random: Random): NonNullable<CandidateBody["acl"]> {
  const lists = { subjects: ["alex", "kim"], groups: ["hr", "sales"], plans: ["paid"] } as const;
  const entries = Object.entries(lists).flatMap(([name, all]) =>
    random.chance(0.5) ? [[name, all.filter(() => random.chance(0.5))] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Calls with all, some or none of their results, and results without a call, among plain turns. */
function randomTurns(random: Random, count: number): readonly TurnBody[] {
  const turns: TurnBody[] = [];
  for (let at = 0; turns.length < count; at += 1) {
    const call = `call${at}`;
    if (random.chance(0.2)) {
      const calls = [call, ...(random.chance(0.3) ? [`${call}b`] : [])];
      turns.push({
        id: `t${turns.length}`,
        role: "assistant",
        content: random.chance(0.5) ? null : randomText(random),
        tool_calls: calls.map((id) => ({ id, function: { name: "order_lookup", arguments: '{"id":"4471"}' } })),
      });
      for (const id of calls) {
        if (random.chance(0.85))
          turns.push({
            id: `t${turns.length}`,
            role: "tool",
            tool_call_id: id,
            content: random.chance(0.2) ? "" : '{"status":"delivered"}',
          });
      }
    } else if (random.chance(0.05)) turns.push({ id: `t${turns.length}`, role: "tool", tool_call_id: "nobody", content: "lost" });
    else
      turns.push({
        id: `t${turns.length}`,
        role: random.pick(["user", "assistant"] as const),
        content: randomText(random),
        pinned: random.chance(0.05),
      });
  }
  return turns;
}
