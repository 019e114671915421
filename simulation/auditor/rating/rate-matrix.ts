import type { WireModel } from "../../journal/catalogue.ts";
import type { GroupUsage } from "../metering/measure-price.ts";
import { Rational } from "../rational.ts";

/** Per combination of values its quantity × the price of its cell, else the default; without one it costs nothing. */
export function rateMatrix(
  { cells = [], dimensions = [], defaultPricePerUnit }: WireModel,
  combinations: readonly GroupUsage[],
): { amount: Rational; quantity: Rational } {
  let amount = Rational.zero;
  let total = Rational.zero;
  for (const { values, quantity: measured } of combinations) {
    const quantity = Rational.larger(measured, Rational.zero);
    const cell = cells.find((one) => {
      const pairs = dimensions.map((name) => [name, one.values[name]]);
      return JSON.stringify(pairs.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1))) === values;
    });
    const price = cell?.pricePerUnit ?? defaultPricePerUnit;
    total = total.plus(quantity);
    if (price !== undefined) amount = amount.plus(quantity.times(Rational.of(price.value)));
  }
  return { amount, quantity: total };
}
