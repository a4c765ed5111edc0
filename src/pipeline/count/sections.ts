/** The sections of a prompt that cost something once: messages and headings. Pure. */
import type { BlockName } from "../../policy/schema/policy-file.ts";

export const SECTIONS = [
  "person_message",
  "person_heading",
  "evidence_message",
  "notes_heading",
  "documents_heading",
  "list_heading",
  "facts_heading",
] as const;
export type Section = (typeof SECTIONS)[number];

export interface Opening {
  readonly block: BlockName;
  readonly tokens: number;
}

export type Openings = ReadonlyMap<Section, Opening>;

export const SECTIONS_OF_FACTS: readonly Section[] = ["evidence_message", "facts_heading"];
export const SECTIONS_OF_DOCUMENTS: readonly Section[] = ["evidence_message", "documents_heading"];
/** Of sections that have a line in the list. */
export const SECTIONS_OF_LISTED: readonly Section[] = [...SECTIONS_OF_DOCUMENTS, "list_heading"];
export const SECTIONS_OF_NOTES: readonly Section[] = ["evidence_message", "notes_heading"];
export const SECTIONS_OF_PERSON: readonly Section[] = ["person_message", "person_heading"];
