/** What a store promises of what was learnt from usage: one text for all instances, and whose turn it is to replace it. Pure types. */

export interface LearntText {
  /** JSON of its writer's making; null where nothing was written yet. */
  readonly text: string | null;
  /** Counts its replacements; 0 where nothing was written yet. */
  readonly revision: number;
}

/** No tenant is in it, and losing it costs some prompts of careful counts. */
export interface LearntStore {
  /** Rejects with AppError when it cannot be read. */
  readLearnt(): Promise<LearntText>;
  /**
   * Replaces the text of this revision; false, and nothing is written, where another instance did so before. Rejects with AppError
   * `audit_unavailable` when nothing could be written.
   */
  writeLearnt(text: string, revision: number): Promise<boolean>;
}
