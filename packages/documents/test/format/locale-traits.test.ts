import { expect, test } from "vitest";
import { localeTraits } from "../../src/format/locale-traits.ts";

test("a locale decides direction and paper, also where it names neither script nor region", () => {
  expect(localeTraits("en")).toMatchObject({ language: "en", direction: "ltr", paper: "us-letter" });
  expect(localeTraits("de")).toMatchObject({ direction: "ltr", paper: "a4" });
  expect(localeTraits("fr-CA")).toMatchObject({ paper: "us-letter" });
  expect(localeTraits("he")).toMatchObject({ direction: "rtl" });
  // Not offered, so written in English.
  expect(localeTraits("ur")).toMatchObject({ language: "en", direction: "ltr" });
});

test("Chinese is distinguished by script, whether named or likely", () => {
  expect(localeTraits("zh-CN").language).toBe("zh");
  expect(localeTraits("zh-TW").language).toBe("zh-Hant");
  expect(localeTraits("zh-Hant-HK").language).toBe("zh-Hant");
});

test("a language that is not offered is written in English of its region, so that no date is in another language", () => {
  expect(localeTraits("th-TH").formatLocale).toBe("en-TH");
  expect(localeTraits("hi-IN").formatLocale).toBe("en-IN");
  expect(localeTraits("sv-FI").formatLocale).toBe("sv-FI");
});
