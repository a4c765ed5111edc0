/** `${NAME}` in the engineer's files. */
import { describe, expect, test } from "vitest";
import { placeholderNames } from "../../../src/policy/read/environment.ts";
import { loadBase, loadEdited, policyOf, problemsOf } from "../../support/load-base.ts";

const put = (inside: string): string => `$\{${inside}}`;
const BASE = { PROFILE_URL: "http://profile.test", PROFILE_TOKEN: "token" };

describe("filling in", () => {
  test("part of a text, and a whole header", async () => {
    const source = policyOf(await loadBase({ environment: BASE })).sources.get("profile");
    expect(source?.urlParts).toEqual(["http://profile.test/athletes/", "subject", "/profile"]);
    expect(source?.origin).toBe("http://profile.test");
    expect(source?.headers).toEqual({ authorization: "Bearer token" });
  });

  test("a default, when the variable is not set or blank", async () => {
    for (const environment of [BASE, { ...BASE, TITLE: "" }, { ...BASE, TITLE: undefined }]) {
      const loaded = await loadEdited("policy.yaml", "title: A small policy for tests.", `title: ${put("TITLE:-By default")}`, {
        environment,
      });
      expect(policyOf(loaded).title).toBe("By default");
    }
  });

  test("a set variable goes before its default, and is not searched again", async () => {
    const environment = { ...BASE, TITLE: put("PROFILE_TOKEN") };
    const loaded = await loadEdited("policy.yaml", "title: A small policy for tests.", `title: ${put("TITLE:-x")}`, {
      environment,
    });
    expect(policyOf(loaded).title).toBe(put("PROFILE_TOKEN"));
  });

  test("a text stays a text, even when it looks like a number", async () => {
    const environment = { ...BASE, TITLE: "1.10" };
    const loaded = await loadEdited("policy.yaml", "title: A small policy for tests.", `title: ${put("TITLE")}`, { environment });
    expect(policyOf(loaded).title).toBe("1.10");
  });

  test("a number and a truth value, where the key wants one", async () => {
    const environment = { ...BASE, TOTAL: "2048", SHARED: "false", SPAN: "7m" };
    const policy = policyOf(await loadEdited("policy.yaml", "total: 4096", `total: ${put("TOTAL")}`, { environment }));
    expect(policy.budgetTotal).toBe(2048);
    const sources = policyOf(
      await loadEdited("sources.yaml", "shared: true", `shared: "${put("SHARED")}"`, { environment }),
    ).sources;
    expect(sources.get("conditions")?.shared).toBe(false);
    const spans = policyOf(await loadEdited("sources.yaml", "ttl: 5m", `ttl: ${put("SPAN")}`, { environment })).sources;
    expect(spans.get("profile")?.ttlMs).toBe(420_000);
  });

  test("a name that objects inherit is not set", async () => {
    const loaded = await loadEdited("policy.yaml", "audit: best_effort", `audit: ${put("CONSTRUCTOR:-required")}`, {
      environment: BASE,
    });
    expect(policyOf(loaded).audit).toBe("required");
  });
});

describe("refusing", () => {
  test("an address that a variable spoils: the variable is named, and its value is not", async () => {
    const [line, ...more] = problemsOf(await loadBase({ environment: { ...BASE, PROFILE_URL: "profile.test:80" } }));
    expect([line?.code, more]).toEqual(["bad-url", []]);
    expect(line?.message).toBe(
      "expected an absolute address that begins with http:// or https://; see what PROFILE_URL holds, which is filled in here",
    );
  });

  test("a base address with a query, behind which the path with the subject would be a part of it", async () => {
    const [line, ...more] = problemsOf(
      await loadBase({ environment: { ...BASE, PROFILE_URL: "http://profile.test/v1?key=hunter2" } }),
    );
    expect([line?.code, more]).toEqual(["bad-url", []]);
    expect(line?.message).toBe(
      "an address that a path is written behind holds no ?; write the query behind the path; see what PROFILE_URL holds, which is filled in here",
    );
    const whole = await loadEdited("sources.yaml", `${put("PROFILE_URL")}/athletes/{subject}/profile`, put("PROFILE_URL"), {
      environment: { ...BASE, PROFILE_URL: "http://profile.test/profile?of={subject}" },
    });
    expect(policyOf(whole).sources.get("profile")?.urlParts.join("")).toContain("/profile?of=");
  });

  test.each([
    ["not set", put("NOWHERE"), {}, "env-missing"],
    ["blank", put("NOWHERE"), { NOWHERE: "" }, "env-missing"],
    ["small letters", put("nowhere"), { nowhere: "x" }, "env-syntax"],
    ["not closed", "${NOWHERE", { NOWHERE: "x" }, "env-syntax"],
    ["nothing inside", put(""), {}, "env-syntax"],
    ["another operator", put("NOWHERE:?x"), { NOWHERE: "x" }, "env-syntax"],
    ["a text that is no number", put("NOWHERE"), { NOWHERE: "many" }, "wrong-type"],
    ["a number in another form", put("NOWHERE"), { NOWHERE: "0x10" }, "wrong-type"],
    ["a number with a fraction", put("NOWHERE"), { NOWHERE: "10.5" }, "wrong-type"],
    ["a number that is too small", put("NOWHERE"), { NOWHERE: "0" }, "too-small"],
  ])("%s", async (_title, written, extra, code) => {
    const loaded = await loadEdited("policy.yaml", "total: 4096", `total: ${written}`, { environment: { ...BASE, ...extra } });
    expect(problemsOf(loaded)).toMatchObject([{ file: "policies/base/policy.yaml", line: 16, column: 10, code }]);
  });

  test("the message shows how it is written, not what it stands for", async () => {
    const environment = { ...BASE, NOWHERE: "many" };
    const [problem] = problemsOf(await loadEdited("policy.yaml", "total: 4096", `total: ${put("NOWHERE")}`, { environment }));
    expect(problem?.message).toBe(`expected a number, got what "${put("NOWHERE")}" stands for`);
  });

  test.each([
    ["pieces.yaml", "label: Level", "label: "],
    ["intents.yaml", "owner: the coaches", "owner: "],
    ["vocabulary.yaml", "- pace", "- "],
    ["scopes.yaml", "reason: Today's air says nothing about a month.", "reason: "],
    ["safety.yaml", "- Never name a diagnosis.", "- "],
    ["base.test.yaml", "question: Should I train today?", "question: "],
    ["prompt/system.md", "You are a coach.", "You are "],
  ])("any placeholder in %s", async (path, before, after) => {
    const loaded = await loadEdited(path, before, after + put("PROFILE_TOKEN:-x"), { environment: BASE });
    expect(problemsOf(loaded)).toMatchObject([{ file: `policies/base/${path}`, code: "env-not-here" }]);
  });
});

describe("another environment for policy.yaml", () => {
  const environment = { ...BASE, HASH_KEY: "a-key-that-nobody-may-see" };
  const load = (policyEnvironment?: Readonly<Record<string, string>>) =>
    loadEdited("policy.yaml", "title: A small policy for tests.", `title: ${put("HASH_KEY")}`, {
      environment,
      policyEnvironment,
    });

  test("what it lacks is missing, whatever the other one has", async () => {
    const loaded = await load({});
    expect(problemsOf(loaded)).toMatchObject([{ file: "policies/base/policy.yaml", line: 2, column: 8, code: "env-missing" }]);
    expect(JSON.stringify(loaded)).not.toContain(environment.HASH_KEY);
  });

  test("it fills policy.yaml, and the other one still fills sources.yaml", async () => {
    const policy = policyOf(await load({ HASH_KEY: "shown", PROFILE_TOKEN: "not asked" }));
    expect(policy.title).toBe("shown");
    expect(policy.sources.get("profile")?.headers).toEqual({ authorization: "Bearer token" });
    expect(policyOf(await load()).title).toBe(environment.HASH_KEY);
  });

  test("two values of one name are both kept out of messages", async () => {
    const one = put("PROFILE_TOKEN");
    const loaded = await loadEdited("policy.yaml", "fallback: general", `fallback: ${one}`, {
      environment: { ...BASE, PROFILE_TOKEN: "http-secret" },
      policyEnvironment: { PROFILE_TOKEN: "other-secret" },
    });
    expect(problemsOf(loaded)).toMatchObject([{ code: "unknown-intent" }]);
    expect(JSON.stringify(loaded)).not.toContain("other-secret");
  });

  test("the names that a text asks for", () => {
    const text = `a: ${put("A")} ${put("B_2:-x")}\nb: "${put("A")}" # ${put("C:-")}\nd: ${put("small")} ${put("")} $\{OPEN`;
    expect([...placeholderNames(text)]).toEqual(["A", "B_2", "C"]);
  });
});

describe("a time zone from the environment", () => {
  test.each(["/root", "/home/someone", "Europe/Athen", "no zone at all", "PST"])("%s is not shown", async (HOME) => {
    for (const written of [put("HOME"), `{ from: profile, pointer: /time_zone, default: "${put("HOME")}" }`]) {
      const zone = "{ from: profile, pointer: /time_zone, default: Europe/Athens }";
      const loaded = await loadEdited("policy.yaml", `time_zone: ${zone}`, `time_zone: ${written}`, {
        environment: { ...BASE, HOME },
      });
      expect(problemsOf(loaded)).toHaveLength(1);
      expect(problemsOf(loaded)[0]?.message).toContain(put("HOME"));
      expect(problemsOf(loaded)[0]?.message).not.toContain(HOME);
    }
  });
});
