import { Decimal, formatAmount, parsePricingModel } from "@counterfoil/engine";
import {
  type AccountRow,
  findPrices,
  type SubscriptionRow,
  type VersionRow,
  withinTransaction,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { billTerm } from "../subscriptions/index.ts";
import type { InvoiceTax } from "../tax/index.ts";
import { taxesOfPrices } from "../invoice-taxes/index.ts";
import { withoutTrace } from "../without-trace.ts";

type QuotedTax = Pick<InvoiceTax, "name" | "percentage" | "categoryCode" | "inclusive" | "base" | "amount">;

/** An amount without tax, its taxes, and the amount with tax. */
export interface QuotedSum {
  subtotal: string;
  taxes: QuotedTax[];
  total: string;
}

/** The amounts of an offer, with the prices and tax rates that are known when it is sent, and without usage. */
export interface QuoteFigures {
  /** The fixed prices of the first version by interval, before discounts, in the currency of the prices. */
  recurring: (QuotedSum & { interval: string | null; currency: string })[];
  /** All invoices of the fixed term without usage. Null if the contract has no end, or cannot be billed ahead. */
  contract: (QuotedSum & { currency: string; isWithoutUsage: boolean }) | null;
}

/** The figures of an offer, in the transaction that freezes it. The billing that calculates them is rolled back. */
export async function quoteFigures(
  work: Work,
  subscription: SubscriptionRow,
  versions: readonly VersionRow[],
  account: AccountRow,
): Promise<QuoteFigures> {
  const startsOn = Temporal.PlainDate.from(subscription.contractStartOn);
  const ids = versions.map((version) => version.priceGroups.flatMap((group) => group.priceIds));
  const prices = await findPrices(work.tx, ids.flat());
  const fixed = prices
    .filter(({ id }) => ids[0]?.includes(id) === true)
    .flatMap((price) => {
      const parsed = parsePricingModel(price.type, price.pricingModel);
      if (!parsed.ok || parsed.model.type !== "fixed") return [];
      const amount = parsed.model.pricePerUnit.times(parsed.model.units);
      return [{ price, amount: Decimal.of(formatAmount({ amount, currency: price.currency })) }];
    });
  const recurring: QuoteFigures["recurring"] = [];
  for (const [interval, of] of Map.groupBy(fixed, ({ price }) => price.billingInterval)) {
    const currency = of[0]?.price.currency ?? subscription.currency;
    const amounts = of.map(({ price, amount }) => ({ priceId: price.id, amount }));
    const taxed = await taxesOfPrices(work.tx, account, amounts, { currency, on: startsOn });
    recurring.push({ interval, currency, ...taxed });
  }
  const isWithoutUsage = prices.some(({ type }) => type !== "fixed");
  const value = await contractValue(work, subscription);
  return { recurring, contract: value && { ...value, currency: subscription.currency, isWithoutUsage } };
}

/** The total of the fixed term, without renewals. */
async function contractValue(work: Work, subscription: SubscriptionRow): Promise<QuotedSum | null> {
  const { contractEndOn, currency } = subscription;
  if (contractEndOn === null) return null;
  // Arrears are billed on the day after the contract's last day.
  const until = Temporal.PlainDate.from(contractEndOn).add({ days: 1 });
  const part = { ...work, database: withinTransaction(work.database, work.tx) };
  try {
    const invoices = await withoutTrace(part, async (ahead) => ({
      of: await billTerm(ahead, { ...subscription, autoRenew: false }, until),
    }));
    return invoices.of === null ? null : sumOf(invoices.of, currency);
  } catch (error) {
    // A price is missing, or there would be too many invoices: the offer is sent without its value.
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function sumOf(invoices: readonly QuotedSum[], currency: string): QuotedSum {
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const sum = (amounts: readonly string[]) => money(Decimal.sum(amounts.map((amount) => Decimal.of(amount))));
  const byRate = Map.groupBy(
    invoices.flatMap(({ taxes }) => taxes),
    ({ name, percentage, categoryCode, inclusive }) => JSON.stringify([name, percentage, categoryCode, inclusive]),
  );
  const taxes = [...byRate.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const { name, percentage, categoryCode, inclusive } = first;
    const [base, amount] = [sum(of.map((tax) => tax.base)), sum(of.map((tax) => tax.amount))];
    return [{ name, percentage, categoryCode, inclusive, base, amount }];
  });
  return { subtotal: sum(invoices.map((one) => one.subtotal)), taxes, total: sum(invoices.map((one) => one.total)) };
}
