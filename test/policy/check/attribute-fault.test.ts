/** A value of a declared attribute is held to its type, its values and its pattern wherever a policy's file gives one. */
import { expect, test } from "vitest";
import { attributeFault } from "../../../src/policy/check/attribute-fault.ts";
import type { Attribute } from "../../../src/policy/snapshot.ts";
import { basePolicyFiles } from "../../support/base-policy.ts";
import { loadEdited, problemsOf } from "../../support/load-base.ts";

const SPORT: Attribute = { type: "text", values: ["running", "cycling"], accepts: () => true };
const CODE: Attribute = { type: "text", values: null, accepts: (value) => /^[a-z]{2}$/.test(value) };
const AGE: Attribute = { type: "number", values: null, accepts: () => true };

test.each([
  ["sport", "running", SPORT, null],
  ["code", "gr", CODE, null],
  ["age", 18, AGE, null],
  ["sport", 5, SPORT, 'wrong-type: the attribute "sport" is a text: expected a text (in quotes), got 5'],
  ["age", "18", AGE, 'wrong-type: the attribute "age" is a number: expected a number, got "18"'],
  ["code", "GR", CODE, 'not-allowed: the attribute "code" never has the value "GR": its pattern refuses it'],
])("%s %j", (name, value, declared, expected) => {
  const fault = attributeFault(name, value, declared);
  expect(fault === null ? null : `${fault.code}: ${fault.message}`).toBe(expected);
});

test("a value near one of the list is named", () => {
  expect(attributeFault("sport", "runing", SPORT)).toMatchObject({
    code: "not-allowed",
    message: expect.stringContaining('"running"'),
  });
});

test("a rule for a value that the pattern refuses would never hold, so the policy is refused", async () => {
  const rule = 'send_to: [{ when: { attributes: { sport: RUN } }, sections: [handbook.md], reason: "Runners." }]';
  const sources = `${basePolicyFiles().get("sources.yaml")}  handbook:\n    folder: documents\n    access: acl\n    ${rule}\n`;
  const pattern = 'pattern: "[a-z]{2,20}"';
  const loaded = await loadEdited("policy.yaml", "values: [running, cycling]", pattern, { files: { "sources.yaml": sources } });
  const said = problemsOf(loaded).map(({ code, message }) => `${code}: ${message}`);
  expect(said).toEqual(['not-allowed: the attribute "sport" never has the value "RUN": its pattern refuses it']);
});
