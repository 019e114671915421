import fc from "fast-check";
import { expect, test } from "vitest";
import { undrawableMembers, writeCodePoints } from "../../src/fonts/undrawable-members.ts";
import { breakLongWords } from "../../src/text/break-long-words.ts";
import { cleanText } from "../../src/text/clean-text.ts";
import { isolate } from "../../src/text/isolate.ts";

test("cleaning keeps every printable character, combining marks and joiners", () => {
  const text = "Ångström e\u0301 नि ✓ क्‍ष 家 ﷼";
  expect(cleanText(text)).toBe(text);
});

test("cleaned text contains no control character except the line break, for any input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const clean = cleanText(text);
      expect(clean).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]/u);
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});

test("only words too long for a column get possible line breaks, and lose no character", () => {
  expect(breakLongWords("accounts@harbourpine.example stays")).toBe("accounts@harbourpine.example stays");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      expect(breakLongWords(text).replaceAll("\u200B", "")).toBe(text.replaceAll("\u200B", ""));
    }),
  );
  expect(
    breakLongWords("x".repeat(40))
      .split("\u200B")
      .every((piece) => piece.length <= 9),
  ).toBe(true);
});

test("isolates only text of the other direction", () => {
  expect(isolate("Acme, Inc.", "ltr")).toBe("Acme, Inc.");
  expect(isolate("Acme, Inc.", "rtl")).toBe("\u2068Acme, Inc.\u2069");
  expect(isolate("فاتورة", "rtl")).toBe("فاتورة");
  expect(isolate("a\nفاتورة", "ltr")).toBe("\u2068a\u2069\n\u2068فاتورة\u2069");
});

test("leaves scripts without spaces to the compiler, which knows their words", () => {
  for (const text of ["บริษัทนอร์ธไลท์ซอฟต์แวร์จำกัดมหาชน", "ក្រុមហ៊ុននៅក្នុងទីក្រុងភ្នំពេញកម្ពុជា"])
    expect(breakLongWords(text)).toBe(text);
});

test("names undrawable characters and their members, except in event values", () => {
  const undrawable = new Set(["𒀀", "\uFFFD"]);
  const document = {
    buyer: { name: "A𒀀", logo: new Uint8Array([1]) },
    lines: [
      { description: "API calls (region 𒀀𒀀)", usageValues: ["𒀀𒀀"] },
      { description: "𒀀 (region 𒀀𒀀)", usageValues: ["𒀀𒀀"] },
    ],
    usageByDay: [{ title: "API calls (region 𒀀𒀀)", days: [{ group: "𒀀𒀀" }, { group: null }] }],
    memo: "M\uFFFDller\uD800",
  };
  expect(undrawableMembers(document, undrawable)).toEqual([
    { pointer: "/buyer/name", detail: 'no font has "𒀀" (U+12000)' },
    { pointer: "/lines/1/description", detail: 'no font has "𒀀" (U+12000)' },
    { pointer: "/memo", detail: 'no font has "\uFFFD" (U+FFFD)' },
  ]);
  expect(writeCodePoints("region 𒀀", undrawable)).toBe("region U+12000");
});
