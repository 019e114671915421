import { expect, test } from "vitest";
import { chooseFonts } from "../../src/fonts/choose-fonts.ts";

function families(text: string, language = "en"): string[] {
  return chooseFonts([text], language).families.map(({ name }) => name);
}

test("Latin, Greek and Cyrillic need one small family; others come only when a character asks for them", () => {
  expect(families("Résumé Ελλάδα Київ ₴ — “quoted”")).toEqual(["Noto Sans"]);
  expect(families("فاتورة")).toEqual(["Noto Sans", "Noto Sans Arabic"]);
  expect(families("חשבונית")).toEqual(["Noto Sans", "Noto Sans Hebrew"]);
});

test("Han characters take the shapes of the document's language, else of the kana or hangul beside them", () => {
  expect(families("請求書", "ja")).toEqual(["Noto Sans", "Noto Sans JP"]);
  expect(families("请款", "zh")).toEqual(["Noto Sans", "Noto Sans SC"]);
  expect(families("株式会社さくら")).toEqual(["Noto Sans", "Noto Sans JP"]);
  expect(families("漢字 한국")).toEqual(["Noto Sans", "Noto Sans KR"]);
  expect(families("汉字")).toEqual(["Noto Sans", "Noto Sans SC"]);
});

test("what no family draws is told", () => {
  expect(chooseFonts(["ไทย 🚀"], "en").undrawable).toEqual(new Set(["ไ", "ท", "ย", "🚀"]));
});
