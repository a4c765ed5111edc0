/** The thread that writes the SQLite store: waiting for the disk here keeps nobody else waiting. */
import { parentPort, workerData } from "node:worker_threads";
import { seals } from "../seal.ts";
import { connect } from "./open-database.ts";
import { reserveOf } from "./reserve.ts";
import { writerOf } from "./writer.ts";
import { toSend, type WriterReply, type WriterRequest, type WriterSettings } from "./writer-messages.ts";

/** While a reader in another process keeps erased texts in the log. */
const CLEAN_EVERY_MS = 1_000;

const port = parentPort;
if (port === null) throw new Error("this file is run as a thread of the store");

const { path, maxPages, masterKey, reserveBytes } = workerData as WriterSettings;
const database = connect(path, maxPages);
const reserve = reserveOf(path, reserveBytes);
const writer = writerOf(database, seals(masterKey), { maxPages, reserve });

/** Owed from the start: a process that was killed may have left erased texts in the log. */
let cleanOwed = true;
function clean(): boolean {
  cleanOwed = !writer.clean();
  return !cleanOwed;
}
clean();
reserve.fill();
setInterval(() => cleanOwed && clean(), CLEAN_EVERY_MS).unref();

port.on("message", (request: WriterRequest) => {
  port.postMessage(answer(request));
  if (request.ask === "close") port.close();
});

function answer(request: WriterRequest): WriterReply {
  const { id } = request;
  switch (request.ask) {
    case "write":
      return { id, outcomes: writer.write(request.entries).map(toSend) };
    case "clean":
      return { id, done: clean() };
    case "close": {
      const done = clean();
      // The next start on a full disk needs it.
      reserve.fill();
      database.close();
      return { id, done };
    }
  }
}
