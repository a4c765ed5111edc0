/** Checks the files of one policy against each other: names, samples, arithmetic. Pure. */
import { checkContext } from "./check-context.ts";
import { checkDocuments } from "./check-documents.ts";
import { checkExperiments } from "./check-experiments.ts";
import { checkIntents } from "./check-intents.ts";
import { checkPieces } from "./check-pieces.ts";
import { checkPolicyFile } from "./check-policy-file.ts";
import { checkSigns } from "./check-signs.ts";
import { checkSources } from "./check-sources.ts";
import { checkSubjects } from "./check-subjects.ts";
import { checkPromptTexts } from "./check-texts.ts";
import { checkTools } from "./check-tools.ts";
import { checkTopics } from "./check-topics.ts";
import { checkSafety, checkScopes, checkTests, checkVocabulary } from "./check-words.ts";
import { NO_LINE, type Problem } from "./problem.ts";
import type { PolicyReading } from "./read-policy.ts";

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
