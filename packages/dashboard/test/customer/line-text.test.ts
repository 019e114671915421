import { expect, test } from "vitest";
import { lineText } from "../../src/customer/line-text.ts";
import { makeReading } from "../../src/customer/reading.ts";
import { taxName } from "../../src/customer/tax-name.ts";
import { ar } from "../../src/customer/words/ar.ts";
import { de } from "../../src/customer/words/de.ts";

const german = makeReading("de", "de-DE", de, "Europe/Berlin");
const servicePeriod = { start: "2026-01-01", end: "2026-02-01" };
type Text = Parameters<typeof lineText>[0]["text"];
const said = (text: Partial<Text>) =>
  lineText(
    {
      description: "Described in English",
      text: { kind: "item", item: null, usageGroup: null, percentage: null, ...text },
      servicePeriod,
    },
    german,
  );

test("a line's text is in the reader's language, with the seller's own names (R-UI-2)", () => {
  expect(said({ kind: "item", item: "Base" })).toBe("Base");
  expect(said({ kind: "item", item: "Calls", usageGroup: { region: "eu" } })).toBe("Calls (region eu)");
  expect(said({ kind: "item", item: "Calls", usageGroup: {} })).toBe("Calls (Sonstige)");
  expect(said({ kind: "unused", item: "Base" })).toBe("Nicht genutzt: Base");
  expect(said({ kind: "late_usage", item: "Calls" })).toBe(
    "Nachträgliche Nutzung 1. Januar 2026 – 31. Januar 2026: Calls",
  );
  expect(said({ kind: "discount", percentage: "12.5" })).toBe("Rabatt 12,5\u00A0%");
  expect(said({ kind: "discount" })).toBe("Rabatt");
  expect(said({ kind: "true_up" })).toBe("Aufschlag auf den Mindestumsatz");
  expect(said({ kind: "reduction" })).toBe("Abzug auf den Höchstumsatz");
});

test("translates tax names of the built-in rules, and keeps names of the seller's rates", () => {
  expect(taxName({ name: "Reverse charge", taxRateId: null }, de)).toBe("Umkehr der Steuerschuldnerschaft");
  expect(taxName({ name: "VAT", taxRateId: null }, de)).toBe("USt");
  expect(taxName({ name: "USt", taxRateId: null }, de)).toBe("USt");
  expect(taxName({ name: "VAT", taxRateId: "tax_1" }, de)).toBe("VAT");
});

test("dates are Gregorian, even if another calendar is usual", () => {
  expect(makeReading("ar", "ar-SA", ar, "Asia/Riyadh").date("2026-01-31")).toMatch(/٢٠٢٦/);
});
