import type { InvoiceRow } from "@counterfoil/storage";
import { lastDay, writtenDate } from "./written-date.ts";

/** Fills `{BillingPeriodStart}`, `{BillingPeriodEnd}`, `{PurchaseOrderNumber}` and `{Currency}` into a memo (R-INV-1). */
export function renderMemo(template: string | null, invoice: InvoiceRow, locale: string): string | null {
  if (template === null) return null;
  const values: Record<string, string> = {
    BillingPeriodStart: writtenDate(invoice.periodStart, locale),
    BillingPeriodEnd: writtenDate(lastDay(invoice.periodEnd), locale),
    PurchaseOrderNumber: invoice.purchaseOrderNumber ?? "",
    Currency: invoice.currency,
  };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
