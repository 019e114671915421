import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BilledPart,
  Decimal,
  type FrozenLine,
  minorUnits,
  type PricingModel,
  recomputeLine,
  type RecomputedLine,
} from "../../src/index.ts";
import { model, money, tier } from "../rating/reading.ts";
import { anyPrices, contractsOf, live, requests, START } from "./histories.ts";
import { Ledger } from "./ledger.ts";
import { date } from "./support.ts";

/** Whether multiplying the shown quantity and price gives the line's amount. */
function multiplies({ quantity, unitPrice, amount }: Shown, currency: string): boolean {
  if (unitPrice === null) return true;
  return quantity.times(unitPrice).round(minorUnits(currency), "half_away_from_zero").equals(amount);
}

type Shown = Pick<RecomputedLine, "quantity" | "unitPrice" | "amount">;

interface Billed {
  readonly model: PricingModel;
  readonly currency?: string;
  readonly rate?: string | null;
}

/** The usage of one period: what the first invoice counted, and what each later one counts. */
function linesOf({ model: priced, currency = "EUR", rate = null }: Billed, quantities: readonly string[]) {
  const billed: BilledPart[] = [];
  return quantities.map((quantity, index): RecomputedLine => {
    const frozen: FrozenLine = {
      kind: index === 0 ? "usage" : "correction",
      billedIn: { currency, conversionRate: rate === null ? null : Decimal.of(rate) },
      model: priced,
      usageGroup: null,
      proration: null,
      basis: { kind: "usage", countsFrom: date("2024-01-01"), gaps: [], unitsShare: null, billed: [...billed] },
    };
    const total = { quantity: Decimal.of(quantity), eventCount: Decimal.one };
    const line = recomputeLine(frozen, { total, groups: [] }, []);
    billed.push({ lineId: `line_${index}`, quantity: line.quantity, amount: line.amount });
    return line;
  });
}

const text = ({ quantity, unitPrice, amount }: Shown) =>
  `${quantity.toCanonical()} × ${unitPrice?.toCanonical() ?? "–"} = ${amount.toFixed(2)}`;

test("a correction shows a unit price only if it multiplies to the amount (R-INV-9, R-RATE-5)", () => {
  const unit = model("unit", { pricePerUnit: money("1.00") });
  expect(linesOf({ model: unit }, ["110", "60"]).map(text)).toEqual(["110 × 1 = 110.00", "-50 × 1 = -50.00"]);
  // All of 110 at 0.45, all of 60 at 1.00: fewer units cost 10.50 more, and no price for −50 gives that amount.
  const volume = model("tiered", { tiers: [tier(0, 100, "1.00"), tier(101, null, "0.45")] });
  const [first, dearer] = linesOf({ model: volume }, ["110", "60"]);
  expect([first, dearer].map((line) => line && text(line))).toEqual(["110 × 0.45 = 49.50", "-50 × – = 10.50"]);
  // The calculation still shows how the usage was rated.
  expect(dearer?.ratedUnitPrice?.toCanonical()).toBe("1");
});

test("roundings of earlier lines leave a correction without a unit price if they affect it (R-INV-9)", () => {
  const half = model("unit", { pricePerUnit: money("0.005") });
  // 0.005 is rounded to 0.01; 2 × 0.005 = 0.01 in total, of which nothing is left, so 1 × 0.005 would be shown as 0.01.
  expect(linesOf({ model: half }, ["1", "2"]).map(text)).toEqual(["1 × 0.005 = 0.01", "1 × – = 0.00"]);
});

test("negative usage is rated as 0, and gives back at the billed price (R-RATE-3)", () => {
  const unit = model("unit", { pricePerUnit: money("1.00") });
  expect(linesOf({ model: unit }, ["40", "-70"]).map(text)).toEqual(["40 × 1 = 40.00", "-40 × 1 = -40.00"]);
});

const models: readonly PricingModel[] = [
  model("unit", { pricePerUnit: money("0.0137") }),
  model("tiered", { tiers: [tier(0, 10, "1.00"), tier(11, 100, "0.45"), tier(101, null, "0.333")] }),
  model("tiered", { tiers: [tier(0, 10, "1.00", "5"), tier(11, null, "0.45")] }),
  model("graduated_tiered", { tiers: [tier(0, 10, "0.125"), tier(11, null, "0.045")] }),
  model("package", { packageSize: 10, pricePerPackage: money("1.25") }),
  model("prepaid_tiered", { units: 20, tiers: [tier(0, 50, "0.99"), tier(51, null, "0.5")] }),
  model("prepaid_fixed_tiered", { units: 20, tiers: [tier(0, 50, "0.99", "7"), tier(51, null, "0.5", "3")] }),
];
const quantity = fc
  .tuple(fc.integer({ min: -50, max: 200 }), fc.constantFrom("", ".5", ".125"))
  .map(([n, part]) => `${n}${part}`);

test("for any usage and any corrections, quantity × unit price is the amount (R-RATE-5, R-INV-9, R-SUB-9)", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...models),
      fc.constantFrom("EUR", "JPY", "BHD"),
      fc.constantFrom(null, "0.92", "151.734", "1.0837465"),
      fc.array(quantity, { minLength: 1, maxLength: 5 }),
      (priced, currency, rate, quantities) => {
        const lines = linesOf({ model: priced, currency, rate }, quantities);
        expect(lines.filter((line) => !multiplies(line, currency)).map(text)).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test("after any changes, pauses, ends and late usage, each unprorated line multiplies to its amount (R-RATE-5)", () => {
  fc.assert(
    fc.property(fc.tuple(contractsOf(anyPrices), requests()), ([offer, asked]) => {
      const ledger = live(offer, asked, new Ledger(offer.contract)).advanceTo(START.add({ days: 500 }));
      const whole = ledger.lines.filter(({ proration }) => proration === null);
      expect(whole.filter((line) => !multiplies(line, ledger.contract.currency)).map(text)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
