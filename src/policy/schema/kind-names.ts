/** Whole kinds of candidates, which the tables of intents may name beside pieces. */
export const KIND_NAMES = ["memory", "turns", "tool_results"] as const;
export type KindName = (typeof KIND_NAMES)[number];
