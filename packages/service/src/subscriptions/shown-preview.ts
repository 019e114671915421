import { Decimal, formatAmount } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../contracts/index.ts";
import type { Invoice } from "../invoices/index.ts";
import type { ActivationWarning } from "./activation-warnings.ts";

/** An invoice that a subscription would create. */
export interface PreviewedInvoice extends Pick<Invoice, "subtotal" | "linesTotal" | "tax" | "taxes" | "total"> {
  /** The local billing day. */
  date: string;
  /** The service periods of its lines, without duplicates. */
  periods: { start: string; end: string }[];
  lines: Invoice["lineItems"];
}

/** What a subscription would bill if it started in its current state. */
export interface SubscriptionPreview {
  startsAt: string;
  /** The first local day after the preview. */
  until: string;
  currency: string;
  invoices: PreviewedInvoice[];
  total: string;
  byMonth: { month: string; total: string }[];
  /** Warnings before activation. */
  warnings: ActivationWarning[];
}

/** The shown data of the invoices that a subscription would create, month by month. */
export function shownPreview(
  { subscription, contract }: Pick<LoadedContract, "subscription" | "contract">,
  until: Temporal.PlainDate,
  billed: readonly { readonly shown: Invoice }[],
): Omit<SubscriptionPreview, "warnings"> {
  const { currency } = contract;
  const invoices = billed.map(({ shown }): PreviewedInvoice => {
    const { billingDate: date, lineItems: lines, subtotal, linesTotal, tax, taxes, total } = shown;
    const periods = new Map(
      lines.map(({ servicePeriod }) => [`${servicePeriod.start} ${servicePeriod.end}`, servicePeriod]),
    );
    return { date, periods: [...periods.values()], lines, subtotal, linesTotal, tax, taxes, total };
  });
  const sum = (some: readonly PreviewedInvoice[]) =>
    formatAmount({ amount: Decimal.sum(some.map(({ total }) => Decimal.of(total))), currency });
  const months = Map.groupBy(invoices, ({ date }) => date.slice(0, "2026-01".length));
  return {
    startsAt: subscription.contractStartDate,
    until: until.toString(),
    currency,
    invoices,
    total: sum(invoices),
    byMonth: monthsBetween(contract.startsOn, until).map((month) => {
      return { month, total: sum(months.get(month) ?? []) };
    }),
  };
}

/** Every month with a day in [start, end), even if nothing is billed in it. */
function monthsBetween(start: Temporal.PlainDate, end: Temporal.PlainDate): string[] {
  const months: string[] = [];
  let month = start.toPlainYearMonth();
  const last = end.subtract({ days: 1 }).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, last) <= 0; month = month.add({ months: 1 })) {
    months.push(month.toString());
  }
  return months;
}
