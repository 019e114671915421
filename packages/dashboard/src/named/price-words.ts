import type { CreatePriceRequest, PriceBillingInterval } from "@counterfoil/sdk";
import { formatMoney, formatPercent, formatQuantity } from "../format/amount.ts";
import { dayOfEither, formatDate } from "../format/dates.ts";

const INTERVALS: Readonly<Record<PriceBillingInterval, string>> = {
  daily: "a day",
  weekly: "a week",
  monthly: "a month",
  quarterly: "a quarter",
  semi_annual: "half a year",
  yearly: "a year",
};

/** `a month`, or `once` for a price without an interval. */
function intervalWords(interval: PriceBillingInterval | null | undefined): string {
  return interval === null ? "once" : INTERVALS[interval ?? "monthly"];
}

/** What a customer pays for a price, in one line: `€9.00 per seat × 25, a month`. */
export function priceWords(price: CreatePriceRequest, currency: string, unitLabel: string | null = null): string {
  const unit = unitLabel ?? "unit";
  const money = (amount: string) => formatMoney(amount, currency);
  const rate = (value: { readonly value: string } | null | undefined) => money(value?.value ?? "0");
  const tiers =
    price.tieredPricingModel ??
    price.graduatedTieredPricingModel ??
    price.prepaidTieredPricingModel ??
    price.prepaidFixedTieredPricingModel;
  const interval = intervalWords(price.billingInterval);
  if (price.fixedPricingModel) {
    const { pricePerUnit, units } = price.fixedPricingModel;
    return String(units) === "1"
      ? `${rate(pricePerUnit)} ${interval}`
      : `${rate(pricePerUnit)}${unitLabel === null ? "" : ` per ${unitLabel}`} × ${formatQuantity(String(units))}, ${interval}`;
  }
  if (price.unitPricingModel) return `${rate(price.unitPricingModel.pricePerUnit)} per ${unit}`;
  if (tiers) {
    const all = tiers.tiers;
    const range =
      all.length === 1
        ? `${rate(all[0]?.pricePerUnit)} per ${unit}`
        : `${all.length} tiers, ${rate(all[0]?.pricePerUnit)} to ${rate(all.at(-1)?.pricePerUnit)} per ${unit}`;
    return "units" in tiers ? `${formatQuantity(String(tiers.units))} prepaid, ${range}` : range;
  }
  const shares = price.tieredPercentagePricingModel ?? price.graduatedPercentagePricingModel;
  if (shares) {
    const all = shares.tiers.map(({ percentage }) => formatPercent(percentage?.value ?? "0"));
    return all.length === 1 ? `${all[0]} of the volume` : `${all[0]} to ${all.at(-1)} of the volume`;
  }
  if (price.volumePercentagePricingModel) {
    return `${formatPercent(price.volumePercentagePricingModel.percentage.value)} of the volume`;
  }
  if (price.packagePricingModel) {
    const { pricePerPackage, packageSize } = price.packagePricingModel;
    return `${rate(pricePerPackage)} per ${formatQuantity(String(packageSize))} ${unit}`;
  }
  if (price.matrixPricingModel) {
    const { cells, dimensions } = price.matrixPricingModel;
    return `${cells.length} prices by ${dimensions.join(" and ")}`;
  }
  return price.expressionPricingModel?.expression ?? "";
}

/** The discount in words, or null. */
export function discountWords(
  discount: CreatePriceRequest["discount"],
  currency: string,
  timeZone: string,
): string | null {
  if (discount === null || discount === undefined) return null;
  const amount =
    discount.discountType === "percentage"
      ? formatPercent(discount.amount.value)
      : formatMoney(discount.amount.value, currency);
  if (discount.endDate !== null && discount.endDate !== undefined) {
    return `${amount} off until ${formatDate(dayOfEither(discount.endDate, timeZone))}`;
  }
  return discount.periodLength === null || discount.periodLength === undefined
    ? `${amount} off`
    : `${amount} off for ${discount.periodLength} ${discount.periodType}`;
}
