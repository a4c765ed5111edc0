/** The refund question twice, with one thing changed, and what that one thing did. IO: files and a running service. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { differenceOf, type Run, reasonOf } from "./difference.ts";
import { post } from "./post.ts";
import { type RefundRequest, refundRequest } from "./support-request.ts";

/** Everything competes with everything for so many tokens, as it does where nobody has given blocks a share yet. */
const ONE_POOL = { name: "support_one_pool", tokens: 3200 } as const;

interface Answer extends Run {
  readonly manifest_id: string;
  readonly included: readonly (Run["included"][number] & { readonly reason: string; readonly notes: readonly string[] })[];
}

const RULE = "─".repeat(100);

/**
 * The shipped policies, and support once more without its block shares and its handbook: of documents it knows what a request brings.
 * Throws where a file does not have what is to be replaced.
 */
export function writeDemoPolicies(folder: string): void {
  cpSync("policies", folder, { recursive: true });
  cpSync(join("policies", "support"), join(folder, ONE_POOL.name), { recursive: true });
  const own = (file: string): string => join(folder, ONE_POOL.name, file);
  replaceIn(own("policy.yaml"), /^budget:\n(?: {2}.*\n)+/m, `budget: { total: ${ONE_POOL.tokens}, strategy: density }\n`);
  replaceIn(own("sources.yaml"), /^ {2}handbook:\n(?: {4}.*\n)+/m, "");
}

function replaceIn(file: string, found: RegExp, by: string): void {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(found, by);
  if (changed === text) throw new Error(`${file} has nothing like ${found.source} that could be replaced`);
  writeFileSync(file, changed);
}

/** Asks on the service at `url` and prints; `first` is the number of the first run among what the demo shows. */
export async function showRefundRuns(url: string, first: number, today: string): Promise<void> {
  const ask = async (request: Omit<RefundRequest, "today">): Promise<Answer> =>
    (await (await post(`${url}/assemble`, refundRequest({ ...request, today }))).json()) as Answer;
  const unknown = await ask({ policy: ONE_POOL.name, versions: "unknown", tool: null });
  const known = await ask({ policy: ONE_POOL.name, versions: "known", tool: null });
  const shipped = await ask({ policy: "support", versions: "known", tool: "order_lookup" });
  printRun(`${first}. "Can I still get a refund for order 4471?" Nobody says which refund policy is which version`, unknown);
  printRun(`${first + 1}. The same, and the texts come with their versions`, known);
  console.log(`${RULE}\nWhat changed, the first thing that differs first\n${RULE}`);
  for (const line of differenceOf(unknown, known)) console.log(`- ${line}`);
  console.log(
    `\nBoth under policies/support in one pool of ${ONE_POOL.tokens} tokens. As it ships, it gives each block a share and keeps four fields of an ` +
      `order lookup\n(${tokensOf(shipped, "order-lookup")} tokens instead of ${tokensOf(known, "order-lookup")}): ` +
      `everything that is current goes in, ${shipped.budget.used} tokens in all.\n`,
  );
}

function printRun(title: string, { manifest_id, included, dropped, conflicts, budget }: Answer): void {
  console.log(`${RULE}\n${title}\n${RULE}`);
  console.log(`${budget.used} of ${budget.limit} tokens used (manifest ${manifest_id})\n\nIncluded, in the order of the prompt:`);
  for (const { id, tokens, reason, notes } of included)
    console.log(`- ${id}, ${tokens} tokens, ${[reason, ...notes].join(", ")}`);
  console.log("\nDropped:");
  for (const one of dropped) console.log(`- ${one.id}, ${reasonOf(one)}`);
  for (const { topic, outcome } of conflicts) console.log(`\nConflict on ${topic}: ${outcome}, so the model is told`);
  console.log("");
}

const tokensOf = ({ included }: Run, id: string): number => included.find((one) => one.id === id)?.tokens ?? 0;
