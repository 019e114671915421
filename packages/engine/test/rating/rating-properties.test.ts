import { Decimal as Oracle } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import type { PriceType } from "../../src/rating/price-type.ts";
import { pricingModelToWire } from "../../src/rating/pricing-model-wire.ts";
import { rate, rateInArrears } from "../../src/rating/rate.ts";
import { recomputeStep } from "../../src/rating/step.ts";
import { faultsOf, model, money, percentageTier, tier, usage } from "./reading.ts";

Oracle.set({ precision: 100 });

interface TierTerms {
  readonly width: number;
  readonly price: string;
  readonly fee: string;
}

const amountText = fc.integer({ min: 0, max: 99_999 }).map((units) => new Oracle(units).dividedBy(1_000).toString());
const tierTerms = fc.record({ width: fc.integer({ min: 1, max: 50 }), price: amountText, fee: amountText });
const tierList = fc.array(tierTerms, { minLength: 1, maxLength: 6 });
const firstMinimum = fc.constantFrom(0, 1);
const quantity = fc.integer({ min: 0, max: 300 });

/** Upper bounds derived from the widths; the last is null. */
function tiersAsSent(terms: readonly TierTerms[], minimum: number, build: typeof tier): object[] {
  let end = 0;
  return terms.map(({ width, price, fee }, position) => {
    const minUnits = position === 0 ? minimum : end + 1;
    end += width;
    return build(minUnits, position === terms.length - 1 ? null : end, price, fee);
  });
}

/** Which tier contains the k-th unit, found by counting. */
function tierOfUnit(terms: readonly TierTerms[], unit: number): number {
  let end = 0;
  const position = terms.findIndex(({ width }) => (end += width) >= unit);
  return position === -1 ? terms.length - 1 : position;
}

/** Graduated tiers calculated unit by unit, in the simplest possible way. */
function graduatedOracle(terms: readonly TierTerms[], minimum: number, units: number, perHundred: boolean): Oracle {
  let total = new Oracle(0);
  const reached = new Set<number>(units === 0 && minimum === 0 ? [0] : []);
  for (let unit = 1; unit <= units; unit += 1) {
    const position = tierOfUnit(terms, unit);
    reached.add(position);
    total = total.plus(new Oracle(terms[position]!.price).dividedBy(perHundred ? 100 : 1));
  }
  for (const position of reached) total = total.plus(terms[position]!.fee);
  return total;
}

function volumeOracle(terms: readonly TierTerms[], minimum: number, units: number, perHundred: boolean): Oracle {
  if (units === 0 && minimum === 1) return new Oracle(0);
  const { price, fee } = terms[tierOfUnit(terms, units)]!;
  return new Oracle(price)
    .times(units)
    .dividedBy(perHundred ? 100 : 1)
    .plus(fee);
}

function amountOf(type: PriceType, wire: object, units: number): string {
  return rate(model(type, wire), usage(String(units))).amount.toCanonical();
}

test("graduated tiers and percentages cost the same as adding unit by unit (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, firstMinimum, quantity, (terms, minimum, units) => {
      const tiers = tiersAsSent(terms, minimum, tier);
      const percentages = tiersAsSent(terms, minimum, percentageTier);
      expect(amountOf("graduated_tiered", { tiers }, units)).toBe(
        graduatedOracle(terms, minimum, units, false).toFixed(),
      );
      expect(amountOf("graduated_percentage", { tiers: percentages }, units)).toBe(
        graduatedOracle(terms, minimum, units, true).toFixed(),
      );
    }),
  );
});

test("volume tiers and percentages cost what their single tier says (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, firstMinimum, quantity, (terms, minimum, units) => {
      const tiers = tiersAsSent(terms, minimum, tier);
      const percentages = tiersAsSent(terms, minimum, percentageTier);
      expect(amountOf("tiered", { tiers }, units)).toBe(volumeOracle(terms, minimum, units, false).toFixed());
      expect(amountOf("tiered_percentage", { tiers: percentages }, units)).toBe(
        volumeOracle(terms, minimum, units, true).toFixed(),
      );
    }),
  );
});

/** The next test names the exceptions, each with an example. */
test("more usage never costs less: graduated tiers, prepaid slices, packages, units, matrices, percentages (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, firstMinimum, quantity, quantity, amountText, (terms, minimum, less, more, price) => {
      const models = [
        model("graduated_tiered", { tiers: tiersAsSent(terms, minimum, tier) }),
        model("graduated_percentage", { tiers: tiersAsSent(terms, minimum, percentageTier) }),
        model("unit", { pricePerUnit: money(price) }),
        model("package", { packageSize: terms[0]!.width, includedUnits: minimum, pricePerPackage: money(price) }),
        model("volume_percentage", { percentage: money(price) }),
        model("fixed", { pricePerUnit: money(price), units: 3 }),
        model("prepaid_fixed_tiered", { tiers: tiersAsSent(terms, minimum, tier), units: 20 }),
        model("matrix", {
          dimensions: ["region"],
          cells: [{ values: { region: "eu" }, pricePerUnit: money(price) }],
          defaultPricePerUnit: null,
        }),
      ];
      for (const priced of models) {
        const amountAt = (units: number) => {
          const measured = Decimal.ofInteger(units);
          const combinations = [{ values: { region: "eu" }, quantity: measured }];
          return rate(priced, usage(String(units), { combinations })).amount;
        };
        const [atLess, atMore] = [amountAt(Math.min(less, more)), amountAt(Math.max(less, more))];
        expect(atLess.compare(atMore)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test("more usage may cost less if one tier prices all of it; the author of an expression decides its result (R-RATE-2)", () => {
  const falling = [tier(0, 10, "5", "100"), tier(11, null, "2", "50")];
  expect([amountOf("tiered", { tiers: falling }, 10), amountOf("tiered", { tiers: falling }, 11)]).toEqual([
    "150", // 10 × 5 + 100
    "72", // 11 × 2 + 50
  ]);
  const percentages = { tiers: [percentageTier(0, 100, "5"), percentageTier(101, null, "2")] };
  expect(amountOf("tiered_percentage", percentages, 100)).toBe("5"); // 100 × 5%
  expect(amountOf("tiered_percentage", percentages, 101)).toBe("2.02"); // 101 × 2%
  const prepaid = model("prepaid_tiered", { tiers: falling, units: 5 });
  expect(rateInArrears(prepaid, usage("10")).amount.toCanonical()).toBe("25"); // (10 − 5) × 5
  expect(rateInArrears(prepaid, usage("11")).amount.toCanonical()).toBe("12"); // (11 − 5) × 2
});

test("prepaid overage billed interval by interval sums to overage billed at once (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, quantity, fc.array(quantity, { maxLength: 8 }), (terms, units, increments) => {
      const prepaid = model("prepaid_fixed_tiered", { tiers: tiersAsSent(terms, 0, tier), units });
      let used = 0;
      let earlier = { quantity: Decimal.zero, amount: Decimal.zero };
      let overage = Decimal.zero;
      for (const increment of increments) {
        used += increment;
        const rating = rateInArrears(prepaid, usage(String(used)), earlier);
        overage = overage.plus(rating.quantity);
        earlier = { quantity: Decimal.ofInteger(used), amount: earlier.amount.plus(rating.amount) };
      }
      const atOnce = rateInArrears(prepaid, usage(String(used)));
      expect(earlier.amount.equals(atOnce.amount)).toBe(true);
      expect(overage.equals(atOnce.quantity)).toBe(true);
    }),
  );
});

test("every step can be recomputed from its operands, and the steps sum to the amount (R-RATE-5)", () => {
  const expression = {
    expression: "if(q > c, round(q / c, 2) + min(q, c), max(-q, ceil(c * 1.5) - floor(q)))",
    metrics: { q: "metric_1" },
    constants: { c: money("7.5") },
  };
  const matrix = {
    dimensions: ["region"],
    cells: [{ values: { region: "eu" }, pricePerUnit: money("0.2") }],
    defaultPricePerUnit: null,
  };
  fc.assert(
    fc.property(tierList, firstMinimum, fc.integer({ min: -50, max: 300 }), (terms, minimum, units) => {
      const tiers = tiersAsSent(terms, minimum, tier);
      const percentages = tiersAsSent(terms, minimum, percentageTier);
      const measured = Decimal.ofInteger(units);
      const used = usage(String(units), {
        eventCount: Decimal.of("3"),
        metrics: { metric_1: measured },
        combinations: [
          { values: { region: "eu" }, quantity: measured },
          { values: { region: "us" }, quantity: measured },
        ],
      });
      const ratings = [
        rate(model("fixed", { pricePerUnit: money("9.99"), units: 3 }), used),
        rate(model("unit", { pricePerUnit: money("0.015") }), used),
        rate(model("tiered", { tiers }), used),
        rate(model("graduated_tiered", { tiers }), used),
        rate(model("tiered_percentage", { tiers: percentages }), used),
        rate(model("graduated_percentage", { tiers: percentages }), used),
        rate(model("volume_percentage", { percentage: money("2.9"), fixedFee: money("1") }), used),
        rate(model("prepaid_tiered", { tiers, units: 10 }), used),
        rate(model("package", { packageSize: 7, includedUnits: 2, pricePerPackage: money("3") }), used),
        rate(model("matrix", matrix), used),
        rate(model("expression", expression), used),
        rateInArrears(model("prepaid_fixed_tiered", { tiers, units: 10 }), used, {
          quantity: Decimal.of("12"),
          amount: Decimal.of("4.20"),
        }),
      ];
      for (const { steps, amount } of ratings) {
        expect(steps.map(recomputeStep)).toEqual(steps);
        expect(Decimal.sum(steps.map((step) => step.amount)).equals(amount)).toBe(true);
      }
    }),
  );
});

test("an unknown kind of step cannot be recomputed", () => {
  expect(() => recomputeStep({ kind: "guess" } as never)).toThrow("no case for");
});

test("tiers are returned as they were sent, and reading them again gives the same tiers (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, firstMinimum, (terms, minimum) => {
      const wire = { tiers: tiersAsSent(terms, minimum, tier) };
      const written = pricingModelToWire(model("graduated_tiered", wire));
      expect(written).toEqual(wire);
      expect(model("graduated_tiered", written)).toEqual(model("graduated_tiered", wire));
    }),
  );
});

test("reading any input returns a model or faults and never throws", () => {
  const types: PriceType[] = ["fixed", "tiered", "graduated_percentage", "package", "matrix", "expression"];
  const members = ["tiers", "units", "total", "pricePerUnit", "value", "minUnits", "dimensions", "cells", "expression"];
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.double(),
      fc.constantFrom(null, undefined, true, "1", "0.50", 0, 1, -1),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string()), tie("value"), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.constantFrom(...types), anything, (type, wire) => {
      const faults = faultsOf(type, wire);
      expect(new Set(faults).size).toBe(faults.length);
    }),
    { numRuns: 500 },
  );
});
