import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../src/policy/languages/load-languages.ts";
import type { Scope } from "../../src/policy/snapshot.ts";
import { hear } from "../../src/routing/hear.ts";
import { findScopes } from "../../src/routing/scope.ts";
import { NO_LANGUAGES, vocabularyOf } from "../support/words.ts";

const { languages } = await loadLanguages();
const nothing = vocabularyOf({}, NO_LANGUAGES);
const heardIn = (question: string) => hear(question, nothing, languages);
const scopes: readonly Scope[] = (["day", "week", "months"] as const).map((horizon) => ({
  name: horizon,
  horizon,
  modifiers: [],
}));
/** A Tuesday. */
const TUESDAY = "2026-03-10T09:00:00Z";
const find = (question: string, at = TUESDAY, zone = "UTC") =>
  findScopes({ question, heard: heardIn(question), scopes, atMs: Date.parse(at), zone }).map((one) => one.found);

describe("findScopes", () => {
  test.each([
    ["What should I do today?", "day", "day", "2026-03-10", "2026-03-11"],
    ["Am I fit for this evening", "day", "day", "2026-03-10", "2026-03-11"],
    ["And tomorrow?", "week", "day", "2026-03-11", "2026-03-12"],
    ["Is Friday good?", "week", "weekday", "2026-03-13", "2026-03-14"],
    ["Is Tuesday good?", "day", "weekday", "2026-03-10", "2026-03-11"],
    ["How about next Friday", "week", "weekday", "2026-03-20", "2026-03-21"],
    ["plan my weekend", "week", "weekend", "2026-03-14", "2026-03-16"],
    ["what about this week", "week", "week", "2026-03-09", "2026-03-16"],
    ["and next week", "week", "week", "2026-03-16", "2026-03-23"],
    ["in two days", "week", "in", "2026-03-10", "2026-03-13"],
    ["in 12 weeks", "months", "in", "2026-03-10", "2026-06-03"],
    ["over the next few months", "months", "in", "2026-03-10", "2026-06-11"],
    ["over the next months", "months", "in", "2026-03-10", "2026-06-11"],
    ["I race in three months", "months", "in", "2026-03-10", "2026-06-11"],
    ["a marathon in october", "months", "month_name", "2026-10-01", "2026-11-01"],
    ["a marathon by February", "months", "month_name", "2027-02-01", "2027-03-01"],
    ["how is this month", "months", "month", "2026-03-01", "2026-04-01"],
    ["my goals for next year", "months", "year", "2027-01-01", "2028-01-01"],
  ])("reads %j as %s (%s)", (question, name, kind, from, to) => {
    expect(find(question)).toMatchObject([{ name, kind, from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` }]);
  });

  test.each([
    "How do I march on",
    "May I train",
    "yesterday was hard",
    "last week hurt",
    "two weeks ago I fell",
    "my usual fridays",
    "sit still",
    "???",
  ])("finds no scope in %j", (question) => {
    expect(find(question)).toEqual([]);
  });

  test("gives the span in the person's own zone: late evening in Auckland and in Los Angeles are different days", () => {
    const at = "2026-03-10T10:30:00Z";
    expect(find("today", at, "Pacific/Auckland")[0]).toMatchObject({
      from: "2026-03-09T11:00:00.000Z",
      to: "2026-03-10T11:00:00.000Z",
    });
    expect(find("today", at, "America/Los_Angeles")[0]).toMatchObject({
      from: "2026-03-10T07:00:00.000Z",
      to: "2026-03-11T07:00:00.000Z",
    });
  });

  test("counts the 23 hours of a day on which daylight saving begins", () => {
    expect(find("today", "2026-03-29T12:00:00Z", "Europe/Athens")[0]).toMatchObject({
      from: "2026-03-28T22:00:00.000Z",
      to: "2026-03-29T21:00:00.000Z",
    });
  });

  test("gives the words and their place in the question as it was sent", () => {
    const question = "Can I run TODAY if I race in three months?";
    expect(find(question).map(({ text, start, end }) => [text, question.slice(start ?? 0, end ?? 0)])).toEqual([
      ["TODAY", "TODAY"],
      ["in three months", "in three months"],
    ]);
  });

  test("keeps a phrase inside one clause", () => {
    expect(find("I come next. Week after week it hurts")).toEqual([]);
  });

  test("names the kind of time and no scope where the policy has none for it", () => {
    const found = findScopes({
      question: "today",
      heard: heardIn("today"),
      scopes: [],
      atMs: Date.parse(TUESDAY),
      zone: "UTC",
    });
    expect(found).toMatchObject([{ scope: null, found: { name: null, kind: "day" } }]);
  });
});

describe("a day in the person's own zone", () => {
  const HOUR_MS = 3_600_000;
  const spanOf = (question: string, at: string, zone: string) => {
    const [found] = find(question, at, zone);
    return { from: Date.parse(found?.from ?? ""), to: Date.parse(found?.to ?? "") };
  };
  const hoursOf = (question: string, at: string, zone: string): number => {
    const { from, to } = spanOf(question, at, zone);
    return (to - from) / HOUR_MS;
  };

  test("half an hour before midnight the day is almost over, whichever day that is elsewhere", () => {
    expect(find("today", "2026-03-10T23:30:00+13:00", "Pacific/Auckland")[0]).toMatchObject({
      from: "2026-03-09T11:00:00.000Z",
      to: "2026-03-10T11:00:00.000Z",
    });
    expect(find("today", "2026-03-10T23:30:00-07:00", "America/Los_Angeles")[0]).toMatchObject({
      from: "2026-03-10T07:00:00.000Z",
      to: "2026-03-11T07:00:00.000Z",
    });
  });

  test("a weekday is today or a week away by the person's own date", () => {
    const at = "2026-03-10T10:30:00Z";
    expect(find("Is Tuesday good?", at, "Pacific/Auckland")).toMatchObject([{ name: "day" }]);
    expect(find("Is Tuesday good?", "2026-03-10T11:30:00Z", "Pacific/Auckland")).toMatchObject([
      { name: "week", from: "2026-03-16T11:00:00.000Z" },
    ]);
    expect(find("Is Tuesday good?", "2026-03-10T06:30:00Z", "America/Los_Angeles")).toMatchObject([
      { name: "week", from: "2026-03-10T07:00:00.000Z" },
    ]);
  });

  test.each([
    ["2026-03-29T12:00:00Z", "Europe/Athens", 23],
    ["2026-10-25T12:00:00Z", "Europe/Athens", 25],
    ["2026-03-08T12:00:00Z", "America/Los_Angeles", 23],
    ["2026-11-01T12:00:00Z", "America/Los_Angeles", 25],
    ["2026-09-27T00:00:00Z", "Pacific/Auckland", 23],
    ["2026-04-05T00:00:00Z", "Pacific/Auckland", 25],
    ["2018-11-04T12:00:00Z", "America/Sao_Paulo", 23],
    ["2026-04-05T01:00:00Z", "Australia/Lord_Howe", 24.5],
    ["2026-03-29T12:00:00Z", "Asia/Kathmandu", 24],
  ])("at %s in %s it has %d hours, and the next one 24", (at, zone, hours) => {
    expect(hoursOf("today", at, zone)).toBe(hours);
    expect(hoursOf("tomorrow", at, zone)).toBe(24);
    expect(spanOf("tomorrow", at, zone).from).toBe(spanOf("today", at, zone).to);
  });

  test("a week with the change of the clocks in it is an hour shorter or longer", () => {
    expect(hoursOf("this week", "2026-03-25T12:00:00Z", "Europe/Athens")).toBe(7 * 24 - 1);
    expect(hoursOf("this week", "2026-10-21T12:00:00Z", "Europe/Athens")).toBe(7 * 24 + 1);
  });

  test("today holds the moment of the question and ends where tomorrow begins", () => {
    const zones = ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata", "Africa/Cairo", "America/St_Johns"];
    const moments = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2035-01-01") });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (atMs, zone) => {
        const at = new Date(atMs).toISOString();
        const { from, to } = spanOf("today", at, zone);
        expect(from).toBeLessThanOrEqual(atMs);
        expect(to).toBeGreaterThan(atMs);
        expect(spanOf("tomorrow", at, zone).from).toBe(to);
      }),
    );
  });
});

describe("several times in one question", () => {
  test.each([
    ["Can I run today, and what about three months from here in October?", ["day", "months"]],
    ["Can I run today or tomorrow, or next month?", ["day", "week", "months"]],
    ["next month, tomorrow, today", ["months", "week", "day"]],
    ["today and this evening", ["day"]],
    ["tomorrow and on Friday", ["week"]],
    ["yesterday and today", ["day"]],
    ["Kann ich heute laufen und in drei Monaten Marathon?", ["day", "months"]],
    ["今天可以跑吗，下个月呢", ["day", "months"]],
  ])("%j looks into %j", (question, names) => {
    expect(find(question).map(({ name }) => name)).toEqual(names);
  });

  test("of two times of one horizon the first counts", () => {
    expect(find("tomorrow and on Friday")).toMatchObject([{ kind: "day", from: "2026-03-11T00:00:00.000Z" }]);
  });
});

describe("numbers", () => {
  test.each([
    ["in 0 days", "day", "2026-03-10", "2026-03-11"],
    ["in one day", "week", "2026-03-10", "2026-03-12"],
    ["in 999 years", "months", "2026-03-10", "3025-03-11"],
    ["in １２ weeks", "months", "2026-03-10", "2026-06-03"],
  ])("%j is %s", (question, name, from, to) => {
    expect(find(question)).toMatchObject([{ name, from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` }]);
  });

  test.each(["in 1000 weeks", "in 2.5 weeks", "12 weeks", "in many weeks", "weeks in 12"])("%j is no time", (question) => {
    expect(find(question)).toEqual([]);
  });

  test.each([
    ["سباقي بعد ٣ أسابيع", "بعد ٣ أسابيع"],
    ["मेरी दौड़ ३ हफ्ते में है", "३ हफ्ते में"],
  ])("may be written with the digits of their script: %j", (question, text) => {
    expect(find(question)).toMatchObject([{ name: "months", text }]);
  });

  test("weeks from now are no question about this day", () => {
    expect(find("I race twelve weeks from now")).toMatchObject([{ name: "months" }]);
  });
});

describe("names", () => {
  test("of a month are a time after a word that says so", () => {
    expect(find("I have a race in May")).toMatchObject([{ name: "months", text: "in May" }]);
  });

  test("of a month are no function word of a language that only short words show", () => {
    expect(find("A race in May")).toMatchObject([{ name: "months", text: "in May" }]);
  });

  test("of the coming weekday are those of this week, where it is still ahead", () => {
    expect(find("Is this coming Friday good?")).toMatchObject([{ from: "2026-03-13T00:00:00.000Z" }]);
  });
});

describe("a denied day is not asked about", () => {
  test.each([
    ["en", "Not today, tomorrow: what should I run?", "tomorrow"],
    ["en", "Should I run tomorrow, not today?", "tomorrow"],
    ["en", "not on Friday but on Saturday please", "Saturday"],
    ["en", "Instead of today, can I run tomorrow?", "tomorrow"],
    ["de", "Was soll ich nicht heute, sondern morgen laufen?", "morgen"],
    ["de", "Heute nicht, aber was mache ich morgen?", "morgen"],
    ["fr", "Pas aujourd'hui, mais demain, que dois-je courir ?", "demain"],
    ["es", "Hoy no, ¿qué entreno mañana?", "mañana"],
    ["it", "Non oggi ma domani, cosa devo correre?", "domani"],
    ["pt", "Não hoje, mas amanhã, o que devo treinar?", "amanhã"],
    ["nl", "Niet vandaag maar morgen, wat moet ik lopen?", "morgen"],
    ["sv", "Inte idag utan imorgon, vad ska jag träna?", "utan imorgon"],
    ["da", "Ikke i dag men i morgen, hvad skal jeg løbe?", "i morgen"],
    ["fi", "Ei tänään vaan huomenna, mitä juoksen?", "huomenna"],
    ["pl", "Nie dzisiaj, tylko jutro, co mam biegać?", "jutro"],
    ["cs", "Ne dnes, ale zítra, co mám běžet?", "zítra"],
    ["ro", "Nu azi, ci mâine, ce antrenament am?", "mâine"],
    ["ru", "Не сегодня, а завтра, что мне бегать?", "завтра"],
    ["uk", "Не сьогодні, а завтра, що мені бігати?", "завтра"],
    ["el", "Όχι σήμερα, αλλά αύριο, τι να τρέξω;", "αύριο"],
    ["tr", "Bugün değil, yarın ne koşmalıyım?", "yarın"],
    ["ar", "ليس اليوم بل غدا، ماذا أتدرب؟", "غدا"],
    ["he", "לא היום אלא מחר, מה לרוץ?", "מחר"],
    ["hi", "आज नहीं बल्कि कल कौन सा व्यायाम करूँ?", "कल"],
    ["id", "Bukan hari ini, tapi besok, latihan apa?", "besok"],
    ["vi", "Không phải hôm nay mà ngày mai, tôi nên chạy gì?", "ngày mai"],
    ["th", "ไม่ใช่วันนี้ แต่พรุ่งนี้ควรวิ่งอะไร", "พรุ่งนี้"],
    ["ja", "今日ではなく明日は何を走ればいい？", "明日"],
    ["ko", "오늘 말고 내일 뭐 뛰어야 해?", "내일"],
  ])("in %s: %j", (_language, question, text) => {
    expect(find(question)).toMatchObject([{ name: "week", text }]);
  });

  test.each(["I want to train but not today", "Bugün değil", "Nicht heute!"])("and alone it is no scope: %j", (question) => {
    expect(find(question)).toEqual([]);
  });

  test.each([
    "Should I skip today?",
    "Is there no session today?",
    "Why is it not raining today?",
    "Warum regnet es heute nicht?",
  ])("but a verb that is denied leaves its day: %j", (question) => {
    expect(find(question)).toMatchObject([{ name: "day" }]);
  });
});

describe("no time is no scope", () => {
  test.each([
    "Should I train through this pain?",
    "Soll ich mit Schmerzen laufen?",
    "Est-ce que je peux courir avec cette douleur ?",
    "¿Cómo entreno con dolor?",
    "Как лечить колено?",
    "我的膝盖疼",
    "膝が痛い",
    "무릎이 아파요",
    "เจ็บเข่า",
    "ركبتي تؤلمني",
    "",
    "🤕",
  ])("%j", (question) => {
    expect(find(question)).toEqual([]);
  });
});

describe("a time since when something lasts", () => {
  test.each([
    ["en", "My neck is stiff since Monday"],
    ["de", "Mein Nacken ist steif seit Montag"],
    ["fr", "J'ai mal au cou depuis lundi"],
    ["es", "Me duele el cuello desde el lunes"],
    ["pt", "Dói-me o pescoço desde segunda"],
    ["nl", "Mijn nek is stijf sinds maandag"],
    ["en", "My knee hurts since spring"],
  ])("is past and gives no scope (%s): %s", (_language, question) => {
    expect(find(question)).toEqual([]);
  });
});
