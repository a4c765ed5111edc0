/** How long each kind of data is kept: the setting, and what it means at one moment. Pure. */

export const RETENTION_KINDS = ["manifests", "texts", "answers", "views", "memory"] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Milliseconds; null: until it is erased. Of `memory`: from when a statement was replaced or ran out; what stands is kept. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

/** What is older than this (milliseconds since the epoch) is past its time; 0 where nothing is. */
export type Cutoffs = Readonly<Record<RetentionKind, number>>;

/** Rows that went. */
export type SweptCounts = Readonly<Record<RetentionKind, number>>;

export const NOTHING_SWEPT: SweptCounts = Object.freeze({ manifests: 0, texts: 0, answers: 0, views: 0, memory: 0 });

export const sumOfSwept = (a: SweptCounts, b: SweptCounts): SweptCounts => ({
  manifests: a.manifests + b.manifests,
  texts: a.texts + b.texts,
  answers: a.answers + b.answers,
  views: a.views + b.views,
  memory: a.memory + b.memory,
});

/** Of one batch. `more`: there may be others. */
export interface Swept extends SweptCounts {
  readonly more: boolean;
}

export const KEEP_ALL: Retention = Object.freeze({ manifests: null, texts: null, answers: null, views: null, memory: null });

const HOUR_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };
const PART = /^([a-z]+)=(\d{1,5})([hd])$/;
const LEAST_MS = 2 * HOUR_MS;

/** `manifests=180d,texts=30d`: whole hours (2 at least) or days by kind, each at most once. Null when it is not of that form. */
export function parseRetention(written: string): Retention | null {
  const kept: Record<string, number> = {};
  for (const part of written.split(",")) {
    const [, kind = "", count = "", unit = ""] = PART.exec(part.trim()) ?? [];
    const ms = Number(count) * (UNITS[unit] ?? 0);
    if (!RETENTION_KINDS.includes(kind as RetentionKind) || Object.hasOwn(kept, kind) || ms < LEAST_MS) return null;
    kept[kind] = ms;
  }
  return Object.freeze({ ...KEEP_ALL, ...kept });
}

/**
 * At `nowMs`. Texts and answers serve their manifests, so neither outlives them; the views are kept by their own time, since
 * they say who saw what is gone.
 */
export function cutoffsOf(retention: Retention, nowMs: number): Cutoffs {
  const cutoff = (ms: number | null): number => (ms === null ? 0 : Math.max(0, nowMs - ms));
  const manifests = cutoff(retention.manifests);
  return {
    manifests,
    texts: Math.max(cutoff(retention.texts), manifests),
    answers: Math.max(cutoff(retention.answers), manifests),
    views: cutoff(retention.views),
    memory: cutoff(retention.memory),
  };
}

/**
 * Hour in which a text was last used: kept in hours, so that a text in daily use is not rewritten with each manifest. Its time
 * runs from the start of that hour: it is never kept longer than was said, and up to an hour shorter.
 */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

/** The first hour whose texts are not past their time. */
export const firstHourKept = (cutoffMs: number): number => Math.ceil(cutoffMs / HOUR_MS);
