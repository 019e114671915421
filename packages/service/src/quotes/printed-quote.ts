import {
  contractName,
  lineTexts,
  type PrintedDiscount,
  type PrintedGroup,
  type PrintedPrice,
  type PrintedQuote,
  type PrintedScope,
  type PrintedSpend,
  type PrintedVersion,
} from "@counterfoil/documents";
import { Decimal, formatAmount, paymentDays } from "@counterfoil/engine";
import type { SellerSnapshot, Spend, SpendPeriod } from "@counterfoil/storage";
import { toLook, toPrintedBuyer, toPrintedSeller } from "../documents/index.ts";
import { lastDay } from "../invoices/index.ts";
import { localDay } from "../time.ts";
import { printedPricing } from "./printed-pricing.ts";
import type { QuotedSum, QuoteFigures } from "./quote-figures.ts";
import type { QuoteDocument, QuotedPrice, QuotedScope, QuotedVersion } from "./quote-document.ts";

/** The data that is printed with a quote document: its state, and the seller's branding. */
export interface QuotePrint {
  readonly status: PrintedQuote["status"];
  /** The number that the customer sees; null for a draft and for the current state of a contract. */
  readonly number: string | null;
  readonly seller: SellerSnapshot;
  readonly logo: Uint8Array | null;
  /** Instants; null if it was not sent, has no end or is not signed. */
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
  readonly signature: { readonly name: string; readonly jobTitle: string | null; readonly signedAt: string } | null;
  readonly sha256: string | null;
}

/** A quote document in the form for rendering. Dates are in the time zone for which it was written. */
export function toPrintedQuote(document: QuoteDocument, print: QuotePrint): PrintedQuote {
  const { terms, buyer, timezone } = document;
  const { seller, signature } = print;
  const day = (instant: string | null): string | null => (instant === null ? null : localDay(instant, timezone));
  const contractEnd = day(terms.contractEndDate);
  // Prices are shown in their own currency (R-SUB-9).
  const currency = terms.sourceCurrency ?? terms.currency;
  return {
    status: print.status,
    number: print.number,
    name: contractName(terms.name, seller.locale),
    description: terms.description,
    issueDate: day(print.sentAt),
    validUntil: day(print.expiresAt),
    seller: toPrintedSeller({ ...seller, ...document.seller }, print.logo),
    buyer: toPrintedBuyer({ ...buyer, email: null }),
    look: toLook(seller),
    currency,
    invoicedIn: terms.currency,
    locale: seller.locale,
    contractStart: localDay(terms.contractStartDate, timezone),
    contractEnd: contractEnd === null ? null : lastDay(contractEnd),
    renewsAutomatically: terms.autoRenew,
    trialDays: terms.trialPeriodDays,
    firstBilling: day(terms.firstBillingDate),
    paymentTermDays: paymentDays(terms.invoicePaymentTerms),
    adjustments: {
      discount: terms.discount === null ? null : discountOf(terms.discount, terms.currency),
      minimum: spendOf(terms.minimumSpend, terms.currency),
      maximum: spendOf(terms.maximumSpend, terms.currency),
    },
    versions: document.versions.map((version) => printedVersion(version, timezone, terms.currency)),
    ...(document.figures === undefined ? {} : printedFigures(document.figures, seller.locale)),
    additionalTerms: terms.additionalTerms,
    termsOfService: [
      ...terms.termsOfServiceLinks.map(({ title, url }) => ({ title, address: url })),
      ...terms.termsOfServiceFiles.map(({ title, fileURL }) => ({ title, address: fileURL })),
    ],
    footer: seller.documentTemplate.footer,
    acceptance: signature && {
      name: signature.name,
      jobTitle: signature.jobTitle,
      signedOn: localDay(signature.signedAt, timezone),
    },
    sha256: print.sha256,
  };
}

function printedFigures(
  { recurring, contract }: QuoteFigures,
  locale: string,
): Pick<PrintedQuote, "recurring" | "contractValue"> {
  const sum = ({ subtotal, taxes, total, currency }: QuotedSum & { currency: string }) => {
    const texts = lineTexts(locale, currency);
    const printed = taxes.map(({ name, percentage, categoryCode, inclusive, base, amount }) => {
      const isRate = categoryCode === "S" || categoryCode === "Z";
      return { name: texts.tax(name), rate: isRate ? percentage : null, base, amount, inclusive };
    });
    return { subtotal, taxes: printed, total };
  };
  return {
    recurring: recurring.map((one) => ({
      ...sum(one),
      interval: (one.interval ?? "one_off") as PrintedPrice["interval"],
    })),
    contractValue: contract && {
      ...sum(contract),
      currency: contract.currency,
      isWithoutUsage: contract.isWithoutUsage,
    },
  };
}

/** @param currency the currency of the invoices */
function printedVersion(version: QuotedVersion, timezone: string, currency: string): PrintedVersion {
  const { startDate, priceGroups, entitlements } = version;
  const groups: PrintedGroup[] = priceGroups.map(({ name, description, prices }) => ({
    name,
    description,
    prices: prices.map((price) => printedPrice(price, timezone, currency)),
  }));
  return {
    startsOn: startDate === null ? null : localDay(startDate, timezone),
    groups,
    scopes: printedScopes(version, currency),
    fixedTotals: fixedTotals(priceGroups.flatMap(({ prices }) => prices)),
    // A feature that is granted as false is not listed.
    features: entitlements.flatMap(({ feature, value }) =>
      value === false ? [] : [{ name: feature, value: value === true ? null : String(value) }],
    ),
  };
}

/**
 * The discounts and limits of a version by scope: those of single items come first, in the order of application
 * (R-SUB-8).
 */
function printedScopes({ discounts = [], thresholds = [] }: QuotedVersion, currency: string): PrintedScope[] {
  const all = [...discounts, ...thresholds].map(({ scope }) => scope);
  const scopes = new Map(all.map((scope) => [JSON.stringify(scope), scope]));
  const inOrder = [...scopes].toSorted(([, a], [, b]) => Number(a.type === "global") - Number(b.type === "global"));
  return inOrder.map(([key, { type, names }]) => {
    const isOf = ({ scope }: { scope: QuotedScope }) => JSON.stringify(scope) === key;
    const discount = discounts.find(isOf);
    const limit = (kind: "min" | "max") => {
      const found = thresholds.find((threshold) => threshold.type === kind && isOf(threshold));
      return spendOf(found === undefined ? null : { amount: found.value, period: found.interval }, currency);
    };
    return {
      items: type === "global" ? null : names,
      discount:
        discount === undefined
          ? null
          : discountOf({ ...discount, discountType: discount.type, amount: discount.value }, currency),
      minimum: limit("min"),
      maximum: limit("max"),
    };
  });
}

function printedPrice(price: QuotedPrice, timezone: string, currency: string): PrintedPrice {
  const { product, discount, minimumSpend, maximumSpend } = price;
  return {
    name: product.name,
    description: product.description,
    interval: price.billingInterval ?? "one_off",
    isInAdvance: product.paymentTerms === "advance",
    unit: product.unitLabel,
    trialDays: price.trialPeriodDays,
    pricing: printedPricing(price),
    adjustments: {
      discount: discount && {
        ...discountOf(
          {
            discountType: discount.discountType,
            amount: discount.amount.value,
            durationValue: discount.periodLength,
            durationUnit: discount.periodType,
          },
          currency,
        ),
        interval: null,
        until: discount.endDate === null ? null : lastDay(localDay(discount.endDate, timezone)),
      },
      minimum: minimumSpend && {
        amount: amountText(minimumSpend.amount.value, currency),
        interval: minimumSpend.period,
      },
      maximum: maximumSpend && {
        amount: amountText(maximumSpend.amount.value, currency),
        interval: maximumSpend.period,
      },
    },
  };
}

/** The sum of a version's fixed prices for each interval, in the order in which the intervals first appear. */
function fixedTotals(prices: readonly QuotedPrice[]): PrintedVersion["fixedTotals"] {
  const totals = new Map<PrintedVersion["fixedTotals"][number]["interval"], { sum: Decimal; currency: string }>();
  for (const price of prices) {
    const pricing = printedPricing(price);
    if (pricing.kind !== "fixed") continue;
    const interval = price.billingInterval ?? "one_off";
    const sum = (totals.get(interval)?.sum ?? Decimal.zero).plus(Decimal.of(pricing.amount));
    totals.set(interval, { sum, currency: price.currency });
  }
  return [...totals].map(([interval, { sum: amount, currency }]) => {
    return { interval, amount: formatAmount({ amount, currency }) };
  });
}

/** A discount of an amount applies per month (R-SUB-8). */
function discountOf(
  discount: {
    readonly discountType: "percentage" | "amount";
    readonly amount: string;
    readonly durationValue: number | null;
    readonly durationUnit: "days" | "weeks" | "months" | "years" | null;
  },
  currency: string,
): PrintedDiscount {
  const { discountType: type, amount, durationValue: count, durationUnit } = discount;
  const duration = count === null || durationUnit === null ? null : { count, unit: UNITS[durationUnit] };
  const value = type === "percentage" ? Decimal.of(amount).toCanonical() : amountText(amount, currency);
  return { type, value, interval: type === "amount" ? "monthly" : null, duration, until: null };
}

const UNITS = { days: "day", weeks: "week", months: "month", years: "year" } as const;

function spendOf(spend: Spend | null, currency: string): PrintedSpend | null {
  return spend && { amount: amountText(spend.amount, currency), interval: INTERVALS[spend.period] };
}

/** With the currency's decimals, or with all digits if there are more, for any notation such as 1e3. */
function amountText(decimal: string, currency: string): string {
  const amount = Decimal.of(decimal);
  const withCents = formatAmount({ amount, currency });
  return Decimal.of(withCents).equals(amount) ? withCents : amount.toCanonical();
}

const INTERVALS: Record<SpendPeriod, PrintedSpend["interval"]> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  semi_annual: "semi_annual",
  year: "yearly",
};
