/** A near miss in one sentence: the only place where one is put into words. Pure. */
import type { NearMiss } from "../records/explanation.ts";
import type { CutWhy, DateWhy, Miss, PlainDrop, RoomWhy, SignalWhy, Tried, Want } from "./near-miss.ts";

/** As the contract has it. */
export function withSentence(miss: Miss): NearMiss {
  const { why, ...record } = miss;
  return { ...record, message: sentenceOf(miss) };
}

function sentenceOf({ why, intents }: Miss): string {
  switch (why.about) {
    case "decision":
      return decisionSentence(why.drop);
    case "signal":
      return signalSentence(why);
    case "date":
      return dateSentence(why);
    case "cut":
      return cutSentence(why);
    case "room":
      return roomSentence(why);
    case "measurement": {
      const was = why.measuredAt === null ? "it has no readable time" : `it was measured at ${why.measuredAt}`;
      return `A measurement at or after ${why.since} would be fresh enough; ${was}.`;
    }
    case "scope":
      return `A question outside the scope ${why.scope} would ask for it.`;
    case "routing":
      return intents.length === 0 ? "No intent lists it." : `A question about ${intents.join(" or ")} would ask for it.`;
    case "source":
      return `${WHAT_HELPS[why.reason]}: ${why.source}${why.cause === null ? "" : ` (${why.cause})`}.`;
  }
}

const WHAT_HELPS = {
  unreachable: "The source must answer",
  not_computed: "The source must have computed it for this person",
  empty: "The source must fill the field",
} as const;

const ANOTHER = "another item";

function decisionSentence(drop: PlainDrop): string {
  switch (drop.reason) {
    case "invalid":
      return "It has no content that a prompt could hold.";
    case "group_incomplete":
      return "A call needs each of its results, and a result its call.";
    case "superseded":
      return `${drop.detail.by ?? ANOTHER} replaces it; without that it would compete.`;
    case "deleted":
      return "It says what was deleted from the memory; written there anew it would compete.";
    case "duplicate":
      return `Its text goes in as ${drop.detail.of}.`;
    case "near_duplicate":
      return `Nearly the same text goes in as ${drop.detail.of}.`;
    case "contained":
      return `Its text stands in ${drop.detail.in ?? ANOTHER}.`;
    case "lost_conflict":
      return `${drop.detail.winner ?? ANOTHER} says otherwise on ${drop.detail.topic} and won.`;
  }
}

const wanted = (wants: readonly Want[]): string => wants.map(wordsOf).join(" and ");

function wordsOf(want: Want): string {
  switch (want.what) {
    case "plan_tokens":
      return `${want.tokens} tokens of secondary facts instead of ${want.now} on the plan ${want.plan}`;
    case "total":
      return `a limit of ${want.tokens} tokens instead of ${want.now}`;
    case "top_k":
      return `a top_k of ${want.k}`;
    case "borrow":
      return "blocks that may borrow from each other";
    case "signal":
      return `a ${want.name} of at least ${want.least}`;
    case "signal_floor":
      return `a ${want.name} floor of at most ${want.most}`;
    case "as_of":
      return `an as_of of ${want.at}`;
    case "floor":
      return want.most === null ? "no floor" : `a floor of at most ${want.most}`;
    case "k":
      return `a k of ${want.k}`;
  }
}

/** Half a sentence that promises what is known, and no more. */
function promise({ wants, fate }: Tried): string {
  const takes = wanted(wants);
  switch (fate.is) {
    case "in":
      return `${takes} would do`;
    case "competes":
      return `it takes ${takes}, and then it competes`;
    case "refused":
      return `it takes ${takes}, and then what must go in has no room`;
    case "dropped":
      return `it takes ${takes}, and then it is ${fate.reason.replaceAll("_", " ")}`;
  }
}

function signalSentence({ now: { of, values }, ...tried }: SignalWhy): string {
  return `${upperFirst(promise(tried))}; ${of === "floors" ? "the floor is" : "it has"} ${values.join(" and ")}.`;
}

function dateSentence({ reason, at, wants, fate }: DateWhy): string {
  const was = reason === "expired" ? "It was in force until" : "It comes into force at";
  return `${was} ${at}; ${datePromise(wants, fate)}.`;
}

function datePromise(wants: readonly Want[], fate: DateWhy["fate"]): string {
  if (fate.is === "replaced") return `${fate.by} replaces it then, so no as_of would do`;
  return fate.is === "never" ? "it is never in force by its dates" : promise({ wants, fate });
}

function cutSentence({ now: { floor, k }, ...tried }: CutWhy): string {
  const is = [
    ...(floor === null ? [] : [`the floor is ${floor.value}`]),
    ...(k === null ? [] : [`it ranks there and k is ${k.value}`]),
  ];
  return `${upperFirst(promise(tried))}; ${is.join(", ")}.`;
}

function roomSentence({ wants, fate }: RoomWhy): string {
  if (fate.is === "beyond") return `It takes ${wanted(wants)}, and the model's window leaves ${fate.window}.`;
  return fate.is === "unknown" ? "More room would do; how much is not known." : `${upperFirst(wanted(wants))} would do.`;
}

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
