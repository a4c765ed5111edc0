/**
 * Words that bind a sentence and name nothing: articles, pronouns, prepositions, conjunctions, auxiliaries, words that ask. Pure.
 * In a handful of sections they are as rare as the words that matter, and a question consists of them by half.
 * A language stands here where leaving them out of questions finds more, or no less, on labelled questions; others are read whole.
 */
import { foldWord } from "./fold.ts";

const WORDS: Readonly<Record<string, string>> = {
  ar: "في من إلى على عن مع هو هي هم هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين كيف لماذا كم هل أن إن كان كانت قد لا لم لن و أو ثم أي منذ بين",
  cs: "a i o u v ve z ze s se k ke na do od za po při pro že co kdo kdy kde jak proč jaký jaká jaké který která které je jsou byl byla bylo být jsem jsi se si to ten ta tato tento můj moje mi mě mám nebo ale",
  da: "en et den det de og eller men i på af til fra med for om ved er var være bliver har have hvad hvem hvor hvornår hvordan hvorfor hvilken hvilket hvilke jeg du han hun vi som at der ikke kan skal vil min mit mine",
  de: "der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei beim mit nach von vom zu zum zur für über unter um durch ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können muss darf soll ich du er sie es wir ihr man mir mich mein meine meinen was wer wen wem wie wo wann warum welche welcher welches welchen welchem als dass wenn sich nicht auch noch",
  el: "ο η το οι τα του της των τον την τους τις στο στη στην στον στους στις στα ένα ένας μια και ή αλλά σε από για με προς κατά είναι ήταν έχει είχε τι ποιος ποια ποιο ποιοι ποιες πως πώς που πού πότε γιατί πόσο πόσα πόσοι πόσες να θα δεν μου σου μας",
  en: "a an the and or but nor of in on at by for with about to from into onto out up off over as than then so if because while whether is are was were am be been being do does did doing done have has had having can could may might must shall should will would i me my mine you your yours he him his she her hers it its we us our ours they them their theirs this that these those there here what which who whom whose when where why how not no any some all also just please i'm it's don't doesn't didn't can't won't what's how's isn't aren't i've i'd",
  es: "el la los las lo un una unos unas y e o u pero de del a al en con por para sin sobre entre es son era eran fue fueron ser está están ha han había qué que quién quien quiénes cuál cuáles cuándo cuando dónde donde cómo como cuánto cuánta cuántos cuántas por se su sus mi mis me te le les nos yo tú él ella no si",
  fi: "ja tai vai mutta on ovat oli olivat olla ei en minä sinä hän me te he se ne tämä nämä mikä mitä mitkä missä mistä mihin milloin miten miksi kuka ketkä kuinka että jos kun niin minun",
  fr: "le la les l un une des du de d et ou mais à au aux en dans sur par pour avec sans entre est sont était étaient être a ont avait que qu qui quoi quel quelle quels quelles quand où comment pourquoi combien ce cet cette ces se s il elle ils elles je j tu nous vous on ne n pas mon ma mes si",
  he: "של על את עם אל מן זה זאת זו הוא היא הם הן אני אתה אנחנו יש אין מה מי מתי איפה איך למה כמה האם או אבל גם כי אם לא היה היו",
  id: "yang di ke dari dan atau untuk dengan pada oleh adalah ini itu apa siapa kapan mana bagaimana mengapa kenapa berapa apakah saya aku anda kamu tidak akan bisa telah sudah",
  it: "il lo la i gli le l un uno una e o ma di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella con su sul sulla per tra fra è sono era erano essere ha hanno aveva che chi cosa quale quali quando dove come perché quanto quanta quanti quante si mi ti ci io tu lui lei non se",
  nl: "de het een en of maar van in op aan uit bij met voor naar door over is zijn was waren wordt worden werd heeft hebben had kan kunnen moet ik je jij hij zij ze wij we u mijn uw wat wie waar wanneer hoe waarom welke welk die dat deze dit er niet om te als",
  no: "en ei et den det de og eller men i på av til fra med for om ved er var være blir har ha hva hvem hvor når hvordan hvorfor hvilken hvilket hvilke jeg du han hun vi som at der ikke kan skal vil min mitt mine",
  pl: "a i o u w we z ze na do od za po przy dla że co kto kiedy gdzie jak dlaczego jaki jaka jakie który która które jest są był była było być się to ten ta te mój moja mi mnie mam lub ale czy ile nie",
  pt: "o a os as um uma uns umas e ou mas de do da dos das em no na nos nas ao à aos às com por pelo pela para sem sobre entre é são era eram foi foram ser está estão tem têm que quem qual quais quando onde como quanto quanta quantos quantas se seu sua meu minha me eu você não por",
  ro: "un o unei unui și sau dar de la în din pe cu pentru prin despre este e sunt era erau fost fi a au are ce cine care când unde cum cât câtă câți câte se să al ai ale lui ei îmi eu tu el ea nu că",
  ru: "и или но а в во на с со к ко у о об от до из за по при для не ни же ли бы что кто кого чем как где куда когда почему зачем какой какая какое какие каких каким сколько это этот эта эти тот та те был была было были быть есть я ты он она оно мы вы они мне меня мой моя его её их который которая которые",
  sv: "en ett den det de och eller men i på av till från med för om vid är var vara blir har ha vad vem var när hur varför vilken vilket vilka jag du han hon vi som att inte kan ska vill min mitt mina",
  tr: "bir ve veya ile için de da mi mı mu mü ne kim kimin nerede nereye nasıl neden niçin niye hangi hangisi kaç bu şu o ben sen biz siz onlar olarak olan ise ki gibi ama",
  uk: "і й та або але в у на з із зі до від за по при для не ні що хто коли де куди як чому який яка яке які скільки це цей ця ці був була було були бути є я ти він вона воно ми ви вони мені мене мій моя його її їх",
  zh: "的 了 是 在 和 与 或 吗 呢 我 你 他 她 它 我们 他们 这 那 哪 哪个 哪些 什么 谁 何时 怎么 怎样 如何 为什么 有 被 把 对 于 以 及 不",
};

const SAME: Readonly<Record<string, string>> = { nb: "no", nn: "no" };
const known = new Map(Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" ").map(foldWord))]));

/** Primary languages that have a list. */
export const functionWordLanguages: ReadonlySet<string> = new Set([...known.keys(), ...Object.keys(SAME)]);

const NONE: readonly string[] = [];
const languagesOf = new Map<string, string[]>();
for (const language of functionWordLanguages) {
  for (const word of known.get(SAME[language] ?? language) ?? NONE)
    languagesOf.set(word, [...(languagesOf.get(word) ?? NONE), language]);
}

/** Primary languages that have a folded word in their lists. */
export const languagesOfWord = (folded: string): readonly string[] => languagesOf.get(folded) ?? NONE;

/** Whether a folded word is one of `language`, a primary language. */
export const isFunctionWord = (folded: string, language: string): boolean =>
  known.get(SAME[language] ?? language)?.has(folded) === true;
