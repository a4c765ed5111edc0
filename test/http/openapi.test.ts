/** The OpenAPI document: the committed file, the served one and the behaviour are the same thing. */
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectComponents } from "../../src/http/openapi/components.ts";
import { openapiText } from "../../src/http/openapi/document.ts";
import { AssembleAnswer } from "../../src/http/wire/answer.ts";
import { Problem } from "../../src/http/wire/problem.ts";
import { GIVEN_KINDS } from "../../src/pipeline/given.ts";
import { buildTestApp, type TestApp } from "../support/build-app.ts";
import { get, post } from "./ask.ts";
import { MANIFEST_ID } from "./canned-answer.ts";

const FILE = new URL("../../openapi/openapi.json", import.meta.url);

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] } & Record<string, unknown>>>;
  };
}

let test: TestApp;
let document: Document;
beforeAll(async () => {
  test = await buildTestApp();
  document = (await get(test.app, "/openapi.json")).json();
});
afterAll(() => test.app.close());

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

describe("the document", () => {
  it("is the committed file; npm run generate writes it", () => {
    expect(readFileSync(FILE, "utf8")).toBe(openapiText(test.app));
  });

  it("has no fault and no warning under the recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: openapiText(test.app), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("names every operation of the interface once", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(
      operations()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual([
      "ablateManifest",
      "assemble",
      "deleteMemory",
      "diffManifests",
      "eraseSubject",
      "explain",
      "explainByAddress",
      "exportManifest",
      "exportSubject",
      "listManifests",
      "listMemory",
      "listPolicies",
      "listShadows",
      "live",
      "metrics",
      "openapi",
      "putAnswer",
      "readAnswer",
      "readManifest",
      "readPolicy",
      "readProblem",
      "ready",
      "replayManifest",
      "revealPrompt",
      "writeMemory",
    ]);
  });

  it("describes every reply that is not 2xx as a problem", () => {
    for (const { operationId, responses } of operations()) {
      const statuses = Object.keys(responses).filter((status) => !status.startsWith("2"));
      expect([operationId, statuses.length > 0]).toEqual([operationId, true]);
      for (const status of statuses) expect(Object.keys(responses[status]?.content ?? {})).toEqual(["application/problem+json"]);
    }
  });

  it("tells prompts apart by format, decisions by outcome and candidates by kind", () => {
    const { Prompt, Decision, Candidate } = document.components.schemas;
    expect(Candidate).toMatchObject({
      discriminator: {
        propertyName: "kind",
        mapping: {
          document: "#/components/schemas/DocumentCandidate",
          memory: "#/components/schemas/MemoryCandidate",
          tool_result: "#/components/schemas/ToolResultCandidate",
          example: "#/components/schemas/ExampleCandidate",
          hint: "#/components/schemas/HintCandidate",
        },
      },
    });
    expect(Prompt).toMatchObject({
      discriminator: {
        propertyName: "format",
        mapping: {
          "openai-chat": "#/components/schemas/ChatPrompt",
          "openai-responses": "#/components/schemas/ResponsesPrompt",
          "anthropic-messages": "#/components/schemas/AnthropicPrompt",
          gemini: "#/components/schemas/GeminiPrompt",
          text: "#/components/schemas/TextPrompt",
        },
      },
    });
    expect(Decision).toMatchObject({ discriminator: { propertyName: "outcome" } });
  });

  it("closes what clients send and leaves open what they get", () => {
    expect(document.components.schemas["Question"]).toMatchObject({ additionalProperties: false });
    expect(document.components.schemas["AssembleAnswer"]).not.toHaveProperty("additionalProperties");
  });

  it("points only to components that exist", () => {
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([A-Za-z]+)/g)) {
      expect(document.components.schemas).toHaveProperty(name ?? "");
    }
  });
});

describe("examples", () => {
  it("of questions are accepted", async () => {
    for (const [name, url] of [
      ["Question", "/assemble"],
      ["ExplainQuestion", "/explain"],
    ] as const) {
      const examples = document.components.schemas[name]?.examples ?? [];
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect((await post(test.app, url, example)).statusCode).toBe(200);
    }
  });

  it("of models' answers are accepted", async () => {
    for (const payload of document.components.schemas["ModelAnswer"]?.examples ?? []) {
      const reply = await test.app.inject({ method: "PUT", url: `/manifests/${MANIFEST_ID}/answer`, payload: payload as object });
      expect(reply.statusCode).toBe(200);
    }
  });

  it("of questions show every kind of candidate, and turns with a call and its result", () => {
    const shown = JSON.stringify(document.components.schemas["Question"]?.examples);
    for (const kind of GIVEN_KINDS) expect(shown).toContain(`"kind":"${kind}"`);
    expect(shown).toContain('"tool_call_id":"call_1"');
  });

  it("of answers fit their schemas", () => {
    AssembleAnswer.parse(document.components.schemas["AssembleAnswer"]?.examples?.[0]);
    Problem.parse(document.components.schemas["Problem"]?.examples?.[0]);
  });

  it("are checked here, each of them", () => {
    const with_ = Object.entries(document.components.schemas).filter(([, { examples }]) => examples !== undefined);
    expect(with_.map(([name]) => name)).toEqual(["AssembleAnswer", "ExplainQuestion", "ModelAnswer", "Problem", "Question"]);
  });
});

describe("nullable fields", () => {
  it("are published as the type or null, and behave so", () => {
    const properties = document.components.schemas["AssembleAnswer"]?.["properties"] as Record<string, unknown>;
    expect(properties["manifest_id"]).toMatchObject({ type: ["string", "null"] });
    const routing = document.components.schemas["Routing"]?.["properties"] as Record<string, unknown>;
    expect(routing["reason"]).toMatchObject({ type: ["string", "null"], enum: ["margin", "below_threshold", "no_signal", null] });
  });

  it("are not there for what a client leaves out: null is refused as the document says", async () => {
    const question = document.components.schemas["Question"]?.["properties"] as Record<string, Record<string, unknown>>;
    for (const [name, schema] of Object.entries(question)) {
      expect(JSON.stringify(schema)).not.toContain('"null"');
      expect((await post(test.app, "/assemble", { subject: "a", question: "b", [name]: null })).statusCode).toBe(400);
    }
  });
});

describe("components", () => {
  it("refuse two parts of one name that differ", () => {
    const components = collectComponents();
    components.hoist({ $ref: "#/$defs/A", $defs: { A: { type: "string" } } });
    expect(() => components.hoist({ $ref: "#/$defs/A", $defs: { A: { type: "number" } } })).toThrow(
      "two different schemas are called A",
    );
  });
});
