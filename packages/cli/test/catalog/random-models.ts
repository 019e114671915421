import type { PriceType } from "@counterfoil/engine";
import type { Draw } from "./draw.ts";

interface Around {
  readonly metricKeys: readonly string[];
  readonly groupBy: readonly string[];
}

/** A pricing model of a type, in the form of a file. */
export function randomModel(draw: Draw, type: PriceType, { metricKeys, groupBy }: Around): object {
  const money = () => draw.amount();
  switch (type) {
    case "fixed":
      return { pricePerUnit: money(), units: draw.whole(1, 20) };
    case "unit":
      return { pricePerUnit: money() };
    case "tiered":
    case "graduated_tiered":
      return tiers(draw, "pricePerUnit", 1);
    case "tiered_percentage":
    case "graduated_percentage":
      return tiers(draw, "percentage", 0);
    case "volume_percentage":
      return { percentage: draw.amount(99), ...draw.maybe("pricePerUnit", money), ...draw.maybe("fixedFee", money) };
    case "prepaid_tiered":
      return { units: draw.whole(1, 1_000), ...tiers(draw, "pricePerUnit", 1) };
    case "prepaid_fixed_tiered":
      return {
        units: draw.whole(1, 1_000),
        ...draw.maybe("overageInterval", () => draw.one(["monthly", "quarterly", "semi_annual", "yearly"])),
        ...tiers(draw, "pricePerUnit", 1),
      };
    case "package":
      return {
        packageSize: draw.whole(1, 100),
        ...draw.maybe("includedUnits", () => draw.whole(0, 50)),
        pricePerPackage: money(),
      };
    case "matrix":
      return {
        dimensions: groupBy,
        cells: draw.some(["eu", "us", "yes", "1"], 1).map((value) => ({
          values: Object.fromEntries(
            groupBy.map((name, index) => [name, index === 0 ? value : draw.one(["large", "null"])]),
          ),
          pricePerUnit: money(),
        })),
        ...draw.maybe("defaultPricePerUnit", money),
      };
    case "expression":
      return {
        expression: draw.one(["calls * price", "max(0, calls - included) * price"]).replace("included", "10"),
        metrics: { calls: draw.one(metricKeys) },
        constants: { price: money() },
      };
  }
}

/** One to three tiers. @param step between the bound of one tier and the beginning of the next */
function tiers(draw: Draw, charge: "pricePerUnit" | "percentage", step: number): object {
  const bounds = draw.some([10, 200, 3_000]).toSorted((a, b) => a - b);
  const lowest = [0, ...bounds.map((bound) => bound + step)];
  return {
    tiers: lowest.map((minUnits, index) => {
      const maxUnits = bounds[index];
      const fee = draw.maybe("fixedFee", () => draw.amount());
      const isFeeAlone = "fixedFee" in fee && draw.yes();
      return {
        minUnits,
        ...(maxUnits === undefined ? {} : { maxUnits }),
        ...(isFeeAlone ? {} : { [charge]: draw.amount(99) }),
        ...fee,
      };
    }),
  };
}
