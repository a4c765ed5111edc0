/** Process entry. */
import { runService } from "./run.ts";

runService().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : "unknown failure"}\n`);
  process.exit(1);
});
