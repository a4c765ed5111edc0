/** A document cut into sections: what every folder of documents gives. Pure types. */
import type { Acl, Moment } from "../pipeline/given.ts";

/** What the front matter says, with what stands in for it where it says nothing. */
export interface DocumentHead {
  /** From the front matter, else the first heading of the top level, else the file's name without its ending. */
  readonly title: string;
  /** BCP 47; else the policy's. */
  readonly language: string;
  readonly key: string | null;
  readonly version: string | null;
  /** Paths of documents in the same folder, or "key@version". */
  readonly supersedes: readonly string[];
  readonly publishedAt: Moment | null;
  readonly effectiveFrom: Moment | null;
  readonly effectiveTo: Moment | null;
  readonly topic: string | null;
  /** Null where the document names nobody: everybody under `access: tenant`, nobody under `access: acl`. */
  readonly acl: Acl | null;
  readonly appliesTo: ReadonlyMap<string, readonly (string | number | boolean)[]>;
}

/** A document's text under one heading, without what stands under the headings below it. */
export interface Section {
  /** `travel.md#per-diem`; of a part `travel.md#per-diem~2`. Unique in its folder, the same as long as path and heading are. */
  readonly id: string;
  /** What an answer cites: the heading's own number, else its place in the outline. "4.2". Unique in its document. */
  readonly number: string;
  /** From the top down, the section's own last, without its number. */
  readonly headings: readonly string[];
  readonly anchor: string;
  /** What stands below the heading, as written: line feeds only, no blank ends. */
  readonly text: string;
  /** Of the heading in its file, from 1. */
  readonly line: number;
  /** One of several cuts of an over-long section, from 1; null where it was not cut. */
  readonly part: { readonly index: number; readonly of: number } | null;
}

export interface Document {
  /** Below its folder, with slashes. */
  readonly path: string;
  readonly head: DocumentHead;
  /** In the order of the text; what has no text has no section. */
  readonly sections: readonly Section[];
}
