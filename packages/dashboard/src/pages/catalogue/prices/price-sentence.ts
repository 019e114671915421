import type { CreatePriceRequest, Price, PriceBillingInterval } from "@counterfoil/sdk";
import { formatMoney, formatPercent, formatQuantity, isZero } from "../../../format/amount.ts";

/** The members of a price that its sentence needs. The price exists or is being written. */
export type PriceTerms = Partial<Omit<Price, "billingInterval">> &
  Pick<Price, "currency"> & { readonly billingInterval?: PriceBillingInterval | null | undefined };

const EVERY: Readonly<Record<PriceBillingInterval, string>> = {
  daily: "every day",
  weekly: "every week",
  monthly: "every month",
  quarterly: "every quarter",
  semi_annual: "every half year",
  yearly: "every year",
};

/** What the customer pays, in a sentence. `unit` is the unit label. */
export function priceSentence(price: PriceTerms | (CreatePriceRequest & { currency: string }), unit = "unit"): string {
  const terms = price as PriceTerms;
  const how = modelWords(terms, unit);
  const when =
    terms.billingInterval === null || terms.billingInterval === undefined ? "once" : EVERY[terms.billingInterval];
  return `${how}, ${when}${extras(terms)}.`;
}

function modelWords(price: PriceTerms, unit: string): string {
  const money = (value: string | undefined) => formatMoney(value ?? "0", price.currency);
  const {
    fixedPricingModel: fixed,
    unitPricingModel: each,
    volumePercentagePricingModel: share,
    packagePricingModel: packages,
    matrixPricingModel: matrix,
    expressionPricingModel: expression,
    prepaidTieredPricingModel: prepaid,
    prepaidFixedTieredPricingModel: prepaidFee,
  } = price;
  if (fixed !== undefined) {
    const one = String(fixed.units) === "1";
    return one
      ? money(fixed.pricePerUnit.value)
      : `${quantity(fixed.units)} ${unit}s at ${money(fixed.pricePerUnit.value)} each`;
  }
  if (each !== undefined) return `${money(each.pricePerUnit.value)} for each ${unit}`;
  if (packages !== undefined) {
    const included = isZero(String(packages.includedUnits ?? 0))
      ? ""
      : ` after the first ${quantity(packages.includedUnits)}, which are included`;
    return `${money(packages.pricePerPackage.value)} for each package of ${quantity(packages.packageSize)} ${unit}s that is begun${included}`;
  }
  if (share !== undefined) {
    const perEvent =
      share.pricePerUnit === undefined || isZero(share.pricePerUnit.value)
        ? ""
        : ` and ${money(share.pricePerUnit.value)} for each event`;
    const fee =
      share.fixedFee === undefined || isZero(share.fixedFee.value)
        ? ""
        : `, and ${money(share.fixedFee.value)} once where there was any`;
    return `${formatPercent(share.percentage.value)} of the volume${perEvent}${fee}`;
  }
  if (matrix !== undefined) {
    const rest =
      matrix.defaultPricePerUnit === null || matrix.defaultPricePerUnit === undefined
        ? "any other usage holds the invoice"
        : `${money(matrix.defaultPricePerUnit.value)} otherwise`;
    const cells = matrix.cells.map(
      ({ values, pricePerUnit }) =>
        `${money(pricePerUnit.value)} where ${Object.entries(values)
          .map(([name, value]) => `${name} is ${value}`)
          .join(" and ")}`,
    );
    return `For each ${unit} ${[...cells.slice(0, 3), ...(cells.length > 3 ? [`${cells.length - 3} more`] : []), rest].join(", ")}`;
  }
  if (expression !== undefined) return `The result of ${expression.expression}`;
  if (prepaid !== undefined)
    return `${quantity(prepaid.units)} ${unit}s paid before, at the tier that they reach; what is above them ${tierWords(prepaid.tiers, money, unit)}`;
  if (prepaidFee !== undefined)
    return `A fee for ${quantity(prepaidFee.units)} ${unit}s before; what is above them ${tierWords(prepaidFee.tiers, money, unit)}`;
  const volume = price.tieredPricingModel;
  if (volume !== undefined)
    return `All ${unit}s at the price of the tier that they reach: ${tierWords(volume.tiers, money, unit)}`;
  const graduated = price.graduatedTieredPricingModel;
  if (graduated !== undefined) return upperFirst(tierWords(graduated.tiers, money, unit));
  const percentages = price.tieredPercentagePricingModel ?? price.graduatedPercentagePricingModel;
  if (percentages !== undefined) {
    const words = tierWords(
      percentages.tiers.map(({ percentage, ...tier }) => ({ ...tier, pricePerUnit: percentage })),
      (value) => formatPercent(value ?? "0"),
      "",
      money,
    );
    return price.tieredPercentagePricingModel === undefined
      ? upperFirst(words)
      : `A share of all of the volume, by the tier that it reaches: ${words}`;
  }
  return "No price yet";
}

interface Tier {
  readonly maxUnits?: number | string | null | undefined;
  readonly pricePerUnit?: { readonly value: string } | null | undefined;
  readonly fixedFee?: { readonly value: string } | null | undefined;
}

/** `€0.15 up to 100, €0.10 up to 500, then €0.05 for each call`. */
function tierWords(
  tiers: readonly Tier[],
  rate: (value: string | undefined) => string,
  unit: string,
  money: (value: string | undefined) => string = rate,
): string {
  const parts = tiers.map(({ maxUnits, pricePerUnit, fixedFee }, index) => {
    const value = pricePerUnit?.value ?? "0";
    const price = isZero(value) ? "free" : rate(value);
    const fee =
      fixedFee === null || fixedFee === undefined || isZero(fixedFee.value) ? "" : ` plus ${money(fixedFee.value)}`;
    if (maxUnits === null || maxUnits === undefined) return `${index === 0 ? "" : "then "}${price}${fee}`;
    return `${price}${fee} up to ${quantity(maxUnits)}`;
  });
  return `${parts.join(", ")}${unit === "" ? "" : ` for each ${unit}`}`;
}

function extras({ trialPeriodDays, minimumSpend, maximumSpend, discount, currency }: PriceTerms): string {
  const money = (value: string) => formatMoney(value, currency);
  const parts: string[] = [];
  if (trialPeriodDays !== null && trialPeriodDays !== undefined)
    parts.push(`free for the first ${trialPeriodDays} days`);
  if (discount !== null && discount !== undefined)
    parts.push(
      `less ${discount.discountType === "percentage" ? formatPercent(discount.amount.value) : money(discount.amount.value)}`,
    );
  if (minimumSpend !== null && minimumSpend !== undefined)
    parts.push(`at least ${money(minimumSpend.amount.value)} ${EVERY[minimumSpend.period]}`);
  if (maximumSpend !== null && maximumSpend !== undefined)
    parts.push(`at most ${money(maximumSpend.amount.value)} ${EVERY[maximumSpend.period]}`);
  return parts.length === 0 ? "" : `; ${parts.join(", ")}`;
}

function quantity(units: number | string): string {
  return formatQuantity(String(units));
}

function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
