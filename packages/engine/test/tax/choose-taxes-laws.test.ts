import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTaxes } from "../../src/tax/choose-taxes.ts";
import { mostSpecific } from "../../src/tax/match-rates.ts";
import type { TaxRate, TaxStatus } from "../../src/tax/tax-rate.ts";
import type { PriceTax } from "../../src/tax/tax-terms.ts";
import { ORDINARY, rate, terms } from "./support.ts";

// The most specific rate wins (R-INV-6). This oracle follows the words of the rule: more criteria first, then the more
// specific location.

const countries = ["DE", "FR", "US"] as const;
const regions = ["BY", "NY"] as const;
const categories = ["books", "software"] as const;
const statuses = ["taxable", "exempt"] as const;
const days = ["2025-06-30", "2026-01-01", "2026-07-01"] as const;
const open = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { freq: 2 });

const anyRate = fc.record({
  country: open(...countries),
  region: open(...regions),
  taxCategory: open(...categories),
  taxStatus: open<TaxStatus>(...statuses),
  validFrom: open(...days),
  validUntil: open(...days),
});
type Asked = Partial<TaxRate>;

/** A rate for a region names its country. */
const rateList = fc
  .array(anyRate, { maxLength: 8 })
  .map((list) =>
    list.map((one, place): TaxRate =>
      rate(`rate_${place}`, "20", { ...one, region: one.country === null ? null : one.region }),
    ),
  );

const question = fc.record({
  country: fc.constantFrom(...countries),
  region: open(...regions),
  taxCategory: open(...categories),
  status: fc.constantFrom<TaxStatus>(...statuses),
  day: fc.constantFrom("2025-01-01", ...days, "2026-12-31"),
});
type Question = typeof question extends fc.Arbitrary<infer One> ? One : never;

function fits(one: Asked, asked: Question): boolean {
  return (
    (one.country === null || one.country === asked.country) &&
    (one.region === null || one.region === asked.region) &&
    (one.taxCategory === null || one.taxCategory === asked.taxCategory) &&
    (one.taxStatus === null || one.taxStatus === asked.status) &&
    (one.validFrom === null || one.validFrom! <= asked.day) &&
    (one.validUntil === null || asked.day < one.validUntil!)
  );
}

/** The criteria that a rate names, the most important first, after their number. */
function rank({ region, country, taxCategory, taxStatus }: Asked): string {
  const named = [region, country, taxCategory, taxStatus].map((criterion) => (criterion === null ? "0" : "1"));
  return `${named.filter((one) => one === "1").length} ${named.join("")}`;
}

function winners(rates: readonly TaxRate[], asked: Question): string[] {
  const fitting = rates.filter((one) => fits(one, asked));
  const highest = fitting.map(rank).toSorted().at(-1);
  return fitting.filter((one) => rank(one) === highest).map(({ id }) => id);
}

test("among matching rates, those with most criteria win, then those with the more specific location (R-INV-6)", () => {
  const found = new Set<number>();
  fc.assert(
    fc.property(rateList, question, (rates, asked) => {
      const expected = winners(rates, asked);
      expect(mostSpecific(rates, asked).map(({ id }) => id)).toEqual(expected);
      found.add(expected.length);
    }),
    { numRuns: 1_000 },
  );
  // Results with no rate, one rate and several rates all occurred.
  expect([0, 1, 2].filter((count) => !found.has(count))).toEqual([]);
});

test("the order in which rates were created does not matter (R-INV-6)", () => {
  fc.assert(
    fc.property(rateList, question, (rates, asked) => {
      const ids = (list: readonly TaxRate[]) => mostSpecific(list, asked).map(({ id }) => id);
      expect(ids(rates.toReversed()).toSorted()).toEqual(ids(rates).toSorted());
    }),
  );
});

test("adding a rate that does not match or that has expired changes nothing (R-INV-6)", () => {
  fc.assert(
    fc.property(rateList, question, (rates, asked) => {
      const foreign = rate("foreign", "99", { country: "JP", region: "13", taxCategory: "books" });
      const gone = rate("gone", "99", { country: asked.country, validUntil: "2024-12-31" });
      expect(mostSpecific([foreign, ...rates, gone], asked)).toEqual(mostSpecific(rates, asked));
    }),
  );
});

/** `vat 20`; several are joined by a plus. */
function chosen(rates: readonly TaxRate[], country: string, price: Partial<PriceTax> = {}): string {
  const given = terms({ country }, { mode: "manual", rates, seller: { country: null } });
  const taxes = chooseTaxes(given, { ...ORDINARY, ...price }, "2026-01-15");
  return taxes.map(({ taxRateId, percentage }) => `${taxRateId} ${percentage.toCanonical()}`).join(" + ");
}

test("a rate without criteria applies only if no other does, and any criterion beats it (R-INV-6)", () => {
  const all = rate("all", "20");
  expect(chosen([all], "IT")).toBe("all 20");
  for (const closer of [
    rate("closer", "7", { country: "IT" }),
    rate("closer", "7", { taxCategory: "books" }),
    rate("closer", "7", { taxStatus: "taxable" }),
  ]) {
    expect(chosen([all, closer], "IT", { taxCategory: "books" })).toBe("closer 7");
    expect(chosen([closer, all], "IT", { taxCategory: "books" })).toBe("closer 7");
  }
});

test("the rates that a price names apply at their own locations, and all matching ones apply (R-INV-6)", () => {
  const rates = [
    rate("gst", "5", { country: "CA", taxCategory: "named" }),
    rate("qst", "9.975", { country: "CA", taxCategory: "named" }),
    rate("vat", "20", { country: "FR", taxCategory: "named" }),
    rate("all", "1"),
  ];
  const named = { taxRateIds: ["gst", "qst", "vat"] };
  expect(chosen(rates, "CA", named)).toBe("gst 5 + qst 9.975");
  expect(chosen(rates, "FR", named)).toBe("vat 20");
  expect(chosen(rates, "JP", named)).toBe("all 1");
});

test("a rate applies on each of its days, and never together with its successor (R-INV-6)", () => {
  const rates = [
    rate("a", "18", { validUntil: "2026-01-01" }),
    rate("b", "21", { validFrom: "2026-01-01", validUntil: "2026-07-01" }),
    rate("c", "22", { validFrom: "2026-07-01" }),
  ];
  const on = (day: string) => mostSpecific(rates, { ...place, day }).map(({ id }) => id);
  const place = { country: "IT", region: null, taxCategory: null, status: "taxable" } as const;
  const months = Array.from({ length: 36 }, (_, month) =>
    new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10),
  );
  for (const day of months) expect(on(day)).toEqual([day < "2026-01-01" ? "a" : day < "2026-07-01" ? "b" : "c"]);
});
