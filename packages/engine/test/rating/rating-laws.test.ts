import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import type { PricingModel } from "../../src/rating/pricing-model.ts";
import { rate, rateInAdvance, rateInArrears } from "../../src/rating/rate.ts";
import type { Usage } from "../../src/rating/usage.ts";
import { model, money, percentageTier, tier, usage } from "./reading.ts";

// Laws between models and within one, for any figures. Each says what must not change a price.

const units = fc.integer({ min: 0, max: 2_000 });
const price = fc.integer({ min: 0, max: 9_999 }).map((cents) => Decimal.of(`${cents}e-3`).toString());
const tierTerms = fc.record({ width: fc.integer({ min: 1, max: 300 }), price, fee: price });
const tierList = fc.array(tierTerms, { minLength: 1, maxLength: 5 });
type Terms = { readonly width: number; readonly price: string; readonly fee: string };

function tiers(terms: readonly Terms[], build: typeof tier = tier): object[] {
  let end = 0;
  return terms.map(({ width, price: each, fee }, place) => {
    const start = place === 0 ? 0 : end + 1;
    end += width;
    return build(start, place === terms.length - 1 ? null : end, each, fee);
  });
}

const free = (terms: readonly Terms[]): Terms[] => terms.map((one) => ({ ...one, fee: "0" }));

function amount(priced: PricingModel, quantity: number | string, more: Partial<Usage> = {}): string {
  return rate(priced, usage(String(quantity), more)).amount.toCanonical();
}

const sum = (...amounts: string[]) => Decimal.sum(amounts.map(Decimal.of)).toCanonical();

test("splitting a quantity in two never changes its amount under a price per unit (R-RATE-2)", () => {
  fc.assert(
    fc.property(price, units, units, (each, first, second) => {
      const priced = model("unit", { pricePerUnit: money(each) });
      expect(sum(amount(priced, first), amount(priced, second))).toBe(amount(priced, first + second));
    }),
  );
});

test("graduated tiers: the part in the first tier plus the rest under the following tiers is the whole (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, units, (terms, quantity) => {
      const [first, ...rest] = free(terms);
      fc.pre(first !== undefined && rest.length > 0 && quantity > first.width);
      const whole = model("graduated_tiered", { tiers: tiers([first, ...rest]) });
      const head = model("unit", { pricePerUnit: money(first.price) });
      const tail = model("graduated_tiered", { tiers: tiers(rest) });
      expect(amount(whole, quantity)).toBe(sum(amount(head, first.width), amount(tail, quantity - first.width)));
    }),
  );
});

test("splitting a tier into two with the same price and one fee does not change the price list (R-RATE-1)", () => {
  fc.assert(
    fc.property(
      tierList,
      fc.nat(4),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      units,
      (terms, at, part, used) => {
        const place = at % terms.length;
        const chosen = terms[place]!;
        const width = Math.max(1, Math.floor(chosen.width * part));
        fc.pre(width < chosen.width);
        const lower = { ...chosen, width };
        const upper = { ...chosen, width: chosen.width - width, fee: "0" };
        const cut = [...terms.slice(0, place), lower, upper, ...terms.slice(place + 1)];
        for (const [type, build] of [
          ["graduated_tiered", tier],
          ["graduated_percentage", percentageTier],
        ] as const) {
          const [before, after] = [terms, cut].map((list) => model(type, { tiers: tiers(list, build) }));
          expect(amount(after!, used)).toBe(amount(before!, used));
        }
        const [before, after] = [free(terms), free(cut)].map((list) => model("tiered", { tiers: tiers(list) }));
        expect(amount(after!, used)).toBe(amount(before!, used));
      },
    ),
  );
});

test("one open tier is a price per unit, or for percentages a share of the volume (R-RATE-2)", () => {
  fc.assert(
    fc.property(price, units, (each, quantity) => {
      const flat = [tier(0, null, each)];
      const expected = amount(model("unit", { pricePerUnit: money(each) }), quantity);
      for (const type of ["tiered", "graduated_tiered"] as const) {
        expect(amount(model(type, { tiers: flat }), quantity)).toBe(expected);
      }
      const share = amount(model("volume_percentage", { percentage: money(each) }), quantity);
      for (const type of ["tiered_percentage", "graduated_percentage"] as const) {
        expect(amount(model(type, { tiers: [percentageTier(0, null, each)] }), quantity)).toBe(share);
      }
    }),
  );
});

test("100 percent is the volume itself, and a percentage is a hundredth of a price (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, units, (terms, volume) => {
      const whole = model("volume_percentage", { percentage: money("100") });
      expect(amount(whole, volume)).toBe(String(volume));
      const perCent = model("graduated_percentage", { tiers: tiers(free(terms), percentageTier) });
      const perUnit = model("graduated_tiered", { tiers: tiers(free(terms)) });
      const hundred = Decimal.of(amount(perCent, volume)).times(Decimal.of("100"));
      expect(hundred.toCanonical()).toBe(amount(perUnit, volume));
    }),
  );
});

test("packages of one are a price per started unit, and included units are a free tier (R-RATE-2)", () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 500 }), units, (each, included, quantity) => {
      const single = model("package", { packageSize: 1, includedUnits: included, pricePerPackage: money(each) });
      const freeTier = model("graduated_tiered", { tiers: [tier(0, included, "0"), tier(included + 1, null, each)] });
      expect(amount(single, quantity)).toBe(amount(freeTier, quantity));
      // A started unit counts as a whole one.
      expect(amount(single, `${quantity}.25`)).toBe(amount(single, quantity + 1));
    }),
  );
});

test("multiplying the package and the quantity by the same factor changes nothing (R-RATE-2)", () => {
  const times = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 90 }), fc.nat(200), units, times, (each, size, included, used, by) => {
      const pack = (scale: number) =>
        model("package", { packageSize: size * scale, includedUnits: included * scale, pricePerPackage: money(each) });
      expect(amount(pack(by), used * by)).toBe(amount(pack(1), used));
    }),
  );
});

test("a matrix with one price everywhere is a price per unit, however the usage is split and ordered (R-RATE-2)", () => {
  const used = fc.array(fc.tuple(fc.constantFrom("eu", "us", "asia"), units), { maxLength: 8 });
  fc.assert(
    fc.property(price, used, (each, measured) => {
      const cells = ["eu", "us"].map((region) => ({ values: { region }, pricePerUnit: money(each) }));
      const table = model("matrix", { dimensions: ["region"], cells, defaultPricePerUnit: money(each) });
      const combinations = measured.map(([region, quantity]) => {
        return { values: { region }, quantity: Decimal.ofInteger(quantity) };
      });
      const whole = measured.reduce((all, [, quantity]) => all + quantity, 0);
      const expected = amount(model("unit", { pricePerUnit: money(each) }), whole);
      expect(amount(table, whole, { combinations })).toBe(expected);
      expect(amount(table, whole, { combinations: combinations.toReversed() })).toBe(expected);
    }),
  );
});

test("the order of a matrix's dimensions, its cells and an event's values does not matter (R-RATE-2)", () => {
  const cell = fc.record({ region: fc.constantFrom("eu", "us"), size: fc.constantFrom("s", "l"), price });
  const cells = fc.uniqueArray(cell, { selector: ({ region, size }) => region + size });
  fc.assert(
    fc.property(cells, units, units, (priced, inEu, inUs) => {
      const table = (dimensions: string[], list: typeof priced) =>
        model("matrix", {
          dimensions,
          cells: list.map(({ price: each, ...values }) => ({ values, pricePerUnit: money(each) })),
          defaultPricePerUnit: money("1.5"),
        });
      const combinations = [
        { values: { region: "eu", size: "l" }, quantity: Decimal.ofInteger(inEu) },
        { values: { size: "s", region: "us" }, quantity: Decimal.ofInteger(inUs) },
      ];
      const one = amount(table(["region", "size"], priced), 0, { combinations });
      expect(amount(table(["size", "region"], priced.toReversed()), 0, { combinations })).toBe(one);
    }),
  );
});

test("prepaid: with zero units everything is overage, and with enough units nothing is (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, units, (terms, used) => {
      const list = tiers(free(terms));
      const none = model("prepaid_fixed_tiered", { tiers: list, units: 0 });
      expect(rateInArrears(none, usage(String(used))).amount.toCanonical()).toBe(
        amount(model("graduated_tiered", { tiers: list }), used),
      );
      const nothing = model("prepaid_tiered", { tiers: list, units: 0 });
      expect(rateInArrears(nothing, usage(String(used))).amount.toCanonical()).toBe(
        amount(model("tiered", { tiers: list }), used),
      );
      for (const type of ["prepaid_tiered", "prepaid_fixed_tiered"] as const) {
        const covered = model(type, { tiers: list, units: used });
        expect(rateInArrears(covered, usage(String(used))).amount.isZero()).toBe(true);
      }
    }),
  );
});

test("prepaid fixed tiers: units in advance and the slices above equal graduated tiers with the units paid (R-RATE-2)", () => {
  fc.assert(
    fc.property(tierList, units, units, (terms, bought, more) => {
      const list = tiers(free(terms));
      const used = String(bought + more);
      const pack = model("prepaid_fixed_tiered", { tiers: list, units: bought });
      const graduated = model("graduated_tiered", { tiers: list });
      const overage = rateInArrears(pack, usage(used)).amount;
      expect(sum(amount(graduated, bought), overage.toCanonical())).toBe(amount(graduated, used));
      expect(rateInAdvance(pack).amount.isZero()).toBe(true);
    }),
  );
});

test("an expression that says the same as a simple model costs the same (R-RATE-2)", () => {
  const terms = fc.record({ each: price, size: fc.integer({ min: 1, max: 99 }), included: fc.nat(500) });
  fc.assert(
    fc.property(terms, units, ({ each, size, included }, quantity) => {
      const said = (expression: string) => {
        const constants = { price: money(each), size: money(String(size)), included: money(String(included)) };
        const priced = model("expression", { expression, metrics: { q: "metric_1" }, constants });
        return amount(priced, quantity, { metrics: { metric_1: Decimal.ofInteger(quantity) } });
      };
      expect(said("q * price")).toBe(amount(model("unit", { pricePerUnit: money(each) }), quantity));
      const pack = { packageSize: size, includedUnits: included, pricePerPackage: money(each) };
      expect(said("ceil(max(0, q - included) / size) * price")).toBe(amount(model("package", pack), quantity));
      const share = model("volume_percentage", { percentage: money(each) });
      expect(said("q * price * 0.01")).toBe(amount(share, quantity));
      // 0.10 up to the included units, and half of it for all units above: volume tiers.
      const halved = [tier(0, included + 1, "0.10"), tier(included + 2, null, "0.05")];
      expect(said("if(q <= included + 1, q * 0.10, q * 0.05)")).toBe(
        amount(model("tiered", { tiers: halved }), quantity),
      );
    }),
  );
});

test("a negative quantity costs the same as no usage, in every model (R-RATE-3)", () => {
  fc.assert(
    fc.property(tierList, fc.integer({ min: 1, max: 500 }), (terms, below) => {
      const perCent = { tiers: tiers(terms, percentageTier) };
      const models = [
        model("unit", { pricePerUnit: money("2") }),
        model("tiered", { tiers: tiers(terms) }),
        model("graduated_tiered", { tiers: tiers(terms) }),
        model("tiered_percentage", perCent),
        model("graduated_percentage", perCent),
        model("volume_percentage", { percentage: money("2") }),
        model("package", { packageSize: 10, pricePerPackage: money("3") }),
        model("prepaid_tiered", { tiers: tiers(terms), units: 5 }),
      ];
      for (const priced of models) {
        expect(amount(priced, -below), priced.type).toBe(amount(priced, 0));
        const { notes } = rate(priced, usage(String(-below)));
        expect(notes.map(({ code }) => code)).toEqual(["negative_quantity"]);
      }
    }),
    { numRuns: 50 },
  );
});
