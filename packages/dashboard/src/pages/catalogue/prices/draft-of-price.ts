import type { CreatePriceRequest } from "@counterfoil/sdk";
import { emptyDraft, type LimitDraft, type PriceDraft, type TierDraft } from "./price-draft.ts";

/** The form's values for an existing or hypothetical price, to change or copy it. */
export function draftOf(price: CreatePriceRequest): PriceDraft {
  const empty = emptyDraft(
    price.currency ?? "",
    typeof price.productId === "object" ? price.productId.Type : price.productId,
  );
  const tiers = (
    price.tieredPricingModel ??
    price.graduatedTieredPricingModel ??
    price.prepaidTieredPricingModel ??
    price.prepaidFixedTieredPricingModel
  )?.tiers;
  const shares = (price.tieredPercentagePricingModel ?? price.graduatedPercentagePricingModel)?.tiers;
  const drafts =
    tiers?.map(({ maxUnits, pricePerUnit, fixedFee }) => tierDraft(maxUnits, pricePerUnit?.value, fixedFee?.value)) ??
    shares?.map(({ maxUnits, percentage, fixedFee }) => tierDraft(maxUnits, percentage?.value, fixedFee?.value));
  const prepaid = price.prepaidTieredPricingModel ?? price.prepaidFixedTieredPricingModel;
  const share = price.volumePercentagePricingModel;
  const matrix = price.matrixPricingModel;
  const expression = price.expressionPricingModel;
  const { discount } = price;
  return {
    ...empty,
    type: price.type ?? empty.type,
    billingInterval: price.billingInterval ?? "monthly",
    units: String(price.fixedPricingModel?.units ?? prepaid?.units ?? empty.units),
    pricePerUnit:
      price.fixedPricingModel?.pricePerUnit.value ??
      price.unitPricingModel?.pricePerUnit.value ??
      price.packagePricingModel?.pricePerPackage.value ??
      share?.pricePerUnit?.value ??
      "",
    percentage: share?.percentage.value ?? "",
    fixedFee: share?.fixedFee?.value ?? "",
    tiers: drafts ?? empty.tiers,
    isFeeDueAtZero: String((tiers ?? shares)?.[0]?.minUnits ?? 0) === "0",
    overageInterval: price.prepaidFixedTieredPricingModel?.overageInterval ?? "",
    packageSize: String(price.packagePricingModel?.packageSize ?? ""),
    includedUnits: String(price.packagePricingModel?.includedUnits ?? ""),
    dimensions: matrix?.dimensions ?? empty.dimensions,
    cells: matrix?.cells.map(({ values, pricePerUnit }) => ({ values, price: pricePerUnit.value })) ?? empty.cells,
    defaultPrice: matrix?.defaultPricePerUnit?.value ?? "",
    expression: expression?.expression ?? "",
    metrics:
      expression?.metrics === undefined || expression.metrics === null
        ? empty.metrics
        : Object.entries(expression.metrics).map(([name, value]) => ({ name, value })),
    constants: Object.entries(expression?.constants ?? {}).map(([name, { value }]) => ({ name, value })),
    trialPeriodDays: String(price.trialPeriodDays ?? ""),
    minimum: limitDraft(price.minimumSpend),
    maximum: limitDraft(price.maximumSpend),
    discountType: discount?.discountType ?? "",
    discountAmount: discount?.amount.value ?? "",
    discountLength: String(discount?.periodLength ?? ""),
    discountUnit: isThere(discount?.endDate) ? "until" : (discount?.periodType ?? "months"),
    discountEnd: discount?.endDate ?? "",
    kept: { taxRateIds: price.taxRateIds, metricIds: price.metricIds },
  };
}

function tierDraft(maxUnits: number | string | null | undefined, price = "0", fixedFee = "0"): TierDraft {
  return { upTo: String(maxUnits ?? ""), price, fixedFee: /[1-9]/.test(fixedFee) ? fixedFee : "" };
}

function limitDraft(limit: CreatePriceRequest["minimumSpend"]): LimitDraft {
  return { amount: limit?.amount.value ?? "", period: limit?.period ?? "monthly" };
}

function isThere<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}
