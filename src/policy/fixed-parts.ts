/** The parts that every prompt may have beside its pieces. Their ids stand in manifests, so no piece may have one. */
export const FIXED_PART_IDS = ["system", "safety", "tools", "referral", "instructions", "demand", "question"] as const;
