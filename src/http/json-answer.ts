/**
 * Answers as JSON. `JSON.stringify` and not a compiled serializer: fast-json-stringify 7 is a fifth faster on an answer of
 * 6.5 kB (13.4 against 17.0 µs of CPU) and no faster on an explanation, but it writes a null in a wrong place as "", 0 or {},
 * and the unions cost the first caller some 200 ms. Pure.
 */
import type { FastifySerializerCompiler } from "fastify";
import type { z } from "zod";
import type { Settled } from "../pipeline/kept/settled.ts";
import { pointerTo } from "../service/pointer.ts";

/** An answer that is not what its schema says: a fault of ours. */
export class AnswerMisfit extends Error {
  readonly code = "ANSWER_MISFIT";
  /** Pointers into the answer. */
  readonly places: readonly string[];

  constructor(places: readonly string[]) {
    super("the answer does not fit its schema");
    this.name = "AnswerMisfit";
    this.places = places;
  }
}

/**
 * The settled thing that an answer is made of, null where there is none: then a member that is the same as in the answer before it
 * says the same, and whatever object is among the members is frozen.
 */
export const SETTLED = Symbol("settled");

export interface MaySettle {
  readonly [SETTLED]: Settled<object> | null;
}

/** With `check`, throws AnswerMisfit instead of sending what the schema does not describe, or what was kept and is not what the answer says. */
export function jsonSerializer(check: boolean): FastifySerializerCompiler<z.ZodType> {
  return ({ schema }) => {
    if (!check) return bytesOf;
    return (answer) => {
      const result = schema.safeParse(answer);
      if (!result.success) throw new AnswerMisfit(result.error.issues.map((issue) => pointerTo(issue.path)));
      const bytes = utf8Of(answer);
      if (!bytes.equals(Buffer.from(JSON.stringify(answer)))) throw new AnswerMisfit([""]);
      return bytes as unknown as string;
    };
  };
}

/**
 * As bytes: Node writes a text that is not plain ASCII to a socket in a slow way, which halves the requests per second of an
 * answer of 6 kB. Fastify sends a buffer as it is; its type asks for text.
 */
const bytesOf = (answer: unknown): string => utf8Of(answer) as unknown as string;

/** What `JSON.stringify` gives, in UTF-8. */
function utf8Of(answer: unknown): Buffer {
  const settled = settledIn(answer);
  if (settled === null) return Buffer.from(JSON.stringify(answer));
  const members = answer as Members;
  const before = written.get(settled) ?? write(members);
  written.set(settled, before);
  return writeLike(before, members);
}

const settledIn = (answer: unknown): MaySettle[typeof SETTLED] =>
  typeof answer === "object" && answer !== null && SETTLED in answer ? (answer as MaySettle)[SETTLED] : null;

type Members = Readonly<Record<string, unknown>>;

/** An answer as it was written: its members in their order, and where each begins. */
interface Written {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** One more than there are members: the last is where they end. */
  readonly starts: readonly number[];
  /** Each member with a comma behind. */
  readonly bytes: Buffer;
}

// It goes with the settled thing that it was made of.
const written = new WeakMap<Settled<object>, Written>();

function write(answer: Members): Written {
  const names = Object.keys(answer);
  const pieces = names.map((name) => Buffer.from(memberText(name, answer[name])));
  const starts = [0];
  for (const { length } of pieces) starts.push((starts.at(-1) ?? 0) + length);
  return { names, values: names.map((name) => answer[name]), starts, bytes: Buffer.concat(pieces) };
}

/** What is the same as before is copied, stretch by stretch; only the rest becomes text. */
function writeLike({ names, values, starts, bytes }: Written, answer: Members): Buffer {
  const stretches: Stretch[] = [];
  let fresh = "{";
  let from: number | null = null;
  let at = 0;
  for (const name in answer) {
    const value = answer[name];
    if (names[at] === name && values[at] === value) {
      from ??= at;
    } else {
      if (from !== null) {
        stretches.push({ fresh, from: starts[from] as number, to: starts[at] as number });
        [fresh, from] = ["", null];
      }
      fresh += memberText(name, value);
    }
    at += 1;
  }
  if (from !== null) stretches.push({ fresh, from: starts[from] as number, to: starts[at] as number });
  else stretches.push({ fresh, from: 0, to: 0 });
  return joined(stretches, bytes);
}

/** Text, and then bytes of before. */
interface Stretch {
  readonly fresh: string;
  readonly from: number;
  readonly to: number;
}

/** A UTF-16 unit has three bytes of UTF-8 at the most. */
const MOST_BYTES = 3;

/** The last comma gives way to the end of the object. */
function joined(stretches: readonly Stretch[], bytes: Buffer): Buffer {
  const most = stretches.reduce((sum, { fresh, from, to }) => sum + MOST_BYTES * fresh.length + to - from, 1);
  const whole = Buffer.allocUnsafe(most);
  let end = 0;
  for (const { fresh, from, to } of stretches) {
    end += whole.write(fresh, end);
    end += bytes.copy(whole, end, from, to);
  }
  whole[end === 1 ? end : end - 1] = CLOSING_BRACE;
  return whole.subarray(0, end === 1 ? end + 1 : end);
}

const CLOSING_BRACE = 0x7d;

/** With a comma behind; nothing for what JSON leaves out. */
function memberText(name: string, value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? "" : `${JSON.stringify(name)}:${text},`;
}
