/** What is ready in one turn of the event loop is written at its end, in its order; nothing waits long for others. */
import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { coalesceWrites } from "../../src/http/coalesce-writes.ts";
import { buildTestApp, listen } from "../support/build-app.ts";
import { QUESTION } from "./ask.ts";
import { ANSWER } from "./canned-answer.ts";

test("nothing is written within the turn, everything at its end and in its order", async () => {
  const written: string[] = [];
  const coalesce = coalesceWrites(() => 0);
  coalesce(() => written.push("first"));
  coalesce(() => written.push("second"));
  await Promise.resolve();
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual(["first", "second"]);
  coalesce(() => written.push("third"));
  await nextTurn();
  expect(written).toEqual(["first", "second", "third"]);
});

test("what has waited a millisecond is written when the next comes", async () => {
  let nowMs = 0;
  const written: string[] = [];
  const coalesce = coalesceWrites(() => nowMs);
  coalesce(() => written.push("first"));
  nowMs = 0.9;
  coalesce(() => written.push("second"));
  expect(written).toEqual([]);
  nowMs = 1;
  coalesce(() => written.push("third"));
  expect(written).toEqual(["first", "second", "third"]);
  coalesce(() => written.push("fourth"));
  expect(written).toHaveLength(3);
  await nextTurn();
  expect(written).toEqual(["first", "second", "third", "fourth"]);
});

test("two requests of one turn are both decided before either is answered", async () => {
  const order: string[] = [];
  const assemble = async () => {
    order.push("decided");
    return ANSWER;
  };
  const { app } = await buildTestApp({ service: { assemble } });
  const port = await listen(app);
  app.server.on("request", (_request, response) => response.once("finish", () => order.push("written")));
  const clients = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await Promise.all(clients.map((client) => once(client, "connect")));
  const body = JSON.stringify(QUESTION);
  const head = `POST /assemble HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The first round only opens the connections.
  for (const _round of [1, 2]) {
    order.length = 0;
    const answered = clients.map((client) => once(client, "data"));
    for (const client of clients) client.write(head + body);
    await Promise.all(answered);
  }
  expect(order).toEqual(["decided", "decided", "written", "written"]);
  for (const client of clients) client.destroy();
  await app.close();
});
