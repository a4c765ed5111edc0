/** Where everything that was chosen stands: zones, sections, edges, the conversation in sequence. Pure; policy.md, Prompt. */
import { BLOCK_OF_LINES, type Item } from "../candidate.ts";
import type { Chosen, ChosenItem, Heading } from "../chosen.ts";
import {
  SECTIONS_OF_DOCUMENTS,
  SECTIONS_OF_LISTED,
  SECTIONS_OF_NOTES,
  SECTIONS_OF_PERSON,
  type Section,
} from "../count/sections.ts";
import { disagreementsIn, placedElsewhere } from "../disagreement/beside.ts";
import type { Disagreement } from "../disagreement/disagreement.ts";
import { type Part, plainPart } from "../parts.ts";
import type { Filler, Zone } from "../records/core.ts";
import { byId, byValue, inOrder } from "./order-items.ts";
import { factPart, itemPart, turnPart } from "./placed-parts.ts";

/** The sections that an item needs; a tool result stands in the conversation and needs none. */
export function sectionsOf(item: Item): readonly Section[] {
  if (item.kind === "tool_result") return [];
  if (item.kind === "document") return item.given.found?.listed === true ? SECTIONS_OF_LISTED : SECTIONS_OF_DOCUMENTS;
  return item.kind === "memory" && item.given.pinned ? SECTIONS_OF_PERSON : SECTIONS_OF_NOTES;
}

/** Every part of the prompt, in its order. */
export function place(chosen: Chosen): readonly Part[] {
  const writer = partWriter(chosen);
  const of = (...kinds: readonly Item["kind"][]) => chosen.items.filter(({ item }) => kinds.includes(item.kind));
  const person = of("memory").filter(({ item }) => item.given.pinned);
  const notes = ["memory", "example", "hint"] as const;
  const evidence = (): void => {
    writer.said("restated_question", "restated", chosen.restated);
    const loose = notes.flatMap((kind) => byValue(of(kind).filter((one) => !person.includes(one))));
    writer.section(loose, { zone: "question", message: "evidence", heading: "notes" });
    writer.documents(inOrder(of("document"), chosen.order));
    writer.facts();
  };
  const conversation = (): void => writer.conversation(of("tool_result"));
  writer.section(byId(person), { zone: "person", message: "person", heading: "person" });
  if (chosen.layout === "conversation_first") conversation();
  evidence();
  if (chosen.layout === "evidence_first") conversation();
  return [...chosen.fixed.shared, ...openingOf(chosen, writer.parts), ...writer.parts, ...chosen.fixed.late];
}

function openingOf({ opening }: Chosen, [first]: readonly Part[]): readonly Part[] {
  if (opening === null || first?.said?.role !== "assistant") return [];
  return [plainPart({ id: "opening", kind: "opening", zone: "question", block: "system", message: "opening", ...opening })];
}

interface Where {
  readonly zone: Zone;
  readonly message: string;
  readonly heading: keyof Chosen["headings"];
}

/** Collects parts; puts what contradicts each other side by side. */
function partWriter(chosen: Chosen) {
  const parts: Part[] = [];
  const done = new Set<string>();
  const disagreements = disagreementsIn(chosen);
  const items = new Map((disagreements.length === 0 ? [] : chosen.items).map((one) => [one.item.given.id, one]));
  const elsewhere = placedElsewhere(disagreements, chosen);
  const disagreementsOf = new Map<string, Disagreement[]>();
  for (const one of disagreements) {
    for (const id of one.ids) {
      const others = disagreementsOf.get(id);
      if (others === undefined) disagreementsOf.set(id, [one]);
      else others.push(one);
    }
  }
  const told = new Set<Disagreement>();

  const heading = ({ zone, message, heading: name }: Where): void => {
    const { text, tokens } = chosen.headings[name];
    parts.push(
      plainPart({
        id: `${name}_heading`,
        kind: "heading",
        zone,
        block: name === "notes" || name === "person" ? "memory" : "evidence",
        message,
        text,
        tokens,
      }),
    );
  };
  const item = (one: ChosenItem, zone: Zone, message: string): void => {
    if (done.has(one.item.given.id)) return;
    done.add(one.item.given.id);
    parts.push(itemPart(one, zone, message));
    beside(one.item.given.id, zone, message);
  };
  /** What contradicts `id` and is not placed yet, then the line about it. */
  const beside = (id: string, zone: Zone, message: string): void => {
    for (const disagreement of disagreementsOf.get(id) ?? []) {
      if (told.has(disagreement)) continue;
      told.add(disagreement);
      for (const other of disagreement.ids) {
        const one = items.get(other);
        if (one !== undefined) item(one, zone, message);
      }
      const { text, tokens } = disagreement;
      parts.push(plainPart({ id: "disagreement", kind: "disagreement", zone, block: BLOCK_OF_LINES, message, text, tokens }));
    }
  };
  return {
    parts,
    section(list: readonly ChosenItem[], where: Where): void {
      const open = list.filter((one) => !done.has(one.item.given.id) && !elsewhere.has(one.item.given.id));
      if (open.length > 0) heading(where);
      for (const one of open) item(one, where.zone, where.message);
    },
    /** The list of sections, then the documents; or the line that none was found. */
    documents(list: readonly ChosenItem[]): void {
      const where: Where = { zone: "question", message: "evidence", heading: "documents" };
      this.said("none_found", "none_found", chosen.noneFound);
      const listed = list.filter(({ line }) => line !== null);
      if (listed.length > 0) {
        heading({ ...where, heading: "list" });
        for (const {
          item: { given },
          line,
        } of listed)
          this.said(given.id, "list", line);
      }
      this.section(list, where);
    },
    said(id: string, kind: Filler, text: Heading | null): void {
      if (text === null) return;
      const block = kind === "restated" ? "request" : BLOCK_OF_LINES;
      parts.push(plainPart({ id, kind, zone: "question", block, message: "evidence", ...text }));
    },
    facts(): void {
      const where: Where = { zone: "question", message: "evidence", heading: "facts" };
      if (chosen.facts.length + chosen.gaps.length > 0) heading(where);
      for (const fact of chosen.facts) {
        parts.push(factPart(fact));
        beside(fact.piece.id, where.zone, where.message);
      }
      for (const { id, line, tokens } of chosen.gaps) {
        parts.push(plainPart({ id, kind: "gap", zone: "question", block: "evidence", message: "evidence", text: line, tokens }));
      }
    },
    conversation(results: readonly ChosenItem[]): void {
      const place = new Map(chosen.turnOrder.map((id, at) => [id, at]));
      const last = chosen.turnOrder.length;
      const behind = (one: ChosenItem): number =>
        one.item.given.after === null ? last : (place.get(one.item.given.after) ?? last);
      const own = results.filter((one) => !elsewhere.has(one.item.given.id));
      const waiting = [...byId(own)].sort((a, b) => behind(a) - behind(b));
      const write = (until: number): void => {
        for (let one = waiting[0]; one !== undefined && behind(one) < until; one = waiting[0]) {
          waiting.shift();
          item(one, "question", `item:${one.item.given.id}`);
        }
      };
      for (const { group, texts } of chosen.turns) {
        write(group.at);
        for (const [at, said] of group.turns.entries()) parts.push(turnPart(said, texts[at] as Heading, group.pinned));
      }
      write(Number.POSITIVE_INFINITY);
    },
  };
}
