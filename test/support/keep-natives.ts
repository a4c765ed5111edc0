/** Tests open databases of their own; see src/store/sqlite/keep-natives.ts for why those must not be collected. */
import Database from "better-sqlite3";
import { keepNatives } from "../../src/store/sqlite/keep-natives.ts";

keepNatives(new Database(":memory:"));
