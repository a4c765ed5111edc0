import { expect, test } from "vitest";
import type { SourceParam } from "../../src/policy/rules/sources.ts";
import { json, type StubHandler, text } from "../support/stub-upstream.ts";
import { aCaller, anInput, aSource, gatherer, limits, stub } from "./build.ts";

const CITY: SourceParam = {
  name: "city",
  from: "profile",
  pointer: "/city",
  accepts: (value) => /^[a-z0-9-]{1,40}$/.test(value),
};

async function askWeather(profile: StubHandler, params: readonly SourceParam[] = [CITY]) {
  const [profiles, weather] = [await stub(profile), await stub(json({ air: "good" }))];
  const sources = [
    aSource(profiles.origin, "/{subject}", { name: "profile" }),
    aSource(weather.origin, "/cities/{city}", { name: "weather", params }),
  ];
  const gathering = gatherer().open(aCaller(), anInput(sources), limits());
  const result = await gathering.ask("weather");
  return { result, profiles, weather, gathering };
}

test("a parameter is read from the answer of its source, which is called once", async () => {
  const { result, profiles, weather, gathering } = await askWeather(json({ city: "graz" }));
  expect(result).toMatchObject({ status: "facts", payload: { air: "good" } });
  await gathering.ask("profile");
  expect([profiles.calls.length, weather.calls[0]?.path]).toEqual([1, "/cities/graz"]);
  expect(gathering.timings().map(({ source }) => source)).toEqual(["profile", "weather"]);
});

test("a number is a parameter too", async () => {
  const { weather } = await askWeather(json({ city: 8010 }));
  expect(weather.calls[0]?.path).toBe("/cities/8010");
});

test.each([
  ["the parameter's source failed", text("<html>"), { status: "failed", cause: "dependency" }],
  ["the parameter's source has nothing for this person", json({}, 404), { status: "not_computed" }],
  ["the place of the parameter is absent", json({ town: "graz" }), { status: "not_computed" }],
  ["the place of the parameter holds null", json({ city: null }), { status: "not_computed" }],
  ["the value is no text", json({ city: ["graz"] }), { status: "failed", cause: "invalid" }],
  ["the value is true", json({ city: true }), { status: "failed", cause: "invalid" }],
  ["the value does not look as the policy says", json({ city: "../admin" }), { status: "failed", cause: "invalid" }],
] as const)("where %s, no call is made", async (_what, profile, gives) => {
  const { result, weather, gathering } = await askWeather(profile);
  expect(result).toEqual(gives);
  expect(weather.calls).toHaveLength(0);
  expect(gathering.timings().at(-1)).toMatchObject({ source: "weather", via: "none" });
});

test("a pattern that accepts everything still lets no value climb out of its place", async () => {
  const { result, weather } = await askWeather(json({ city: ".." }), [{ ...CITY, accepts: () => true }]);
  expect(result).toEqual({ status: "failed", cause: "invalid" });
  expect(weather.calls).toHaveLength(0);
});

test("an address that names what the request did not give is invalid, without a call", async () => {
  const server = await stub(json({}));
  const open = (input: Parameters<typeof anInput>[1]) =>
    gatherer()
      .open(aCaller(), anInput([aSource(server.origin, "/{plan}/{week}")], input), limits())
      .ask("readiness");
  expect(await open({})).toEqual({ status: "failed", cause: "invalid" });
  expect(await open({ plan: null, attributes: new Map([["week", 7]]) })).toEqual({ status: "failed", cause: "invalid" });
  expect(server.calls).toHaveLength(0);
  expect((await open({ attributes: new Map([["week", 7]]) })).status).toBe("facts");
});

test("an answer given for a source stands in for its call, and its parameters are read from it", async () => {
  const [profiles, weather] = [await stub(json({ city: "graz" })), await stub(json({ air: "good" }))];
  const sources = [
    aSource(profiles.origin, "/{subject}", { name: "profile" }),
    aSource(weather.origin, "/cities/{city}", { name: "weather", params: [CITY] }),
  ];
  const given = { status: "facts", payload: { city: "linz" }, raw: "", stale: false } as const;
  const input = anInput(sources, { overrides: new Map([["profile", given]]) });
  expect((await gatherer().open(aCaller(), input, limits()).ask("weather")).status).toBe("facts");
  expect([profiles.calls.length, weather.calls[0]?.path]).toEqual([0, "/cities/linz"]);
});

test("a name that the policy does not have is a programming error", async () => {
  const gathering = gatherer().open(aCaller(), anInput([]), limits());
  await expect(gathering.ask("nothing")).rejects.toThrow(TypeError);
});
