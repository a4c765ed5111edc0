/** The two calls that a chat backend makes to Winnow: one before its model answers, one after. */
import type { Prompt } from "../src/pipeline/records/prompt.ts";

const WINNOW_URL = process.env["WINNOW_URL"] ?? "http://127.0.0.1:8080";

export interface Question {
  readonly subject: string;
  readonly question: string;
}

export interface Assembled<Format extends Prompt["format"]> {
  readonly manifest_id: string;
  readonly prompt: Extract<Prompt, { format: Format }>;
}

/** `prompt.payload` is ready for the provider's client. */
export const assemble = async <Format extends Prompt["format"]>(
  { subject, question }: Question,
  format: Format,
): Promise<Assembled<Format>> =>
  (await ask("POST", "/assemble", { policy: "coaching", subject, question, format })) as Assembled<Format>;

/** As the provider gave it: its own names for usage and reason are understood. */
interface ModelAnswer {
  readonly text?: string;
  readonly content?: readonly object[];
  readonly model?: string;
  readonly finish_reason?: string | null;
  readonly usage?: object | null;
}

interface AnswerRecord {
  readonly coverage: { readonly cited: number; readonly citable: number };
  readonly cited: readonly { readonly label: string }[];
  readonly findings: readonly { readonly code: string; readonly message: string }[];
}

/** Posts the whole answer once its stream has ended, and prints what it cites. */
export async function postAnswer(manifestId: string, answer: ModelAnswer): Promise<void> {
  const record = (await ask("PUT", `/manifests/${manifestId}/answer`, answer)) as AnswerRecord;
  const { coverage, cited, findings } = record;
  const lines = [
    `cites ${coverage.cited} of ${coverage.citable}: ${cited.map(({ label }) => label).join(", ")}`,
    ...findings.map(({ code, message }) => `- ${code}: ${message}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

async function ask(method: string, path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${WINNOW_URL}${path}`, { method, headers, body: JSON.stringify(body) }).catch(
    (cause: unknown) => {
      throw new Error(`no answer from WINNOW_URL, ${WINNOW_URL}: does Winnow run there?`, { cause });
    },
  );
  const reply = (await response.json()) as { readonly detail?: string };
  if (!response.ok) throw new Error(`Winnow answered ${response.status}: ${reply.detail}`);
  return reply;
}
