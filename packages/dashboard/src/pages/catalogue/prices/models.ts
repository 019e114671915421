import type { PriceType } from "@counterfoil/sdk";

export interface Model {
  readonly type: PriceType;
  readonly name: string;
  /** What it is for, in a few words. */
  readonly what: string;
}

/** The pricing models in the order in which people look for them. */
export const MODELS: readonly Model[] = [
  { type: "fixed", name: "Fixed", what: "The same amount each period, for a number of units." },
  { type: "unit", name: "Per unit", what: "Each unit that is used costs the same." },
  { type: "graduated_tiered", name: "Graduated tiers", what: "Each part of the usage has the price of its own tier." },
  { type: "tiered", name: "Volume tiers", what: "All of the usage has the price of the tier that it reaches." },
  { type: "package", name: "Packages", what: "Usage is sold in packages, each begun one whole." },
  { type: "graduated_percentage", name: "Graduated percentage", what: "A share of a money volume, tier by tier." },
  { type: "tiered_percentage", name: "Volume percentage tiers", what: "A share of all of it, by the tier it reaches." },
  { type: "volume_percentage", name: "Percentage and fee", what: "A share of the volume and an amount per event." },
  { type: "prepaid_tiered", name: "Prepaid, then tiers", what: "Units are paid before; what is above them, after." },
  {
    type: "prepaid_fixed_tiered",
    name: "Prepaid for a fee",
    what: "A fee pays for units; what is above them is billed by tiers.",
  },
  { type: "matrix", name: "Matrix", what: "A price for each combination of properties, such as region." },
  { type: "expression", name: "Expression", what: "Arithmetic over metrics and constants of your own." },
];

export function nameOfModel(type: string): string {
  return MODELS.find((model) => model.type === type)?.name ?? type;
}
