/** The service's version, from the package.json beside src or dist. Read once. */
import { readFileSync } from "node:fs";

const PACKAGE = new URL("../package.json", import.meta.url);

export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;
