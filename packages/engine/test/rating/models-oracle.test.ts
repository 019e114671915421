import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { minorUnits } from "../../src/money/currency.ts";
import { roundToMinorUnit } from "../../src/money/money.ts";
import type { PriceType } from "../../src/rating/price-type.ts";
import { previewPrice } from "../../src/rating/preview-price.ts";
import { rate, rateInAdvance, rateInArrears } from "../../src/rating/rate.ts";
import type { Rating } from "../../src/rating/rating.ts";
import type { Usage } from "../../src/rating/usage.ts";
import { Fraction } from "../fraction.ts";
import * as oracle from "./models-oracle.ts";
import { model, money, percentageTier, tier, usage } from "./reading.ts";

// Every model of R-RATE-2 against an independent oracle, with random price lists and quantities.

/** `12.345`: a number with up to three decimals, as text. */
const plain = (min: number, max: number) =>
  fc.tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: 3 })).map(([units, places]) => {
    return new Fraction(BigInt(units), 10n ** BigInt(places)).toFixed(places);
  });

const price = plain(0, 50_000);
const quantity = plain(-50_000, 500_000);
const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF");

const widths = fc.array(fc.record({ width: fc.integer({ min: 1, max: 200 }), price, fee: price }), {
  minLength: 1,
  maxLength: 6,
});
const priceList = fc.record({ steps: widths, start: fc.constantFrom(0, 1) });
type PriceList = typeof priceList extends fc.Arbitrary<infer List> ? List : never;

/** The same price list for the engine and the oracle. */
function written({ steps, start }: PriceList, build: typeof tier): { wire: object; terms: oracle.OracleTiers } {
  let end = 0;
  const bounds = steps.map(({ width }, place) => {
    const from = place === 0 ? start : end + 1;
    end += width;
    return { from, upTo: place === steps.length - 1 ? null : end };
  });
  return {
    wire: { tiers: bounds.map(({ from, upTo }, place) => build(from, upTo, steps[place]!.price, steps[place]!.fee)) },
    terms: {
      coversZero: start === 0,
      tiers: bounds.map(({ upTo }, place) => ({
        upTo: upTo === null ? null : Fraction.of(upTo),
        price: Fraction.of(steps[place]!.price),
        fee: Fraction.of(steps[place]!.fee),
      })),
    },
  };
}

/** The amount before rounding, as a fraction. */
function exactly({ amount }: Rating): string {
  return Fraction.of(amount.toString()).toString();
}

function rated(type: PriceType, wire: object, measured: string, more: Partial<Usage> = {}): string {
  return exactly(rate(model(type, wire), usage(measured, more)));
}

test("fixed and unit prices multiply quantity and price (R-RATE-2)", () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 10_000 }), quantity, (each, units, measured) => {
      const fixed = oracle.perUnit(Fraction.of(units), Fraction.of(each));
      expect(rated("fixed", { pricePerUnit: money(each), units }, measured)).toBe(fixed.toString());
      const used = oracle.perUnit(Fraction.of(measured), Fraction.of(each));
      expect(rated("unit", { pricePerUnit: money(each) }, measured)).toBe(used.toString());
    }),
  );
});

test("volume and graduated tiers, of units and of percentages, at any decimal quantity (R-RATE-1, R-RATE-2)", () => {
  fc.assert(
    fc.property(priceList, quantity, (list, measured) => {
      const { wire, terms } = written(list, tier);
      const used = Fraction.of(measured);
      expect(rated("tiered", wire, measured)).toBe(oracle.volume(terms, used).toString());
      expect(rated("graduated_tiered", wire, measured)).toBe(oracle.graduated(terms, used).toString());
      const ofVolume = oracle.percentages(terms);
      const perCent = written(list, percentageTier).wire;
      expect(rated("tiered_percentage", perCent, measured)).toBe(oracle.volume(ofVolume, used).toString());
      expect(rated("graduated_percentage", perCent, measured)).toBe(oracle.graduated(ofVolume, used).toString());
    }),
    { numRuns: 300 },
  );
});

test("volume_percentage charges for a volume and its events (R-RATE-2)", () => {
  const terms = fc.record({ percentage: price, perEvent: price, fee: price });
  fc.assert(
    fc.property(terms, quantity, fc.nat(500), ({ percentage, perEvent, fee }, measured, events) => {
      const wire = { percentage: money(percentage), pricePerUnit: money(perEvent), fixedFee: money(fee) };
      const [ofVolume, each, once] = [percentage, perEvent, fee].map(Fraction.of);
      const expected = oracle.volumePercentage(
        { percentage: ofVolume!, perEvent: each!, fee: once! },
        Fraction.of(measured),
        events,
      );
      const eventCount = Decimal.ofInteger(events);
      expect(rated("volume_percentage", wire, measured, { eventCount })).toBe(expected.toString());
    }),
  );
});

test("packages of any size, with units included (R-RATE-2)", () => {
  const terms = fc.record({ size: plain(1, 5_000), included: plain(0, 20_000), each: price });
  fc.assert(
    fc.property(terms, quantity, ({ size, included, each }, measured) => {
      fc.pre(!Fraction.of(size).equals(Fraction.of(0)));
      const wire = { packageSize: size, includedUnits: included, pricePerPackage: money(each) };
      const [ofSize, free, ofPrice] = [size, included, each].map(Fraction.of);
      const expected = oracle.packages({ size: ofSize!, included: free!, price: ofPrice! }, Fraction.of(measured));
      expect(rated("package", wire, measured)).toBe(expected.toString());
    }),
  );
});

test("a matrix prices each combination separately, with and without a default (R-RATE-2, R-RATE-3)", () => {
  const regions = ["eu", "us", "asia", "moon"] as const;
  const cells = fc.uniqueArray(fc.tuple(fc.constantFrom(...regions), price), { selector: ([region]) => region });
  const used = fc.uniqueArray(fc.tuple(fc.constantFrom(...regions), quantity), { selector: ([region]) => region });
  fc.assert(
    fc.property(cells, fc.option(price), used, (priced, fallback, measured) => {
      const wire = {
        dimensions: ["region"],
        cells: priced.map(([region, each]) => ({ values: { region }, pricePerUnit: money(each) })),
        defaultPricePerUnit: fallback === null ? null : money(fallback),
      };
      const combinations = measured.map(([region, each]) => ({ values: { region }, quantity: Decimal.of(each) }));
      const expected = oracle.matrix(
        new Map(priced.map(([region, each]) => [region, Fraction.of(each)])),
        fallback === null ? null : Fraction.of(fallback),
        measured.map(([region, each]) => [region, Fraction.of(each)] as const),
      );
      expect(rated("matrix", wire, "0", { combinations })).toBe(expected.toString());
    }),
  );
});

test("prepaid units are charged in advance, and the excess in arrears (R-RATE-2)", () => {
  fc.assert(
    fc.property(priceList, fc.integer({ min: 0, max: 900 }), quantity, (list, units, measured) => {
      const { wire, terms } = written(list, tier);
      const [bought, used] = [Fraction.of(units), Fraction.of(measured)];
      const prepaid = model("prepaid_tiered", { ...wire, units });
      expect(exactly(rateInAdvance(prepaid))).toBe(oracle.prepaidAdvance(terms, bought).toString());
      expect(exactly(rateInArrears(prepaid, usage(measured)))).toBe(
        oracle.prepaidArrears(terms, bought, used).toString(),
      );
      const pack = model("prepaid_fixed_tiered", { ...wire, units });
      expect(exactly(rateInAdvance(pack))).toBe(oracle.prepaidFixedAdvance(terms, bought).toString());
      expect(exactly(rateInArrears(pack, usage(measured)))).toBe(
        oracle.prepaidFixedArrears(terms, bought, used).toString(),
      );
    }),
    { numRuns: 300 },
  );
});

test("a line is rounded once, half away from zero, to the digits of its currency (R-RATE-2)", () => {
  fc.assert(
    fc.property(priceList, quantity, currency, (list, measured, code) => {
      const { wire, terms } = written(list, tier);
      const places = minorUnits(code);
      const exact = oracle.graduated(terms, Fraction.of(measured));
      const priced = model("graduated_tiered", wire);
      const { amount } = rate(priced, usage(measured));
      expect(roundToMinorUnit(amount, code).toFixed(places)).toBe(exact.toFixed(places));
      expect(previewPrice(priced, code, usage(measured)).amount.toFixed(places)).toBe(exact.toFixed(places));
    }),
  );
});

test("the two halves of a prepaid price are two lines, each rounded separately (R-RATE-2)", () => {
  fc.assert(
    fc.property(priceList, fc.integer({ min: 0, max: 900 }), quantity, currency, (list, units, measured, code) => {
      const { wire, terms } = written(list, tier);
      const places = minorUnits(code);
      const [bought, used] = [Fraction.of(units), Fraction.of(measured)];
      const expected = oracle
        .prepaidAdvance(terms, bought)
        .rounded(places)
        .plus(oracle.prepaidArrears(terms, bought, used).rounded(places));
      const shown = previewPrice(model("prepaid_tiered", { ...wire, units }), code, usage(measured));
      expect(shown.amount.toFixed(places)).toBe(expected.toFixed(places));
    }),
  );
});
