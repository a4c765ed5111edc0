/**
 * Red flags and their look-alikes in twelve European languages, written before any sign had words in them. A half is told by a hash of the
 * question; one was looked at while the words were written ("tuned"), the other not ("fresh").
 */
import { describe, expect, test } from "vitest";
import { hear } from "../../src/routing/hear.ts";
import { loadCoaching } from "../support/coaching.ts";
import { cutOf, openHalves } from "../support/question-halves.ts";

const figuresIn = await openHalves();
const { policy, snapshot } = await loadCoaching();
const SET = "red-flags-european";

test.each([
  ["tuned", 76, 0.98, 0.98],
  ["fresh", 92, 0.95, 0.95],
] as const)("of the %s half the red flags are found, and few others are flagged", (half, flags, found, right) => {
  const { referral } = figuresIn(SET, half);
  expect(referral.true).toBe(flags);
  expect(referral.found / referral.true).toBeGreaterThanOrEqual(found);
  expect(referral.flagged_right / referral.flagged).toBeGreaterThanOrEqual(right);
});

test("14 red flags and 7 look-alikes stand in each language, cut in two by the questions alone", () => {
  const { counts, misplaced } = cutOf(SET, "question");
  const languages = ["cs", "da", "de", "es", "fi", "fr", "it", "nl", "pl", "pt", "ro", "sv"];
  expect(counts).toEqual(
    Object.fromEntries(
      languages.flatMap((language) => [
        [`${language} red-flag`, 14],
        [`${language} near-flag`, 7],
      ]),
    ),
  );
  expect(misplaced).toEqual([]);
});

const isFlagged = (question: string): boolean => hear(question, policy.vocabulary, snapshot.languages).redFlags.length > 0;

describe("a word of a sign in its everyday sense", () => {
  test.each([
    ["calf, what", "Vad gör jag åt svullna fötter efter loppet?", "Vaden är svullen, vad gör jag?"],
    ["pus, was", "Skavsåret var borta i går, vilka strumpor?", "Det rinner var ur skavsåret"],
    ["period, while", "Jeg får ondt i siden mens jeg løber, men ikke når jeg cykler", "Min mens er væk på sjette måned"],
    ["temple, sleep", "Ik val slecht in slaap en heb hoofdpijn van de koffie", "Ik ben gevallen en heb hoofdpijn"],
    ["wound, morning", "Od rána mě bolí hlava z počasí, mám jít běhat?", "Dostal jsem ránu do hlavy a bolí mě hlava"],
    ["urine, very", "Moc nemůžu běhat, bolí mě svaly po dřepech", "Mám tmavou moč po závodě, byla jako kola"],
    ["egg", "Po jajkach boli mnie brzuch na treningu, co jeść?", "Boli mnie lewe jajko po rowerze"],
    ["egg", "Si como huevos antes de correr me duele la tripa, ¿qué desayuno?", "Me duele el huevo izquierdo"],
    ["mole, in the", "Ho mal di gambe nei giorni dopo la corsa, cambio colore alle calze?", "Il neo ha cambiato colore"],
    ["ribs, hill", "Je me sens lourd en côte, comment progresser ?", "J'ai un étau autour des côtes"],
    [
      "dinner, who",
      "Cine a recuperat după maraton?",
      "Mă pedepsesc cu alergare după cina de aseară, trebuie să ard tot ce am mâncat",
    ],
  ] as const)("%s", (_senses, harmless, flagged) => {
    expect([isFlagged(harmless), isFlagged(flagged)]).toEqual([false, true]);
  });
});

test.each([
  ["No tengo mareos ni dolor de pecho, ¿corro?", "No puedo correr por el dolor de pecho"],
  ["Pas de fièvre ni de mal à la poitrine, je cours ?", "J'ai mal à la poitrine, je cours ?"],
  ["Non ho febbre né male al petto, corro?", "Ho male al petto, corro?"],
  ["Não tenho febre nem dor no peito, posso correr?", "Tenho dor no peito, posso correr?"],
  ["Nie mam gorączki ani bólu w klatce, mogę biegać?", "Mam ból w klatce, mogę biegać?"],
  ["Nu am febră nici dureri în piept, pot alerga?", "Am dureri în piept, pot alerga?"],
  ["Weder Fieber noch Brustschmerzen, kann ich laufen?", "Brustschmerzen, kann ich laufen?"],
] as const)("a second denial that the first is joined to takes a flag down too: %s", (denied, flagged) => {
  expect([isFlagged(denied), isFlagged(flagged)]).toEqual([false, true]);
});
