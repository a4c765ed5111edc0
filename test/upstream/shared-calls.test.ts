import { expect, test } from "vitest";
import { json, type StubHandler } from "../support/stub-upstream.ts";
import { aCaller, anInput, aSource, gatherer, limits, stub } from "./build.ts";

/** Holds every answer back until `open` is called. */
function gate(handler: StubHandler) {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held: StubHandler = (request, response) => void opened.then(() => handler(request, response));
  return { held, open };
}

const NAMES = ["readiness", "training", "profile", "baseline"];

test("six requests about one athlete at once make one call per source", async () => {
  const { held, open } = gate(json({ score: 72 }));
  const server = await stub(held);
  const sources = NAMES.map((name) => aSource(server.origin, `/${name}/{subject}`, { name }));
  const one = gatherer();
  const gatherings = Array.from({ length: 6 }, () => one.open(aCaller(), anInput(sources), limits()));
  const asked = gatherings.flatMap((gathering) => NAMES.map((name) => gathering.ask(name)));
  await server.received(NAMES.length);
  open();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set(["facts"]));
  expect(server.calls).toHaveLength(NAMES.length);
  expect(gatherings[0]?.timings().map(({ via }) => via)).toEqual(NAMES.map(() => "upstream"));
  expect(gatherings[5]?.timings().map(({ via }) => via)).toEqual(NAMES.map(() => "joined"));
});

test("a hundred athletes of one city make one call for its weather and one each for their own facts", async () => {
  const profiles = await stub(json({ city: "graz" }));
  const { held, open } = gate(json({ air: "good" }));
  const weather = await stub(held);
  const sources = [
    aSource(profiles.origin, "/athletes/{subject}", { name: "profile" }),
    aSource(weather.origin, "/cities/{city}", {
      name: "weather",
      shared: true,
      params: [{ name: "city", from: "profile", pointer: "/city", accepts: (value) => /^[a-z-]{2,40}$/.test(value) }],
    }),
  ];
  const one = gatherer();
  const asked = Array.from({ length: 100 }, (_, n) =>
    one.open(aCaller(`athlete-${n}`), anInput(sources), limits()).ask("weather"),
  );
  await profiles.received(100);
  await weather.received(1);
  // Every profile is answered within a moment; those still on their way join or find the same call.
  setTimeout(open, 200);
  expect((await Promise.all(asked)).every(({ status }) => status === "facts")).toBe(true);
  expect(profiles.calls).toHaveLength(100);
  expect(weather.calls.map(({ path }) => path)).toEqual(["/cities/graz"]);
});

test("a source asked twice by one request is called once, even where nothing is kept", async () => {
  const server = await stub(json({ score: 72 }));
  const gathering = gatherer().open(aCaller(), anInput([aSource(server.origin, "/x")]), limits());
  const first = await gathering.ask("readiness");
  expect(await gathering.ask("readiness")).toBe(first);
  expect(server.calls).toHaveLength(1);
  expect(gathering.timings()).toHaveLength(1);
});

test("one caller's hang-up or shorter deadline does not fail the others", async () => {
  const { held, open } = gate(json({ score: 72 }));
  const server = await stub(held);
  const input = anInput([aSource(server.origin, "/x", { timeoutMs: 5_000 })]);
  const client = new AbortController();
  const one = gatherer();
  const ask = (changes: Parameters<typeof limits>[0]) => one.open(aCaller(), input, limits(changes)).ask("readiness");
  const first = ask({ signal: () => client.signal });
  const hurried = ask({ deadlineMs: performance.now() + 50 });
  const patient = ask({});
  await server.received(1);
  client.abort();
  expect([await first, await hurried]).toEqual(Array(2).fill({ status: "failed", cause: "deadline" }));
  open();
  expect((await patient).status).toBe("facts");
  expect(server.calls).toHaveLength(1);
});

test("a failure reaches everybody who joined, once, and the next request calls again", async () => {
  const { held, open } = gate(json({}, 500));
  const server = await stub(held);
  const one = gatherer();
  const ask = () => one.open(aCaller(), anInput([aSource(server.origin, "/x")]), limits()).ask("readiness");
  const asked = [ask(), ask(), ask()];
  await server.received(1);
  open();
  expect(await Promise.all(asked)).toEqual(Array(3).fill({ status: "failed", cause: "http_status", httpStatus: 500 }));
  server.reply(json({ score: 72 }));
  expect((await ask()).status).toBe("facts");
  expect(server.calls).toHaveLength(2);
});

test("five hundred callers that all hang up on a failing service leave no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  const server = await stub((_request, response) => void setTimeout(() => response.destroy(), 20));
  const one = gatherer({ faultsInARow: 1_000 });
  const clients = Array.from({ length: 500 }, () => new AbortController());
  const input = anInput([aSource(server.origin, "/{subject}")]);
  const asked = clients.map(({ signal }, n) =>
    one.open(aCaller(`athlete-${n % 50}`), input, limits({ signal: () => signal })).ask("readiness"),
  );
  await server.received(10);
  for (const client of clients) client.abort();
  expect((await Promise.all(asked)).every(({ status }) => status === "failed")).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
