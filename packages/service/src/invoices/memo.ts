import { Decimal, formatAmount } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { localDay } from "../time.ts";
import { lastDay, writtenDate } from "./written-date.ts";

/** What a memo can refer to: the invoice as issued, and its customer. */
export type MemoFacts = Pick<
  InvoiceRow,
  | "number"
  | "issueDate"
  | "dueDate"
  | "periodStart"
  | "periodEnd"
  | "timezone"
  | "purchaseOrderNumber"
  | "currency"
  | "total"
  | "description"
> & { readonly accountName: string };

/**
 * Fills in a memo's placeholders (R-INV-1): `{BillingPeriodStart}`, `{BillingPeriodEnd}`, `{InvoiceNumber}`,
 * `{IssueDate}`, `{DueDate}`, `{PurchaseOrderNumber}`, `{AccountName}`, `{Description}`, `{Currency}` and `{Total}`. A
 * placeholder without a value becomes empty, and unknown placeholders stay.
 */
export function renderMemo(template: string | null, invoice: MemoFacts, locale: string): string | null {
  if (template === null) return null;
  const day = (instant: string | null) =>
    instant === null ? "" : writtenDate(localDay(instant, invoice.timezone), locale);
  const values = new Map([
    ["BillingPeriodStart", writtenDate(invoice.periodStart, locale)],
    ["BillingPeriodEnd", writtenDate(lastDay(invoice.periodEnd), locale)],
    ["InvoiceNumber", invoice.number ?? ""],
    ["IssueDate", day(invoice.issueDate)],
    ["DueDate", day(invoice.dueDate)],
    ["PurchaseOrderNumber", invoice.purchaseOrderNumber ?? ""],
    ["AccountName", invoice.accountName],
    ["Description", invoice.description ?? ""],
    ["Currency", invoice.currency],
    ["Total", formatAmount({ amount: Decimal.of(invoice.total), currency: invoice.currency })],
  ]);
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}
