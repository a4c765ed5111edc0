/** Checks the sources of documents and their texts: names in rules, values of attributes, languages. Pure. */
import { textsOf } from "../localized.ts";
import { suggestion } from "../nearest.ts";
import { compilePattern } from "../pattern.ts";
import type { Problem } from "../problem.ts";
import { DOCUMENT_TEXTS } from "../schema/document-layout.ts";
import type { FolderSource } from "../schema/document-source.ts";
import type { PolicyFile } from "../schema/policy-file.ts";
import { attributeFault } from "./attribute-fault.ts";
import { type CheckContext, type Place, problemAt, unknownName } from "./context.ts";
import { checkSearch } from "./search.ts";
import { fixedTextFaults, languageFaults } from "./texts.ts";

export function checkDocuments(context: CheckContext): readonly Problem[] {
  const file = context.reading.files.sources;
  const sources = Object.entries(file.value.sources ?? {}).flatMap(([name, source]) => {
    if ("url" in source) return [];
    const place = (...path: readonly PropertyKey[]): Place => ({ reading: file, path: ["sources", name, ...path] });
    const label = checkLabel(place("label"), source, context);
    if ("search" in source) return [...label, ...checkSearch(place, source, context)];
    return [
      ...label,
      ...source.send_to.flatMap(({ when }, index) =>
        checkRule((...path) => place("send_to", index, "when", ...path), when, context),
      ),
    ];
  });
  return [...sources, ...checkTexts(context)];
}

function checkLabel(place: Place, { label }: Pick<FolderSource, "label">, context: CheckContext): readonly Problem[] {
  if (label === undefined) return [];
  return [
    ...languageFaults(place, label, context),
    ...textsOf(label).flatMap(({ text, path }) => fixedTextFaults({ ...place, path: [...place.path, ...path] }, text)),
  ];
}

type PlaceOf = (...path: readonly PropertyKey[]) => Place;

/** A renamed plan or attribute fails here, loudly, and not in a rule that never holds again. */
function checkRule(place: PlaceOf, when: FolderSource["send_to"][number]["when"], context: CheckContext): readonly Problem[] {
  const { plan, intent, scope, attributes } = when;
  return [
    ...(plan === undefined ? [] : unknownName(place("plan"), "plan", plan, context.plans)),
    ...(intent === undefined ? [] : unknownName(place("intent"), "intent", intent, context.intents)),
    ...(scope === undefined ? [] : unknownName(place("scope"), "scope", scope, context.scopes)),
    ...Object.entries(attributes).flatMap(([name, value]) => checkAttribute(place("attributes", name), value, context)),
  ];
}

function checkAttribute(
  place: Place,
  value: string | number | boolean,
  { attributes, reading }: CheckContext,
): readonly Problem[] {
  const name = String(place.path.at(-1));
  if (attributes === null) return [];
  if (!attributes.all.has(name)) {
    const message = `"${name}" is not a declared attribute of this policy; ${suggestion(name, attributes.all, "attributes")}`;
    return [problemAt({ ...place, where: "key" }, "unknown-attribute", message)];
  }
  const declared = reading.files.policy.value.attributes?.[name];
  if (declared === undefined) return [];
  const { type, values, pattern } = declared;
  const accepts = pattern === undefined ? null : compilePattern(pattern);
  const fault = attributeFault(name, value, { type, values: values ?? null, accepts: accepts ?? (() => true) });
  return fault === null ? [] : [problemAt(place, fault.code, fault.message)];
}

function checkTexts(context: CheckContext): readonly Problem[] {
  const reading = context.reading.files.policy;
  const layout: Partial<PolicyFile["prompt"]["documents"]> = reading.value.prompt?.documents ?? {};
  return DOCUMENT_TEXTS.flatMap((member) => {
    const written = layout[member];
    if (written === undefined || written === false) return [];
    const path = ["prompt", "documents", member];
    return [
      ...languageFaults({ reading, path }, written, context),
      ...textsOf(written).flatMap(({ text, path: own }) => fixedTextFaults({ reading, path: [...path, ...own] }, text)),
    ];
  });
}
