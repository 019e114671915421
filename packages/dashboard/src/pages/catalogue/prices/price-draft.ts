import type { CreatePriceRequest, PriceBillingInterval, PriceType } from "@counterfoil/sdk";

/** A tier in the form. Only its end is entered; it begins at the end of the tier before. */
export interface TierDraft {
  readonly upTo: string;
  /** Per unit, or percent. */
  readonly price: string;
  readonly fixedFee: string;
}

export interface CellDraft {
  readonly values: Readonly<Record<string, string>>;
  readonly price: string;
}

/** A name in an expression: a metric's ID, or a constant. */
export interface NameDraft {
  readonly name: string;
  readonly value: string;
}

export interface LimitDraft {
  readonly amount: string;
  readonly period: PriceBillingInterval;
}

/** A price in the form. Every decimal is text as typed. */
export interface PriceDraft {
  readonly productId: string;
  readonly type: PriceType;
  readonly billingInterval: PriceBillingInterval;
  readonly currency: string;
  readonly units: string;
  readonly pricePerUnit: string;
  readonly percentage: string;
  readonly fixedFee: string;
  readonly tiers: readonly TierDraft[];
  /** Whether the fixed fee of the first tier is due even without usage. */
  readonly isFeeDueAtZero: boolean;
  readonly overageInterval: PriceBillingInterval | "";
  readonly packageSize: string;
  readonly includedUnits: string;
  readonly dimensions: readonly string[];
  readonly cells: readonly CellDraft[];
  readonly defaultPrice: string;
  readonly expression: string;
  readonly metrics: readonly NameDraft[];
  readonly constants: readonly NameDraft[];
  readonly trialPeriodDays: string;
  readonly minimum: LimitDraft;
  readonly maximum: LimitDraft;
  readonly discountType: "" | "percentage" | "amount";
  readonly discountAmount: string;
  /** The duration in its units. Empty for as long as the price. */
  readonly discountLength: string;
  readonly discountUnit: "days" | "weeks" | "months" | "years" | "until";
  /** The end if the unit is `until`: the first day without the discount, or that instant. */
  readonly discountEnd: string;
  /** Members of the price that the form does not show. */
  readonly kept: Pick<CreatePriceRequest, "taxRateIds" | "metricIds">;
}

export const INTERVALS: readonly PriceBillingInterval[] = [
  "daily",
  "weekly",
  "monthly",
  "quarterly",
  "semi_annual",
  "yearly",
];

export function emptyDraft(currency: string, productId = ""): PriceDraft {
  return {
    productId,
    type: "fixed",
    billingInterval: "monthly",
    currency,
    units: "1",
    pricePerUnit: "",
    percentage: "",
    fixedFee: "",
    tiers: [{ upTo: "", price: "", fixedFee: "" }],
    isFeeDueAtZero: true,
    overageInterval: "",
    packageSize: "",
    includedUnits: "",
    dimensions: [""],
    cells: [{ values: {}, price: "" }],
    defaultPrice: "",
    expression: "",
    metrics: [{ name: "", value: "" }],
    constants: [],
    trialPeriodDays: "",
    minimum: { amount: "", period: "monthly" },
    maximum: { amount: "", period: "monthly" },
    discountType: "",
    discountAmount: "",
    discountLength: "",
    discountUnit: "months",
    discountEnd: "",
    kept: {},
  };
}

/** The request body for the price, with only the members that its model needs. */
export function toPriceBody(draft: PriceDraft, isOneOff: boolean): CreatePriceRequest & { currency: string } {
  return {
    ...draft.kept,
    ...toModel(draft),
    productId: draft.productId,
    type: draft.type,
    billingInterval: isOneOff ? null : draft.billingInterval,
    currency: draft.currency,
    discount: toDiscount(draft),
    trialPeriodDays: isBlank(draft.trialPeriodDays) ? null : Number(draft.trialPeriodDays),
    minimumSpend: toLimit(draft.minimum),
    maximumSpend: toLimit(draft.maximum),
  };
}

function toModel(draft: PriceDraft): CreatePriceRequest {
  const tiers = toTiers(draft);
  switch (draft.type) {
    case "fixed":
      return { fixedPricingModel: { units: units(draft.units, "1"), pricePerUnit: money(draft.pricePerUnit) } };
    case "unit":
      return { unitPricingModel: { pricePerUnit: money(draft.pricePerUnit) } };
    case "tiered":
      return { tieredPricingModel: { tiers } };
    case "graduated_tiered":
      return { graduatedTieredPricingModel: { tiers } };
    case "tiered_percentage":
      return { tieredPercentagePricingModel: { tiers: toPercentages(draft) } };
    case "graduated_percentage":
      return { graduatedPercentagePricingModel: { tiers: toPercentages(draft) } };
    case "volume_percentage":
      return {
        volumePercentagePricingModel: {
          percentage: money(draft.percentage),
          pricePerUnit: money(draft.pricePerUnit),
          fixedFee: money(draft.fixedFee),
        },
      };
    case "prepaid_tiered":
      return { prepaidTieredPricingModel: { tiers, units: units(draft.units) } };
    case "prepaid_fixed_tiered":
      return {
        prepaidFixedTieredPricingModel: {
          tiers,
          units: units(draft.units),
          overageInterval: draft.overageInterval === "" ? null : draft.overageInterval,
        },
      };
    case "package":
      return {
        packagePricingModel: {
          packageSize: units(draft.packageSize, "1"),
          includedUnits: units(draft.includedUnits),
          pricePerPackage: money(draft.pricePerUnit),
        },
      };
    case "matrix": {
      const dimensions = draft.dimensions.map((name) => name.trim()).filter((name) => name !== "");
      return {
        matrixPricingModel: {
          dimensions,
          cells: draft.cells
            .filter(({ price }) => !isBlank(price))
            .map(({ values, price }) => ({
              values: Object.fromEntries(dimensions.map((name) => [name, values[name] ?? ""])),
              pricePerUnit: money(price),
            })),
          defaultPricePerUnit: isBlank(draft.defaultPrice) ? null : money(draft.defaultPrice),
        },
      };
    }
    case "expression":
      return {
        expressionPricingModel: {
          expression: draft.expression.trim(),
          metrics: named(draft.metrics, (value) => value),
          constants: named(draft.constants, money),
        },
      };
  }
}

function toTiers({ tiers, isFeeDueAtZero }: PriceDraft) {
  return tiers.map((tier, index) => ({
    minUnits: lowerEnd(tiers, index, isFeeDueAtZero),
    maxUnits: index === tiers.length - 1 ? null : units(tier.upTo),
    pricePerUnit: money(tier.price),
    fixedFee: money(tier.fixedFee),
  }));
}

function toPercentages({ tiers, isFeeDueAtZero }: PriceDraft) {
  return tiers.map((tier, index) => ({
    minUnits: lowerEnd(tiers, index, isFeeDueAtZero),
    maxUnits: index === tiers.length - 1 ? null : units(tier.upTo),
    percentage: money(tier.price),
    fixedFee: money(tier.fixedFee),
  }));
}

/** Only upper ends matter (R-RATE-1), so a tier may begin where the one before ends, without a calculation. */
function lowerEnd(tiers: readonly TierDraft[], index: number, isFeeDueAtZero: boolean): string {
  if (index === 0) return isFeeDueAtZero ? "0" : "1";
  return units(tiers[index - 1]?.upTo ?? "");
}

function toDiscount({ discountType, discountAmount, discountLength, discountUnit, discountEnd }: PriceDraft) {
  if (discountType === "" || isBlank(discountAmount)) return null;
  const discount = { discountType, amount: money(discountAmount) };
  if (discountUnit === "until") return isBlank(discountEnd) ? discount : { ...discount, endDate: discountEnd };
  return isBlank(discountLength)
    ? discount
    : { ...discount, periodLength: Number(discountLength), periodType: discountUnit };
}

function toLimit({ amount, period }: LimitDraft) {
  return isBlank(amount) ? null : { amount: money(amount), period };
}

function named<Value>(names: readonly NameDraft[], of: (value: string) => Value): Record<string, Value> {
  return Object.fromEntries(
    names.filter(({ name }) => !isBlank(name)).map(({ name, value }) => [name.trim(), of(value)]),
  );
}

function money(value: string): { value: string } {
  return { value: isBlank(value) ? "0" : value.trim() };
}

function units(value: string, otherwise = "0"): string {
  return isBlank(value) ? otherwise : value.trim();
}

function isBlank(value: string): boolean {
  return value.trim() === "";
}
