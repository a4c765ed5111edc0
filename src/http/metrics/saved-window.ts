/** Tokens sent and what sending everything would have cost, over the last hour, by policy. Pure but for its own bounded state. */

/** One minute each; the oldest is given up as a new one begins. */
const SLOTS = 60;
const SLOT_MS = 60_000;

interface Slot {
  readonly minute: number;
  sent: number;
  sampledSent: number;
  sampledNaive: number;
}

export interface SavedWindow {
  sent(policy: string, tokens: number): void;
  sampled(policy: string, tokens: { readonly naive: number; readonly sent: number }): void;
  /** Of each policy that sent anything: tokens not sent, at the share that the samples saved, and that share. */
  totals(): readonly { readonly policy: string; readonly saved: number; readonly share: number }[];
}

/** `now`: milliseconds, any origin. Policies are as many as are loaded. */
export function savedWindow(now: () => number): SavedWindow {
  const slots = new Map<string, Slot[]>();
  const slotOf = (policy: string): Slot => {
    const minute = Math.floor(now() / SLOT_MS);
    const own = slots.get(policy) ?? [];
    slots.set(policy, own);
    const last = own.at(-1);
    if (last?.minute === minute) return last;
    const slot = { minute, sent: 0, sampledSent: 0, sampledNaive: 0 };
    own.push(slot);
    if (own.length > SLOTS) own.shift();
    return slot;
  };
  return {
    sent: (policy, tokens) => {
      slotOf(policy).sent += tokens;
    },
    sampled: (policy, { naive, sent }) => {
      const slot = slotOf(policy);
      slot.sampledNaive += naive;
      slot.sampledSent += sent;
    },
    totals: () => {
      const first = Math.floor(now() / SLOT_MS) - SLOTS + 1;
      return [...slots].flatMap(([policy, own]) => {
        const within = own.filter(({ minute }) => minute >= first);
        const sum = (read: (slot: Slot) => number): number => within.reduce((total, slot) => total + read(slot), 0);
        const [naive, sampled] = [sum((slot) => slot.sampledNaive), sum((slot) => slot.sampledSent)];
        if (naive === 0 || sampled === 0) return [];
        const saved = Math.round(sum((slot) => slot.sent) * (naive / sampled - 1));
        return [{ policy, saved, share: 1 - sampled / naive }];
      });
    },
  };
}
