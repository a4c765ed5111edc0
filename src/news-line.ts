/** A line between those who tell and the one who will hear. Pure but for its own state. */

/** What an operator should know, as a line of the log. */
export interface News {
  readonly level: "info" | "warn";
  /** Names, counts and problems; no text of a document or a person. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Keeps what is told until there is somebody to hear it. */
export function newsLine<T>() {
  const early: T[] = [];
  let hear: (news: T) => void = (news) => void early.push(news);
  return {
    tell: (news: T): void => hear(news),
    open(hearer: (news: T) => void): void {
      hear = hearer;
      for (const news of early.splice(0)) hearer(news);
    },
  };
}
