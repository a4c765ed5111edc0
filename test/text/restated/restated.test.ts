/** What says a statement again, and what only shares words with it. */
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../../src/policy/languages/load-languages.ts";
import { denialWords } from "../../../src/text/restated/denial-words.ts";
import { restatementOf, saysWhatIsNew } from "../../../src/text/restated/restated.ts";
import { affirmedValues, statementTraces, textTraces } from "../../../src/text/restated/traces.ts";

const denials = denialWords((await loadLanguages()).languages.rules);

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
    ["コーヒーが好きなんですね。", "コーヒーが好き", "紅茶が好き", true],
    ["ヒーターよりコートが好きです。", "コーヒーが好き", "紅茶が好き", false],
    ["Runs seven times a week, she says.", "Runs three times a week.", "Runs five times a week.", false],
    ["", ELM, OAK, false],
    ["I no longer live at 12 Elm Street.", ELM, OAK, false],
    ["I do not live at 12 Elm Street any more.", ELM, OAK, false],
    ["Don't forget that you live at 12 Elm Street.", ELM, OAK, true],
    ["You have no car and live at 12 Elm Street.", ELM, OAK, true],
    ["Not a bad place, you live at 12 Elm Street.", ELM, OAK, true],
    ["Ich wohne nicht mehr in Wien.", "Wohnt in Wien.", "Wohnt in Graz.", false],
    ["Du wohnst in Wien, ich in Graz.", "Wohnt in Wien.", "Wohnt in Linz.", true],
    ["Я більше не живу в Києві.", "Живе в Києві.", "Живе у Львові.", false],
    ["我不住在北京了。", "住在北京", "住在上海", false],
    ["Do you live in Kyiv?", "Lives in Kyiv.", "Lives in Lviv.", false],
    ["Since you live in Kyiv, shall I look there?", "Lives in Kyiv.", "Lives in Lviv.", true],
    ["How does Acme work?", "Works at Acme.", "Works at Bolt.", false],
    ["You work at Acme.", "Works at Acme.", "Works at Bolt.", true],
    ["My parents live in Kyiv.", "Lives in Kyiv.", "Lives in Lviv.", false],
    ["My parents know that you live in Kyiv.", "Lives in Kyiv.", "Lives in Lviv.", true],
    ["Your parents live in Kyiv.", "Parents live in Kyiv.", "Parents live in Lviv.", true],
    ["Is the cake safe for someone allergic to nuts?", "Is allergic to nuts.", "Is allergic to milk.", false],
    ["Noted: you are allergic to nuts.", "Is allergic to nuts.", "Is not allergic to nuts.", true],
    ["Noted: you are not allergic to nuts.", "Is allergic to nuts.", "Is not allergic to nuts.", false],
    ["Noted: you are not allergic to nuts.", "Is not allergic to nuts.", "Is allergic to nuts.", true],
    ["Noted: you are allergic to nuts.", "Is not allergic to nuts.", "Is allergic to nuts.", false],
    ["You don't eat meat.", "Does not eat meat.", "Eats meat.", true],
    ["You take 50 mg of zorblaxine.", "Takes 50mg zorblaxine.", "Takes 20mg zorblaxine.", true],
    ["You take 50mg of zorblaxine.", "Takes 50 mg zorblaxine.", "Takes 20 mg zorblaxine.", true],
    ["Im Mai wohne ich in Kyiv.", "Wohnt in Kyiv.", "Wohnt in Lviv.", true],
    ["Notiert: Geburtstag am 3. Mai.", "Geburtstag am 3. Mai.", "Geburtstag am 4. Mai.", true],
    ["Ich habe Geburtstag und auch sonst nichts vor.", "Geburtstag am 3. Mai.", "Geburtstag am 4. Mai.", false],
    ["Non vivo a Roma.", "Vive a Roma.", "Vive a Milano.", false],
    ["You take 20mg of zorblaxine.", "Takes 50 mg zorblaxine.", "Takes 20 mg zorblaxine.", false],
  ])("%j says %j, of which %j stands now: %j", (text, statement, current, expected) => {
    expect(restatementOf(statement, current, denials)(text)).toBe(expected);
  });

  test.each([
    ["I moved from 12 Elm Street to 5 Oak Road.", ELM, OAK, true],
    ["Not 12 Elm Street any more. It is Oak Road. Number 5.", ELM, OAK, true],
    ["I lived at 12 Elm Street.", ELM, OAK, false],
    ["5 people on a road.", ELM, OAK, false],
    [ELM, OAK, OAK, false],
    ["I moved from 12 Elm Street to 5 Oak Road.", ELM, "Lives at 5 Oak Road, Shelbyville.", true],
    ["I moved from Kyiv to Lviv.", "Lives in Kyiv.", "Lives in Lviv with two cats since May.", true],
    ["You live in Kyiv, and in May it is warm.", "Lives in Kyiv.", "Lives in Lviv with two cats since May.", false],
    ["You live at 12 Elm Street with two cats.", ELM, "Lives at 5 Oak Road with two small cats.", false],
    ["You are allergic to nuts, not to milk.", "Is allergic to nuts.", "Is not allergic to nuts.", false],
  ])("%j tells, beside %j, that %j: %j", (text, statement, current, expected) => {
    expect(saysWhatIsNew(text, [statement, current], denials)).toBe(expected);
  });
});

describe("traces", () => {
  test.each([
    [ELM, ["12 elm street"]],
    ["At 12 Elm Street she lives.", ["at 12 elm street", "12 elm street"]],
    ["Elm Street 12 is home.", ["elm street 12"]],
    ["Elmstraße 12 is home.", []],
    ["Calls from +44 20 7946 0018.", ["442079460018", "…079460018"]],
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
    ["Call +44 20 7946 0018", "Calls from 020-7946-0018.", true],
    ["Call +49 151 2345678", "Calls from 0151 2345678.", true],
    ["Call +49 151 2345679", "Calls from 0151 2345678.", false],
    ["Room 3\n020 7946 0018", "Calls from 020-7946-0018.", true],
    [`${"Anna Berg 7 ".repeat(9)}12 Elm Street`, ELM, true],
    ["12\nElm Street", ELM, true],
    ["12  Elm\tStreet", ELM, true],
    ["12\u00A0Elm\u202FStreet", ELM, true],
    ["12\u200BElm\u200BStreet", ELM, true],
    ["12 E\u200Blm Stre\u00ADet", ELM, true],
    ["**12** Elm Street", ELM, true],
    ["**12 Elm Street**", ELM, true],
    ["(12) Elm Street", ELM, true],
    ["12, Elm Street", ELM, true],
    ['12 "Elm Street"', ELM, true],
    ["- 12 Elm Street\n- 5 Oak Road", ELM, true],
    ["12. Elm Street", ELM, true],
    ["12 people. Elm Street", ELM, false],
    ["I do not live at 12 Elm Street any more", ELM, false],
    ["I no longer get post at 12 Elm Street", ELM, false],
    ["It is not far, 12 Elm Street", ELM, true],
    ["Don't forget 12 Elm Street", ELM, true],
    ["Why not 12 Elm Street", ELM, true],
    ["Isn't it 12 Elm Street", ELM, true],
    ["You have not moved from 12 Elm Street", ELM, true],
    ["Do not ship anywhere except 12 Elm Street", ELM, true],
    ["Not verified but 12 Elm Street works", ELM, true],
    ["12 <b>Elm</b> Street", ELM, true],
    ["12&nbsp;Elm&nbsp;Street", ELM, true],
    ["Nr. no 12 Elm Street", ELM, true],
    ["I don't use 020 7946 0018", "Calls from 020-7946-0018.", false],
  ])("%j has a value of %j: %j", (text, statement, expected) => {
    const own = statementTraces(statement).values;
    const values = textTraces(text).values.filter((value) => own.includes(value));
    expect(affirmedValues(text, values, denials).length > 0).toBe(expected);
  });

  test("the words of a statement are among those of a text that has it as whole sentences, and of no other", () => {
    const [words] = statementTraces("Has a cat. It sleeps.").words;
    const says = (text: string) => textTraces(text).words.includes(words as string);
    expect(says("Hello. HAS A CAT! It sleeps; good.")).toBe(false);
    expect(says("Hello. HAS A CAT! It sleeps. Good.")).toBe(true);
    expect(says("Has a cat. A dog too. It sleeps.")).toBe(false);
  });
  test.each([
    ["- Takes zorblaxine for sleep.\n- Has two kids.", true],
    ["* Takes zorblaxine for sleep\n* Has two kids", true],
    ["1. Takes zorblaxine for sleep\n2. Has two kids", true],
    ["- [x] Takes zorblaxine for sleep\n- Has two kids", true],
    ["Has two kids\nTakes zorblaxine for sleep\nRuns", true],
    ["Memory: Takes zorblaxine for sleep.", true],
    ["**What I know**: Takes zorblaxine for sleep.", true],
    ["[2026-01-01] Takes zorblaxine for sleep.", true],
    ["2026-01-01: Takes zorblaxine for sleep. Has two kids.", true],
    ["- [2026-01-01] Health: Takes zorblaxine for sleep.", true],
    ["> Takes zorblaxine for sleep", true],
    ["| health | Takes zorblaxine for sleep |", true],
    ['{"fact":"Takes zorblaxine for sleep"}', true],
    ['```json\n{"facts":["Has two kids","Takes zorblaxine\\u0020for sleep."]}\n```', true],
    ["Nobody here takes zorblaxine for sleep.", false],
    ["- Never\n- Takes zorblaxine for sleep or so", false],
    ["It is wrong that he takes zorblaxine for sleep", false],
  ])("%j has the statement as an item, line or text behind a label: %j", (text, expected) => {
    const [words] = statementTraces("Takes zorblaxine for sleep.").words;
    expect(textTraces(text).words.includes(words as string)).toBe(expected);
  });
});
