import type { QuoteDocument } from "@counterfoil/sdk";
import { describe, expect, test } from "vitest";
import { agreedOfPrice, agreedOfTerms, agreedOfVersion, hasDiscount } from "../../src/customer/agreed.ts";
import { makeReading } from "../../src/customer/reading.ts";
import { de } from "../../src/customer/words/de.ts";
import { en } from "../../src/customer/words/en.ts";

type Version = QuoteDocument["versions"][number];
type Price = Version["priceGroups"][number]["prices"][number];

const english = makeReading("en", "en-US", en, "Europe/Berlin");
const german = makeReading("de", "de-DE", de, "Europe/Berlin");
const scope = (...names: string[]) => ({ type: names.length === 0 ? "global" : "items", names }) as const;

const version: Version = {
  startDate: null,
  endDate: null,
  priceGroups: [],
  entitlements: [],
  discounts: [
    {
      type: "amount",
      value: "5",
      scope: scope(),
      durationType: "forever",
      durationValue: null,
      durationUnit: null,
    },
    {
      type: "percentage",
      value: "12.5",
      scope: scope("Support", "Seats"),
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
  ],
  thresholds: [
    { type: "max", value: "5000", interval: "year", scope: scope() },
    { type: "min", value: "40", interval: "month", scope: scope("Support", "Seats") },
  ],
};

describe("the discounts, minimums and maximums of a quote (R-SUB-8)", () => {
  test("a version: first by item names, then for all items", () => {
    expect(agreedOfVersion(version, "EUR", english)).toEqual([
      "\u2068Support, Seats\u2069: Discount 12.5% · for 3 months",
      "\u2068Support, Seats\u2069: Minimum €40.00 · monthly",
      "Discount €5.00 · monthly",
      "Maximum €5,000.00 · yearly",
    ]);
    expect(agreedOfVersion(version, "EUR", german)[0]).toBe(
      "\u2068Support, Seats\u2069: Rabatt 12,5\u00a0% · Dauer: 3 Monate",
    );
  });

  test("a quote of an earlier release, without data on versions", () => {
    const { discounts: _discounts, thresholds: _thresholds, ...earlier } = version;
    expect(agreedOfVersion(earlier, "EUR", english)).toEqual([]);
  });

  test("the whole contract", () => {
    const terms = {
      currency: "EUR",
      discount: {
        discountType: "percentage",
        amount: "10",
        durationType: "fixed",
        durationValue: 1,
        durationUnit: "years",
      },
      minimumSpend: { amount: "100", period: "quarter" },
      maximumSpend: null,
    } as unknown as QuoteDocument["terms"];
    expect(agreedOfTerms(terms, english)).toEqual(["Discount 10% · for 1 year", "Minimum €100.00 · quarterly"]);
    expect(hasDiscount({ terms, versions: [] } as unknown as QuoteDocument)).toBe(true);
  });

  test("a price: for each of its intervals, with its end", () => {
    const price = {
      billingInterval: "yearly",
      discount: {
        discountType: "amount",
        amount: { value: "7" },
        periodLength: null,
        periodType: null,
        endDate: "2026-06-30T22:00:00Z",
      },
      minimumSpend: null,
      maximumSpend: { amount: { value: "900" }, period: "monthly" },
    } as unknown as Price;
    expect(agreedOfPrice(price, "EUR", english)).toEqual([
      "Discount €7.00 · yearly · Valid until June 30, 2026",
      "Maximum €900.00 · monthly",
    ]);
  });
});
