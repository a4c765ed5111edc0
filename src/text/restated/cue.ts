/** What words say of a sentence that may tell again what is remembered. Pure types. */

/** The lists of `restated` in a language file. */
export const RESTATED_CUES = [
  /** Nicht: denies what stands right before it as well. */
  "denies_behind",
  /** Moved, forget: between a denial and what it names, it lets that stand. */
  "lets_stand",
  /** Why: makes a suggestion of the denial behind it. */
  "suggests",
  /** You: behind "don't" and the like it makes a question of it. */
  "subjects",
  /** Does, longer: comes with a denial, and is not what is denied. */
  "beside_denial",
  /** Parents: tells of somebody else. */
  "others",
  /** I, you: tells of the person, or is said to the person. */
  "selves",
] as const;
export type RestatedCue = (typeof RESTATED_CUES)[number];
