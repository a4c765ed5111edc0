import { describe, expect, test } from "vitest";
import { readClaims, statedClaims } from "../../../src/text/values/claims.ts";
import { topicsFrom } from "../../support/topics.ts";

const TOPICS = topicsFrom({
  refund_window: {
    words: {
      en: ["refund window"],
      fr: ["délai"],
      zh: ["退货期"],
      ja: ["返品期間"],
      ko: ["환불 기간"],
      th: ["ระยะเวลาคืน"],
      cs: ["lhůta"],
      tr: ["iade süresi"],
      fi: ["palautusaika"],
      he: ["תקופת ההחזר"],
      ar: ["مدة الاسترداد"],
      ru: ["срок возврата"],
      uk: ["термін повернення"],
      pl: ["okres zwrotu"],
      es: ["plazo"],
      de: ["Rückgabefrist"],
    },
    value: "duration",
    resolve: "newest",
  },
  account_status: {
    words: { tr: ["durum"], ko: ["상태"], en: ["status"], zh: ["状态"], de: ["Status"] },
    value: {
      canceled: { tr: ["iptal edildi"], ko: ["취소되었음", "취소되었"] },
      active: { tr: ["etkin"], zh: ["激活"] },
      "not verified": { zh: ["未激活"] },
      "was closed": { de: ["war mindestens einmal nicht bezahlt"] },
    },
    resolve: "newest",
  },
});

const stated = (text: string): readonly string[] => readClaims(text, TOPICS).map(({ text: written }) => written);

describe("everyday words that hold the signs of a denial deny nothing", () => {
  test.each([
    ["Pour n'importe quel achat le délai est de 14 jours.", "14 jours"],
    ["退货期为7天。", "7天"],
    ["无理由退货期为7天。", "7天"],
    ["不锈钢制品的退货期为7天。", "7天"],
    ["非常简单，退货期为7天。", "7天"],
    ["非质量问题退货期为7天。", "7天"],
    ["未来的退货期为7天。", "7天"],
    ["没有发票的商品退货期为7天。", "7天"],
    ["不想要的商品退货期为7天。", "7天"],
    ["特别提示：退货期为7天。", "7天"],
    ["无论什么商品退货期为7天。", "7天"],
    ["不同商品的退货期均为7天。", "7天"],
    ["返品期間は30日です。", "30日"],
    ["不良品の返品期間は30日です。", "30日"],
    ["送料無料の商品の返品期間は30日です。", "30日"],
    ["未開封の商品の返品期間は30日です。", "30日"],
    ["使わない商品の返品期間は30日です。", "30日"],
    ["問題なく使えても返品期間は30日です。", "30日"],
    ["返品期間は30日で送料は無料です。", "30日"],
    ["환불 기간은 14일입니다.", "14일입니다"],
    ["안내: 환불 기간은 14일입니다.", "14일입니다"],
    ["이유 없는 반품의 환불 기간은 14일입니다.", "14일입니다"],
    ["못 쓰는 상품의 환불 기간은 14일입니다.", "14일입니다"],
    ["환불 기간은 14일이며 변함없이 적용됩니다.", "14일이며"],
    ["ระยะเวลาคืน 14 วัน", "14 วัน"],
    ["ตัวอย่าง ระยะเวลาคืน 14 วัน", "14 วัน"],
    ["สินค้าที่ไม่มีตำหนิมีระยะเวลาคืน 14 วัน", "14 วัน"],
    ["ไม่ว่าสินค้าใด ระยะเวลาคืนคือ 14 วัน", "14 วัน"],
    ["Lhůta je 14 dní.", "14 dní"],
    ["Nejnovější lhůta je 14 dní.", "14 dní"],
    ["Lhůta pro zboží nebo služby je 14 dní.", "14 dní"],
    ["Lhůta od neděle je 14 dní.", "14 dní"],
    ["Lhůta pro nepoužité zboží je 14 dní.", "14 dní"],
    ["Lhůta bez udání důvodu je 14 dní.", "14 dní"],
    ["İade süresi 14 gün.", "14 gün"],
    ["İade süresi ödemeden itibaren 14 gün.", "14 gün"],
    ["Açılmamış ürünlerin iade süresi 14 gün.", "14 gün"],
    ["Temmuz ayında iade süresi 14 gün.", "14 gün"],
    ["Kullanılmayan ürünlerin iade süresi 14 gün.", "14 gün"],
    ["Palautusaika ilman kuittia on 14 päivää.", "14 päivää"],
    ["Enintään kerran ostetun palautusaika on 14 päivää.", "14 päivää"],
    ["תקופת ההחזר אל הכרטיס היא 14 ימים.", "14 ימים"],
    ["תקופת ההחזר ללא קבלה היא 14 ימים.", "14 ימים"],
    ["مدة الاسترداد للمنتجات غير المستعملة 14 يوما.", "14 يوما"],
    ["مدة الاسترداد بدون فاتورة 14 يوما.", "14 يوما"],
    ["Срок возврата без объяснения причин 14 дней.", "14 дней"],
    ["Срок возврата неиспользованных товаров 14 дней.", "14 дней"],
    ["Термін повернення без чека 14 днів.", "14 днів"],
    ["Okres zwrotu bez podania przyczyny wynosi 14 dni.", "14 dni"],
    ["Okres zwrotu nieużywanych rzeczy wynosi 14 dni.", "14 dni"],
    ["El plazo sin motivo es de 14 días.", "14 días"],
    ["Die Rückgabefrist ohne Angabe von Gründen beträgt 14 Tage.", "14 Tage"],
    ["The refund window without a receipt is 14 days.", "14 days"],
  ])("%j says %j", (text, value) => expect(stated(text)).toEqual([value]));
});

describe("predicates that deny", () => {
  test.each([
    "Le délai n'est que rarement 14 jours.",
    "退货期不是7天。",
    "退货期并非7天。",
    "没有7天的退货期。",
    "退货期不再是7天。",
    "我不想用你们的7天退货期。",
    "退货期根本不给7天。",
    "退货期从来不给7天。",
    "退货期不到7天。",
    "退货期不长于7天。",
    "7天的退货期不适用。",
    "7天退货期无效。",
    "状态：未激活不是激活。",
    "状态非激活。",
    "请勿按7天的退货期办理。",
    "返品期間は30日ではない。",
    "返品期間は30日ではありません。",
    "返品期間は30日じゃない。",
    "返品期間は30日でなくなりました。",
    "30日の返品期間は適用されません。",
    "환불 기간은 14일이 아닙니다.",
    "환불 기간 14일은 적용되지 않습니다.",
    "환불 기간 14일은 못 지켜요.",
    "환불 기간으로 14일 쓰지 마세요.",
    "ระยะเวลาคืนไม่ใช่ 14 วัน",
    "ระยะเวลาคืนไม่เคยเป็น 14 วัน",
    "ระยะเวลาคืนไม่ถึง 14 วัน",
    "อย่าใช้ระยะเวลาคืน 14 วัน",
    "ระยะเวลาคืน 14 วัน ไม่ได้",
    "Lhůta není 14 dní.",
    "Lhůty nejsou 14 dní.",
    "Lhůta nebude 14 dní.",
    "Lhůta nečiní 14 dní.",
    "Lhůtu 14 dní nepoužíváme.",
    "Lhůta nemá 14 dní.",
    "İade süresi 14 gün değildir.",
    "İade süresi 14 gün olmaz.",
    "İade süresi 14 gün olmadı.",
    "İade süresi 14 gün sayılmıyor.",
    "İade süresi 14 gün olmayacak.",
    "İade süresi 14 gün demeyin.",
    "Palautusaika ei ole 14 päivää.",
    "תקופת ההחזר אינה 14 ימים.",
    "תקופת ההחזר היא לא 14 ימים.",
    "مدة الاسترداد ليست 14 يوما.",
    "مدة الاسترداد غير 14 يوما.",
    "Срок возврата не 14 дней.",
    "Okres zwrotu nie wynosi 14 dni.",
  ])("%j", (text) => expect(stated(text).filter((value) => value !== "未激活")).toEqual([]));
});

describe("a value of a list is meant as it is written there, past, denial and bound among its letters", () => {
  test.each([
    ["Durum: iptal edildi.", "iptal edildi"],
    ["Durum: etkin.", "etkin"],
    ["상태: 취소되었음", "취소되었음"],
    ["状态：未激活", "未激活"],
    ["Status: war mindestens einmal nicht bezahlt", "war mindestens einmal nicht bezahlt"],
  ])("%j says %j, and so does a claim", (text, value) => {
    expect(stated(text)).toEqual([value]);
    expect(statedClaims(value, 1, TOPICS).map(({ text: written }) => written)).toEqual([value]);
  });

  test.each(["Durum: iptal edildi değil.", "İade süresi 14 gündü.", "환불 기간은 14일이었습니다."])("but not %j", (text) =>
    expect(stated(text)).toEqual([]),
  );
});
