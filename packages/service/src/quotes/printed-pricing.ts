import type { PrintedPricing, PrintedTier } from "@counterfoil/documents";
import {
  type Decimal,
  formatAmount,
  type MatrixModel,
  parsePricingModel,
  type PercentageTier,
  type PricingModel,
  pricingModelMember,
  type Tier,
  unreachable,
} from "@counterfoil/engine";
import type { QuotedPrice } from "./quote-document.ts";

/** How a quoted price turns a quantity into an amount, in a form for customers. Every model has a form here. */
export function printedPricing(price: QuotedPrice): PrintedPricing {
  const member: unknown = Object.entries(price).find(([name]) => name === pricingModelMember(price.type))?.[1];
  const parsed = parsePricingModel(price.type, member);
  if (!parsed.ok)
    throw new Error(`a quoted price of type ${price.type} cannot be read: ${JSON.stringify(parsed.faults)}`);
  return pricingOf(parsed.model, price.currency);
}

function pricingOf(model: PricingModel, currency: string): PrintedPricing {
  switch (model.type) {
    case "fixed": {
      const amount = formatAmount({ amount: model.pricePerUnit.times(model.units), currency });
      return { kind: "fixed", quantity: model.units.toCanonical(), unitPrice: model.pricePerUnit.toString(), amount };
    }
    case "unit":
      return { kind: "unit", unitPrice: model.pricePerUnit.toString() };
    case "tiered":
      return tiersOf(model.tiers.map(pricedTier), { isGraduated: false, asks: "price", prepaid: null });
    case "graduated_tiered":
      return tiersOf(model.tiers.map(pricedTier), { isGraduated: true, asks: "price", prepaid: null });
    case "tiered_percentage":
      return tiersOf(model.tiers.map(percentageTier), { isGraduated: false, asks: "percentage", prepaid: null });
    case "graduated_percentage":
      return tiersOf(model.tiers.map(percentageTier), { isGraduated: true, asks: "percentage", prepaid: null });
    case "prepaid_tiered":
      return tiersOf(model.tiers.map(pricedTier), { isGraduated: false, asks: "price", prepaid: model.units });
    case "prepaid_fixed_tiered":
      return tiersOf(model.tiers.map(pricedTier), { isGraduated: true, asks: "price", prepaid: model.units });
    case "volume_percentage":
      return {
        kind: "percentage",
        percentage: model.percentage.toString(),
        perEvent: model.pricePerUnit.toString(),
        fixedFee: model.fixedFee.toString(),
      };
    case "package":
      return {
        kind: "package",
        size: model.packageSize.toCanonical(),
        included: model.includedUnits.toCanonical(),
        price: model.pricePerPackage.toString(),
      };
    case "matrix":
      return combinationsOf(model);
    case "expression":
      return { kind: "expression", expression: expressionText(model) };
    default:
      return unreachable(model);
  }
}

function tiersOf(
  tiers: readonly PrintedTier[],
  { prepaid, ...read }: { isGraduated: boolean; asks: "price" | "percentage"; prepaid: Decimal | null },
): PrintedPricing {
  return { kind: "tiers", ...read, tiers, prepaid: prepaid?.toCanonical() ?? null };
}

function pricedTier({ maxUnits, pricePerUnit, fixedFee }: Tier): PrintedTier {
  return { upTo: maxUnits?.toCanonical() ?? null, unitPrice: pricePerUnit.toString(), fixedFee: fixedFee.toString() };
}

function percentageTier({ maxUnits, percentage, fixedFee }: PercentageTier): PrintedTier {
  return { upTo: maxUnits?.toCanonical() ?? null, unitPrice: percentage.toString(), fixedFee: fixedFee.toString() };
}

function combinationsOf({ dimensions, cells, defaultPricePerUnit }: MatrixModel): PrintedPricing {
  return {
    kind: "combinations",
    combinations: cells.map(({ values, pricePerUnit }) => ({
      label: dimensions.map((dimension) => `${dimension}=${values[dimension] ?? ""}`).join(", "),
      unitPrice: pricePerUnit.toString(),
    })),
    otherwise: defaultPricePerUnit?.toString() ?? null,
  };
}

/** The formula with the values of its names: `max(calls - free, 0) * 0.02; free = 1000`. */
function expressionText({ expression, metrics, constants }: Extract<PricingModel, { type: "expression" }>): string {
  const names = [
    ...Object.entries(metrics).map(([name, metric]) => `${name} = ${metric}`),
    ...Object.entries(constants).map(([name, value]) => `${name} = ${value.toString()}`),
  ];
  return [expression, ...names].join("; ");
}
