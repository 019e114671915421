import type { PriceType } from "@counterfoil/sdk";

export interface Model {
  readonly type: PriceType;
  readonly name: string;
  /** The purpose, in a few words. */
  readonly what: string;
}

/** The pricing models in the order in which users look for them. */
export const MODELS: readonly Model[] = [
  { type: "fixed", name: "Fixed", what: "A fixed amount per unit each period." },
  { type: "unit", name: "Per unit", what: "Every unit costs the same." },
  { type: "graduated_tiered", name: "Graduated tiers", what: "Each unit is priced by its own tier." },
  { type: "tiered", name: "Volume tiers", what: "All units are priced by the tier the total reaches." },
  { type: "package", name: "Packages", what: "Usage is billed in packages. A started package is billed in full." },
  {
    type: "graduated_percentage",
    name: "Graduated percentage",
    what: "A percentage of a monetary volume, tier by tier.",
  },
  {
    type: "tiered_percentage",
    name: "Volume percentage tiers",
    what: "A percentage of the total volume, set by the tier it reaches.",
  },
  { type: "volume_percentage", name: "Percentage and fee", what: "A percentage of the volume plus a fee per event." },
  { type: "prepaid_tiered", name: "Prepaid, then tiers", what: "Units are billed in advance and overage in arrears." },
  {
    type: "prepaid_fixed_tiered",
    name: "Prepaid for a fee",
    what: "A fee covers a number of units. Tiers price the overage.",
  },
  { type: "matrix", name: "Matrix", what: "A price for each combination of event properties, such as region." },
  { type: "expression", name: "Expression", what: "A formula with your own metrics and constants." },
];

export function nameOfModel(type: string): string {
  return MODELS.find((model) => model.type === type)?.name ?? type;
}
