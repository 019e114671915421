import { Rational } from "../../auditor/rational.ts";

/** A price of prepaid usage, and the cost of a quantity, computed without code of the engine. */
export interface SpentPrice {
  readonly name: string;
  /** The pricing model as sent. */
  readonly terms: object;
  /** Never falls when the quantity grows, so that settling less than was held never costs another hold more. */
  cost(quantity: number): Rational;
}

const money = (value: string) => ({ value });
const times = (quantity: number, price: string) => Rational.whole(quantity).times(Rational.of(price)).rounded(2);
const tier = (minUnits: number, maxUnits: number | null, price: string) => ({
  minUnits,
  maxUnits,
  pricePerUnit: money(price),
  fixedFee: money("0"),
});
const within = (quantity: number, from: number, to: number) => Math.min(Math.max(quantity - from, 0), to - from);

/** One account pays each of them. */
export const SPENT_PRICES: readonly SpentPrice[] = [
  {
    name: "flat",
    terms: { unitPricingModel: { pricePerUnit: money("0.37") } },
    cost: (quantity) => times(quantity, "0.37"),
  },
  {
    name: "tiers",
    terms: {
      graduatedTieredPricingModel: {
        tiers: [tier(0, 200, "0"), tier(200, 4_000, "0.51"), tier(4_000, null, "0.23")],
      },
    },
    cost: (quantity) =>
      times(within(quantity, 200, 4_000), "0.51").plus(times(within(quantity, 4_000, Number.MAX_SAFE_INTEGER), "0.23")),
  },
  {
    name: "packages",
    terms: { packagePricingModel: { packageSize: 25, includedUnits: 50, pricePerPackage: money("4.99") } },
    cost: (quantity) => times(Math.ceil(Math.max(quantity - 50, 0) / 25), "4.99"),
  },
];

/** A grant that was answered. */
export interface AnsweredGrant {
  readonly id: string;
  readonly amount: Rational;
  readonly priority: number;
}

/** A hold that was answered as allowed, and how its caller ended it. */
export interface AnsweredHold {
  readonly id: string;
  readonly uniqueId: string;
  readonly quantity: number;
  readonly amount: string;
  /** `kept` stays open until the end. `lapsed` expires on the clock of the account. */
  end: "kept" | "lapsed" | "released" | "settled";
  settledAmount: string | null;
}

/** An account, and everything that was answered about its credit. */
export interface SpentAccount {
  readonly id: string;
  readonly price: SpentPrice;
  readonly grants: AnsweredGrant[];
  readonly holds: AnsweredHold[];
  /** Quantities of answered events by unique ID. */
  readonly events: Map<string, number>;
  refused: number;
}
