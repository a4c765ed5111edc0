/**
 * Denials of a value that are written into words or between words without spaces. Pure.
 *
 * Whole predicates only: compression keeps what holds any negative sign (denials.ts), where one too many costs nothing. Here one too many
 * hides a conflict, and the signs stand in everyday words: 无理由, 不良品, nebo, ödemeden.
 */
import { primaryLanguage } from "../primary-language.ts";

export interface ValueDenials {
  /** Of the words before a value; they end at it. */
  readonly before: RegExp | null;
  /** Of the words behind it. */
  readonly after: RegExp;
}

/** In both places alike. */
const anywhere = (pattern: RegExp): ValueDenials => ({ before: pattern, after: pattern });

/** Before a value none of them is followed by 的: 没有发票的商品 tells of the goods. */
const ZH_PREDICATE =
  "不(?:再|是|为(?!难)|為|等于|等於|属于|屬於|会|會|能|可能|使用|采用|採用|需要|支持|接受|提供|适用|適用|存在|对(?!称)|對|正确|正確|行|得|应|應|该|該|允许|允許|喜欢|喜歡|知道|清楚|确定|確定|理解|明白|懂|生效|有效|[长長多少低高大小早晚迟遲短超][于於过過])|[并並绝絕決决从從][来來]?不|不(?:太|怎么|怎麼)|(?:完全|根本|[都也])不(?!同|错|錯|限)|毫[无無]|[并並绝絕决決而]非|非是|[没沒](?![收落顶頂问問关關事])|[尚并並从從仍还還]未|未(?:能|曾|必|予|有|获|獲|规定|規定)|[请請切]勿|勿(?:用|使用)|[尚并並]无|[尚並]無|[无無][法此]|否[认認定]";
/** 不想要的商品 are goods, 不想用你们的 is a wish. */
const ZH_WISH = "不(?:想|要|用)(?!要?的)";
const ZH_DONT =
  "(?<![特分区區个個级級类類性辨识識差告鉴鑑])[别別](?:用|再|给|給|说|說|显|顯|按|以|选|選|把|跟|拿|使|告|提|发|發|讲|講|转|轉|换|換)";
const TR_FINITE =
  "(?<!\\p{L})(?:[Dd]eğil\\p{L}*|[Yy]ok(?:tur|tu)?|(?!namaz|kıymaz|durmaz)\\p{Ll}{2,}m(?:[ae]z(?:s[ıi]n(?:[ıi]z)?|l[ae]r|d[ıi])?|[ıiuü]yor\\p{L}*|[ae]d[ıi](?:m|n|k|n[ıi]z|l[ae]r)?|[ae]y[ıi]n(?:[ıi]z)?|ay[ae]ca(?:k|ğ)\\p{L}*|ey[ae]ce(?:k|ğ)\\p{L}*))(?!\\p{L})";

const DENIALS: Readonly<Record<string, ValueDenials>> = {
  en: anywhere(/n['’]t\b/iu),
  fr: anywhere(/(?<!\p{L})n['’](?!importe)\p{L}/iu),
  cs: anywhere(
    /(?<!\p{L})ne(?:ní|js(?:ou|em|i|me|te)|bud(?:e|ou|u|eme|ete|eš)|bývá|činí|platí|lze|smí|ví|chc(?:i|e|eme|ete|eš)|m(?:ůže|ohou|ohu|ůžu|ůžeš|ůžeme|ůžete)|(?:by|mě|moh|chtě|plati|čini|trva|existova)l[aoiy]?|exist\p{L}+|(?!j)\p{L}+(?:ám|áš|áme|áte|ají|uji|uju|uje|uješ|ujeme|ujete|ují|ejte|ujte)|(?:m|trv|použív|zn|odpovíd|nabíz)(?:á|í))(?!\p{L})/iu,
  ),
  tr: { before: new RegExp(TR_FINITE, "u"), after: new RegExp(`${TR_FINITE}|m[ae]m[ıi]ş`, "u") },
  ja: {
    before: /[未非不無]$/u,
    after:
      /では?な[いくかけ]|では?(?:あり|ござい)ません|じゃ(?:な|あり)|ません|(?<!少|危|違い|もったい)ない(?!し)|なくな|なかっ|なし$|ずに|禁止|不可|無効/u,
  },
  zh: {
    before: new RegExp(
      `(?:(?:${ZH_PREDICATE})(?!.*的)|${ZH_WISH}|${ZH_DONT}|[不未非无無勿别別莫没沒]$|不是|(?:不到|不足|不[满滿])$)`,
      "u",
    ),
    after: new RegExp(`${ZH_PREDICATE}|${ZH_WISH}|${ZH_DONT}|[无無]效`, "u"),
  },
  ko: {
    before: /(?<!\p{L})안$/u,
    after:
      /아니|아닌|아닙|아녜|(?<!지)않|없(?!이)|(?<!\p{L})[안못](?!\p{L})|지\s*(?:않|못)|말[고아라]|마세요|마십시오|금지|불가|무효/u,
  },
  th: anywhere(
    /(?<!ที่|ซึ่ง|โดย|แม้)(?:ไม่(?:ใช่|เคย|รู้สึก|ได้|มี|เป็น|อยู่|ต้องการ|เอา|ใช้|ควร|สามารถ|อนุญาต|รองรับ|รับ|ให้|เท่ากับ|ถึง|ครบ|ทราบ|รู้|แน่ใจ|เข้าใจ|อยาก|ชอบ|ตรง|ถูก)|อย่า(?!ง)|ห้าม(?!ล้อ)|มิ(?:ได้|ให้|ใช่)|ไม่$)/u,
  ),
};

/** What finds a denial of a value in a text of a language; null where the language writes none. */
export function valueDenials(language: string): ValueDenials | null {
  const main = primaryLanguage(language);
  return Object.hasOwn(DENIALS, main) ? (DENIALS[main] ?? null) : null;
}

/** Words that deny the word behind them only, of languages that write them apart, besides those of "without": "non-", "don't". */
const NEXT_ONLY: ReadonlySet<string> = new Set(["غير", "אל"]);

/** Phrases that set aside what a question is about, but grant a value: whatever the goods. */
const GRANTS: ReadonlySet<string> = new Set(["无论", "無論", "不管", "不论", "不論"]);

export const deniesNextOnly = (written: string): boolean => NEXT_ONLY.has(written);
export const grants = (written: string): boolean => GRANTS.has(written);
