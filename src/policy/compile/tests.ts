/** Compiles what a policy is tested with: its questions, and the examples of its vocabulary. Pure. */
import type { PolicyReading } from "../read/read-policy.ts";
import type { PolicyTest, VocabularyExample } from "../rules/expectations.ts";

/** Of the vocabulary file, every language. */
export function compileExamples({ file, value, at }: PolicyReading["files"]["vocabulary"]): readonly VocabularyExample[] {
  const lists = Object.entries(value.intents ?? {}).flatMap(([intent, { examples, counterexamples }]) => [
    { intent, key: "examples", wanted: true, byLanguage: examples ?? {} },
    { intent, key: "counterexamples", wanted: false, byLanguage: counterexamples ?? {} },
  ]);
  return lists.flatMap(({ intent, key, wanted, byLanguage }) =>
    Object.entries(byLanguage).flatMap(([language, questions]) =>
      questions.map((question, index) => {
        const place = () => at(["intents", intent, key, language, index]);
        return { file, place, question, intent, wanted };
      }),
    ),
  );
}

/** Of the file of one language. */
export function compileOwnExamples({ file, value, at }: PolicyReading["words"][number]): readonly VocabularyExample[] {
  return (["examples", "counterexamples"] as const).flatMap((key) =>
    Object.entries(value[key] ?? {}).flatMap(([intent, questions]) =>
      questions.map((question, index) => {
        const place = () => at([key, intent, index]);
        return { file, place, question, intent, wanted: key === "examples" };
      }),
    ),
  );
}

/** Of one `*.test.yaml`. */
export function compileTests({ file, value, at }: PolicyReading["tests"][number]): readonly PolicyTest[] {
  return (value.tests ?? []).map((test, index) => ({
    file,
    place: () => at(["tests", index]),
    question: test.question,
    subject: test.subject ?? null,
    plan: test.plan ?? null,
    at: test.at ?? value.at ?? null,
    expect: test.expect,
  }));
}
