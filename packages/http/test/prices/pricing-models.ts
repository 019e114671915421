import type { PriceType } from "@counterfoil/engine";

const tiers = [
  { minUnits: 0, maxUnits: 100, pricePerUnit: { value: "0.150" }, fixedFee: { value: "0.00" } },
  { minUnits: 101, maxUnits: null, pricePerUnit: { value: "0.10" }, fixedFee: { value: "5.00" } },
];
const percentageTiers = [
  { minUnits: 0, maxUnits: 100000, percentage: { value: "2.90" }, fixedFee: { value: "0" } },
  { minUnits: 100000, maxUnits: null, percentage: { value: "2.5" }, fixedFee: { value: "10.0" } },
];

/** A model of each type as shown in responses, with zeros that a careless conversion would lose. */
export function modelsWith(metricId: string): Record<PriceType, object> {
  return {
    fixed: { pricePerUnit: { value: "24.990" }, units: 2, total: { value: "49.98" } },
    unit: { pricePerUnit: { value: "0.10" } },
    tiered: { tiers },
    graduated_tiered: { tiers },
    tiered_percentage: { tiers: percentageTiers },
    graduated_percentage: { tiers: percentageTiers },
    volume_percentage: {
      pricePerUnit: { value: "0.30" },
      percentage: { value: "2.90" },
      fixedFee: { value: "0.000" },
    },
    prepaid_tiered: { tiers, units: 1000 },
    prepaid_fixed_tiered: { tiers, units: 12000, overageInterval: "monthly" },
    package: { packageSize: 10, includedUnits: 5, pricePerPackage: { value: "100.00" } },
    matrix: {
      dimensions: ["region", "size"],
      cells: [{ values: { region: "eu", size: "large" }, pricePerUnit: { value: "0.020" } }],
      defaultPricePerUnit: { value: "0.030" },
    },
    expression: {
      expression: "max(0, calls - included) * price",
      metrics: { calls: metricId },
      constants: { included: { value: "1000.0" }, price: { value: "0.020" } },
    },
  };
}
