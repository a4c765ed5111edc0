/** The parts that every prompt may have beside its pieces. Pure. */

/** What asks: the id that conflicts and findings name it by, too. */
export const QUESTION_ID = "question";

/** Their ids stand in manifests, so no piece may have one. */
export const FIXED_PART_IDS = ["system", "safety", "tools", "referral", "instructions", "demand", QUESTION_ID] as const;
