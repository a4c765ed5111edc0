/** What the demo asks: one question for each thing that Winnow does with a question. */

export interface DemoQuestion {
  readonly title: string;
  readonly body: Readonly<Record<string, string>>;
}

export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  {
    title: "A tie: neither half of the question may be withheld",
    body: { policy: "coaching", subject: "maya", question: "Should I train through this pain?" },
  },
  {
    title: "A certain question: the injury reading is withheld, and the free plan drops a secondary fact",
    body: { policy: "coaching", subject: "maya", plan: "free", question: "How should I pace my intervals this week?" },
  },
  {
    title: "Months ahead: today's air is out, the training block is primary",
    body: { policy: "coaching", subject: "diego", question: "How should my mileage grow over the next few months?" },
  },
  {
    title: "Nothing computed for this athlete: the prompt says what is not known",
    body: { policy: "coaching", subject: "jonas", question: "My tendon hurts, what can I do?" },
  },
  {
    title: "Nothing recognised: nothing is withheld, and empty fields are named",
    body: { policy: "coaching", subject: "priya", question: "¿Qué opinas de mi situación?" },
  },
];

/** One plain question for each intent, to compare the selection with everything. */
export const QUESTION_BY_INTENT: Readonly<Record<string, string>> = {
  training: "How should I pace my intervals?",
  injury: "My tendon hurts",
  recovery: "Did I sleep enough to be recovered?",
  nutrition: "How much protein should I eat?",
  conditions: "Is the air quality good enough outside?",
  general: "Tell me what you know about me",
};
