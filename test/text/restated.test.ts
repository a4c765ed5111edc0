/** What says a statement again, and what only shares words with it. */
import { describe, expect, test } from "vitest";
import { restates, saysWhatIsNew } from "../../src/text/restated.ts";
import { statementTraces, textTraces } from "../../src/text/traces.ts";

const [ELM, OAK] = ["Lives at 12 Elm Street.", "Lives at 5 Oak Road."];

describe("restated", () => {
  test.each([
    ["Noted, you live at 12 Elm Street now.", ELM, OAK, true],
    ["Great. 12 Elm Street is where you live!", ELM, OAK, true],
    ["Elm Street has 12 nice cafes.", ELM, OAK, false],
    ["You live nearby. 12 Elm Street is a museum.", ELM, OAK, false],
    ["You live at 12 Elm Street.", ELM, null, true],
    ["You live at 12 Elm Street.", ELM, "Lives at 12 Elm Street, flat 3.", false],
    ["You live at 5 Elm Street.", ELM, OAK, false],
    ["Noted, you live in Kyiv.", "Lives in Kyiv.", "Lives in Lviv.", true],
    ["I will visit Kyiv in May.", "Lives in Kyiv.", "Lives in Lviv.", false],
    ["Which vegetarian places are near?", "Is vegetarian.", "Is vegan.", false],
    ["Du wohnst also in der Elmstraße 12.", "Wohnt in der Elmstraße 12.", "Wohnt am Markt 3.", true],
    ["Вы живёте на улице Хрещатик.", "Живёт на улице Хрещатик.", "Живёт в Киеве.", true],
    ["他现在住在北京。", "住在北京", "住在上海", true],
    ["北京有人住在船上。", "住在北京", "住在上海", false],
    ["Runs seven times a week, she says.", "Runs three times a week.", "Runs five times a week.", false],
    ["", ELM, OAK, false],
  ])("%j says %j, of which %j stands now: %j", (text, statement, current, expected) => {
    expect(restates(text, statement, current)).toBe(expected);
  });

  test.each([
    ["I moved from 12 Elm Street to 5 Oak Road.", ELM, OAK, true],
    ["Not 12 Elm Street any more. It is Oak Road. Number 5.", ELM, OAK, true],
    ["I lived at 12 Elm Street.", ELM, OAK, false],
    ["5 people on a road.", ELM, OAK, false],
    [ELM, OAK, OAK, false],
  ])("%j tells, beside %j, that %j: %j", (text, statement, current, expected) => {
    expect(saysWhatIsNew(text, statement, current)).toBe(expected);
  });
});

describe("traces", () => {
  test.each([
    [ELM, ["12 elm street"]],
    ["At 12 Elm Street she lives.", ["at 12 elm street", "12 elm street"]],
    ["Elm Street 12 is home.", ["elm street 12"]],
    ["Elmstraße 12 is home.", []],
    ["Calls from +44 20 7946 0018.", ["442079460018"]],
    ["Writes from Anna.B@Example.org.", ["anna.b@example.org"]],
    ["The race is on 12 March 2027, not 2026-11-29.", []],
    ["Has 3 cats and wears size 42.", []],
    ["Lives in Kyiv.", []],
  ])("%j has the values %j", (statement, values) => {
    expect(statementTraces(statement).values).toEqual(values);
  });

  test.each([
    ["Noted, you live at 12 Elm Street now", ELM, true],
    ["Send it to Anna, 12 Elm Street!", ELM, true],
    ["Old 12 Elm Street House", ELM, true],
    ["12 elm street", ELM, false],
    ["112 Elm Street", ELM, false],
    ["Call 020 7946 0018", "Calls from 020-7946-0018.", true],
  ])("%j has a value of %j: %j", (text, statement, expected) => {
    const { values } = textTraces(text);
    expect(statementTraces(statement).values.some((value) => values.includes(value))).toBe(expected);
  });

  test("the words of a statement are among those of a text that has it as whole sentences, and of no other", () => {
    const [words] = statementTraces("Has a cat. It sleeps.").words;
    const says = (text: string) => textTraces(text).words.includes(words as string);
    expect(says("Hello. HAS A CAT! It sleeps; good.")).toBe(false);
    expect(says("Hello. HAS A CAT! It sleeps. Good.")).toBe(true);
    expect(says("Has a cat. A dog too. It sleeps.")).toBe(false);
  });
});
