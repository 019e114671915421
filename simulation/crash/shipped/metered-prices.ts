import { Rational } from "../../auditor/rational.ts";

/** A usage price, and a month's cost computed without code of the engine. */
export interface MeteredPrice {
  /** The pricing model as sent. */
  readonly terms: object;
  /** Cost of a quantity, rounded once to cents. */
  amount(used: Rational): Rational;
}

const money = (value: string) => ({ value });
const of = (text: string) => Rational.of(text);
const BOUND = "20000";

const tiers = (below: string, above: string) => [
  { minUnits: 0, maxUnits: Number(BOUND), pricePerUnit: money(below), fixedFee: money("0") },
  { minUnits: Number(BOUND), maxUnits: null, pricePerUnit: money(above), fixedFee: money("0") },
];

/** One of each of several types (R-RATE-2). A contract has all of them, so each month has a line for each. */
export const METERED_PRICES: readonly MeteredPrice[] = [
  {
    terms: { unitPricingModel: { pricePerUnit: money("0.0137") } },
    amount: (used) => used.times(of("0.0137")).rounded(2),
  },
  {
    terms: { graduatedTieredPricingModel: { tiers: tiers("0.1", "0.05") } },
    amount(used) {
      const below = Rational.smaller(used, of(BOUND));
      return below
        .times(of("0.1"))
        .plus(used.minus(below).times(of("0.05")))
        .rounded(2);
    },
  },
  {
    terms: { tieredPricingModel: { tiers: tiers("0.003", "0.002") } },
    amount: (used) => used.times(used.compare(of(BOUND)) <= 0 ? of("0.003") : of("0.002")).rounded(2),
  },
  {
    terms: { packagePricingModel: { packageSize: 10, includedUnits: 500, pricePerPackage: money("0.07") } },
    amount(used) {
      const packages = used.minus(of("500")).over(of("10")).ceiling();
      return packages > 0n ? Rational.whole(packages).times(of("0.07")).rounded(2) : Rational.zero;
    },
  },
];
