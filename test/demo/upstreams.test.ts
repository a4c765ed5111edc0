import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayIn, SAMPLE_DAY, shiftDates } from "../../src/demo/sample-answers.ts";
import { type SampleServices, startSampleServices } from "../../src/demo/upstreams.ts";

describe("shiftDates", () => {
  it("moves dates and timestamps by whole days and keeps time, offset and distance", () => {
    const given = {
      at: "2026-03-10T06:15:00+02:00",
      utc: "2026-03-10T23:59:59.5Z",
      yesterday: ["2026-03-09T07:05:00+01:00"],
      race: { on: "2026-05-10" },
    };
    expect(shiftDates(given, "2026-03-10", "2028-02-28")).toEqual({
      at: "2028-02-28T06:15:00+02:00",
      utc: "2028-02-28T23:59:59.5Z",
      yesterday: ["2028-02-27T07:05:00+01:00"],
      race: { on: "2028-04-29" },
    });
  });

  it("leaves everything else alone", () => {
    const given = {
      note: "since 2026-03-10 it is better",
      version: "2026-03-10-b",
      hours: "22:00",
      n: 20260310,
      none: null,
      no: false,
    };
    expect(shiftDates(given, "2026-03-10", "2027-01-01")).toEqual(given);
  });

  it("changes nothing on the samples' own day", () => {
    const given = { at: "2026-03-10T06:15:00+02:00", on: "2026-02-14" };
    expect(shiftDates(given, SAMPLE_DAY, SAMPLE_DAY)).toEqual(given);
  });
});

describe("dayIn", () => {
  it("is the local date, not the server's", () => {
    const now = Date.parse("2026-11-29T23:30:00Z");
    expect(dayIn("America/Mexico_City", now)).toBe("2026-11-29");
    expect(dayIn("Asia/Kolkata", now)).toBe("2026-11-30");
  });
});

describe("the sample services", () => {
  // In Mexico City it is still the evening of the 28th.
  const now = () => new Date("2026-11-29T04:00:00Z");
  let services: SampleServices;
  beforeAll(async () => {
    services = await startSampleServices({ policiesDir: "policies", now });
  });
  afterAll(() => services.close());

  const get = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, never> };
  };

  it("answer for every sample athlete, dated today in the athlete's own zone", async () => {
    const { READINESS_URL } = services.urls;
    const maya = await get(`${READINESS_URL}/athletes/maya/readiness`);
    expect(maya.status).toBe(200);
    expect(maya.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(maya.body).toMatchObject({ date: "2026-11-29", injury: { measured_at: "2026-11-29T06:15:00+02:00" } });
    const diego = await get(`${READINESS_URL}/athletes/diego/readiness`);
    expect(diego.body).toMatchObject({ injury: { measured_at: "2026-11-28T05:35:00-06:00" } });
  });

  it("keep yesterday's reading yesterday's", async () => {
    const lena = await get(`${services.urls.READINESS_URL}/athletes/lena/readiness`);
    expect(lena.body).toMatchObject({ training: { measured_at: "2026-11-28T07:05:00+01:00" } });
  });

  it("answer for a city, dated today in the city's zone", async () => {
    const { status, body } = await get(`${services.urls.CONDITIONS_URL}/cities/mexico-city`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ observed_at: "2026-11-28T05:00:00-06:00" });
  });

  it("answer for customers, dated today in the customer's own zone", async () => {
    const { ORDERS_URL, ACCOUNTS_URL } = services.urls;
    const orders = await get(`${ORDERS_URL}/customers/nora/orders`);
    expect(orders.body).toMatchObject({ returns: { order: 4502, refundable_until: "2026-12-20" } });
    const account = await get(`${ACCOUNTS_URL}/customers/teo/account`);
    expect(account.body).toMatchObject({ time_zone: "America/Chicago", tickets: { opened_on: "2026-11-27" } });
  });

  it("answer 404 for whatever has no sample: an athlete without readiness, a customer without orders, strangers, other services' paths, files", async () => {
    const { PROFILE_URL, READINESS_URL, CONDITIONS_URL, ORDERS_URL, ACCOUNTS_URL } = services.urls;
    const urls = [
      `${ORDERS_URL}/customers/omar/orders`,
      `${ORDERS_URL}/customers/nora/account`,
      `${ACCOUNTS_URL}/athletes/maya/profile`,
      `${READINESS_URL}/athletes/jonas/readiness`,
      `${PROFILE_URL}/athletes/nobody/profile`,
      `${PROFILE_URL}/athletes/maya/readiness`,
      `${CONDITIONS_URL}/cities/tromso`,
      `${PROFILE_URL}/athletes/..%2F..%2Fpolicy/profile`,
      `${PROFILE_URL}/athletes/__proto__/profile`,
      `${PROFILE_URL}/`,
    ];
    for (const url of urls) expect(await get(url), url).toMatchObject({ status: 404, body: { error: "not_found" } });
  });

  it("answer /health/live with 200, and other methods with 405 and Allow", async () => {
    for (const url of Object.values(services.urls)) {
      expect(await get(`${url}/health/live?deep=1`)).toMatchObject({ status: 200, body: { status: "ok" } });
      const posted = await get(`${url}/health/live`, { method: "POST", body: "{}" });
      expect(posted.status).toBe(405);
      expect(posted.headers.get("allow")).toBe("GET, HEAD");
    }
  });

  it("give every person a profile and baselines", async () => {
    const people = readdirSync("policies/coaching/samples").filter((name) => name !== "cities");
    expect(people.length).toBeGreaterThanOrEqual(4);
    for (const person of people) {
      expect((await get(`${services.urls.PROFILE_URL}/athletes/${person}/profile`)).body).toMatchObject({ id: person });
      expect((await get(`${services.urls.BASELINES_URL}/athletes/${person}/baselines`)).body).toMatchObject({
        athlete_id: person,
      });
    }
  });

  it("give every customer an account", async () => {
    for (const customer of readdirSync("policies/support/samples")) {
      expect((await get(`${services.urls.ACCOUNTS_URL}/customers/${customer}/account`)).body).toMatchObject({ id: customer });
    }
  });

  it("say which port is in use, and leave none of their own open", async () => {
    const taken = Number(new URL(services.urls.CONDITIONS_URL).port);
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await expect(startSampleServices({ policiesDir: "policies", ports: [port, 0, 0, taken], now })).rejects.toThrow(
      `port ${taken} is already in use; the conditions service needs it`,
    );
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
  });

  it("say where they looked for samples", async () => {
    await expect(startSampleServices({ policiesDir: "nowhere", now })).rejects.toThrow(
      "there are no samples in nowhere/coaching/samples",
    );
  });
});

describe("the command", () => {
  const start = (...args: string[]) =>
    spawn(process.execPath, ["--import", "tsx", "src/demo/upstreams.ts", ...args], { stdio: ["ignore", "pipe", "pipe"] });

  it("prints a line for each service and ends cleanly on SIGTERM", async () => {
    const child = start("--port", "0");
    let out = "";
    for await (const chunk of child.stdout) {
      out += chunk;
      if (out.trim().split("\n").length === 6) break;
    }
    const names = out.split("\n").map((line) => line.split("=http:")[0]);
    const six = ["PROFILE_URL", "BASELINES_URL", "READINESS_URL", "CONDITIONS_URL", "ORDERS_URL", "ACCOUNTS_URL"];
    expect(names).toEqual([...six, ""]);
    const url = /PROFILE_URL=(\S+)/.exec(out)?.[1];
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("ends with 1 and one clear line when a port is in use or no port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const wrong = [
      { given: String(port), said: `port ${port} is already in use; the profile service needs it\n` },
      { given: "many", said: '--port must be a whole number from 0 to 65530, not "many"\n' },
    ];
    for (const { given, said } of wrong) {
      const child = start("--port", given);
      let error = "";
      child.stderr.on("data", (chunk) => {
        error += chunk;
      });
      expect(await once(child, "close")).toEqual([1, null]);
      expect(error).toBe(said);
    }
    await new Promise((resolve) => taken.close(resolve));
  });
});
