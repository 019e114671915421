import { expect, test } from "vitest";
import { chooseFonts } from "../../src/fonts/choose-fonts.ts";

function families(text: string, language = "en"): string[] {
  return chooseFonts([text], language).families.map(({ name }) => name);
}

test("uses one small family for Latin, Greek and Cyrillic, and adds others only when a character needs them", () => {
  expect(families("Résumé Ελλάδα Київ ₴ — “quoted”")).toEqual(["Noto Sans"]);
  expect(families("فاتورة")).toEqual(["Noto Sans", "Noto Sans Arabic"]);
  expect(families("חשבונית")).toEqual(["Noto Sans", "Noto Sans Hebrew"]);
});

test("draws Han characters in the shapes of the document's language, otherwise of the text's kana or hangul", () => {
  expect(families("請求書", "ja")).toEqual(["Noto Sans", "Noto Sans JP"]);
  expect(families("请款", "zh")).toEqual(["Noto Sans", "Noto Sans SC"]);
  expect(families("株式会社さくら")).toEqual(["Noto Sans", "Noto Sans JP"]);
  expect(families("漢字 한국")).toEqual(["Noto Sans", "Noto Sans KR"]);
  expect(families("汉字")).toEqual(["Noto Sans", "Noto Sans SC"]);
});

test.each([
  ["Thai", "บริษัท นอร์ธไลท์ จำกัด"],
  ["Lao", "ວຽງຈັນ"],
  ["Khmer", "ក្រុមហ៊ុន ភ្នំពេញ"],
  ["Myanmar", "ရန်ကုန်"],
  ["Bengali", "ক্ষুদ্র প্রতিষ্ঠান।"],
  ["Gujarati", "અમદાવાદ"],
  ["Gurmukhi", "ਲੁਧਿਆਣਾ"],
  ["Oriya", "ଭୁବନେଶ୍ୱର"],
  ["Tamil", "சென்னை"],
  ["Telugu", "హైదరాబాద్"],
  ["Kannada", "ಬೆಂಗಳೂರು"],
  ["Malayalam", "കൊച്ചി"],
  ["Sinhala", "ශ්‍රී"],
  ["Georgian", "თბილისი ᲗᲑᲘᲚᲘᲡᲘ"],
  ["Armenian", "Երևան «Նորթլայթ»"],
  ["Ethiopic", "አዲስ አበባ"],
])("opens only one family for %s", (script, text) => {
  expect(families(text)).toEqual(["Noto Sans", `Noto Sans ${script}`]);
  expect(chooseFonts([text], "en").undrawable).toEqual(new Set());
});

test("Devanagari is part of the first family", () => {
  expect(families("कंपनी क्षेत्र प्रार्थना ₹")).toEqual(["Noto Sans"]);
});

test("has families for symbols and emoji, including combined ones", () => {
  const text = "✓ → ① ★ 🚀 👩‍👩‍👧 🇩🇪 1️⃣ ❤️ 👍🏽 🏴‍☠️";
  expect(chooseFonts([text], "en").undrawable).toEqual(new Set());
});

test("reports characters that no family can draw, and replacement characters", () => {
  expect(chooseFonts(["A 𒀀 \uFFFD \uE000"], "en").undrawable).toEqual(new Set(["𒀀", "\uFFFD", "\uE000"]));
});
