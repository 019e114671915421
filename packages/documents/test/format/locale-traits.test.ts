import { expect, test } from "vitest";
import { localeTraits } from "../../src/format/locale-traits.ts";

test("a locale determines direction and paper, even without a script or region", () => {
  expect(localeTraits("en")).toMatchObject({ language: "en", direction: "ltr", paper: "us-letter" });
  expect(localeTraits("de")).toMatchObject({ direction: "ltr", paper: "a4" });
  expect(localeTraits("fr-CA")).toMatchObject({ paper: "us-letter" });
  expect(localeTraits("he")).toMatchObject({ direction: "rtl" });
  // This language is not offered, so English is used.
  expect(localeTraits("ur")).toMatchObject({ language: "en", direction: "ltr" });
});

test("distinguishes Chinese by its explicit or likely script", () => {
  expect(localeTraits("zh-CN").language).toBe("zh");
  expect(localeTraits("zh-TW").language).toBe("zh-Hant");
  expect(localeTraits("zh-Hant-HK").language).toBe("zh-Hant");
});

test("uses English of the region for a language that is not offered, for dates too", () => {
  expect(localeTraits("th-TH").formatLocale).toBe("en-TH");
  expect(localeTraits("hi-IN").formatLocale).toBe("en-IN");
  expect(localeTraits("sv-FI").formatLocale).toBe("sv-FI");
});
