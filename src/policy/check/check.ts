/** Checks the files of one policy against each other: names, samples, arithmetic. Pure. */
import { NO_LINE, type Problem } from "../problem.ts";
import type { PolicyReading } from "../read/read-policy.ts";
import { checkContext } from "./context.ts";
import { checkDocuments } from "./documents.ts";
import { checkExperiments } from "./experiments.ts";
import { checkIntents } from "./intents.ts";
import { checkPieces } from "./pieces.ts";
import { checkPolicyFile } from "./policy-file.ts";
import { checkSigns } from "./signs.ts";
import { checkSources } from "./sources.ts";
import { checkSubjects } from "./subjects.ts";
import { checkPromptTexts } from "./texts.ts";
import { checkTools } from "./tools.ts";
import { checkTopics } from "./topics.ts";
import { checkSafety, checkScopes, checkTests, checkVocabulary } from "./words.ts";

const POLICY_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/**
 * Every problem between the files. Works on what is left of faulty files, and says nothing about names whose own file could
 * not be read: one fault is told once, where it is.
 */
export function checkPolicy(reading: PolicyReading, { production }: { readonly production: boolean }): readonly Problem[] {
  const context = checkContext(reading, production);
  return [
    ...checkName(reading),
    ...checkPolicyFile(context),
    ...checkExperiments(context),
    ...checkSources(context),
    ...checkDocuments(context),
    ...checkTools(context),
    ...checkPieces(context),
    ...checkIntents(context),
    ...checkVocabulary(context),
    ...checkScopes(context),
    ...checkTopics(context),
    ...checkSafety(context),
    ...checkSigns(context),
    ...checkTests(context),
    ...checkSubjects(context),
    ...checkPromptTexts(reading),
  ];
}

function checkName({ name, prefix }: PolicyReading): readonly Problem[] {
  if (POLICY_NAME.test(name)) return [];
  const message = `the folder's name "${name}" is the policy's name: small letters, digits, _ and -, beginning with a letter`;
  return [{ file: prefix.replace(/\/$/, ""), ...NO_LINE, code: "bad-format", message }];
}
