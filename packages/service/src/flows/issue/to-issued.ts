import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, IssuedInvoice } from "@counterfoil/storage";
import { dueDates, invoiceNumber, localeFor, renderMemo } from "../../invoices/index.ts";
import type { FrozenSides, Issuing } from "./freeze-sides.ts";

/** The number that an invoice takes: its series, its place in the series, and the organization's day. */
interface TakenNumber {
  readonly series: string;
  readonly sequence: bigint;
  readonly today: string;
}

/** The issued invoice of a draft. It is paid at once if credit covers the whole amount. */
export function toIssued(
  invoice: InvoiceRow,
  sides: FrozenSides,
  { series, sequence, today }: TakenNumber,
  { organization, now, partiesOf }: Issuing,
): IssuedInvoice {
  const { account, subscription } = partiesOf(invoice);
  const written = {
    number: invoiceNumber(organization, sequence, today),
    issueDate: now,
    ...dueDates(invoice, now),
  };
  return {
    id: invoice.id,
    status: Decimal.of(invoice.total).equals(Decimal.of(sides.creditsApplied)) ? "paid" : "issued",
    series,
    sequence: sequence.toString(),
    ...written,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    billingPeriodStart: invoice.billingPeriodStart,
    billingPeriodEnd: invoice.billingPeriodEnd,
    subtotal: invoice.subtotal,
    tax: invoice.tax,
    total: invoice.total,
    taxes: invoice.taxes ?? null,
    memo: renderMemo(
      invoice.memo ?? subscription?.invoiceMemoTemplate ?? null,
      { ...invoice, ...written, accountName: account.name },
      localeFor(organization, account),
    ),
    footer: invoice.footer ?? subscription?.invoiceFooterText ?? null,
    ...sides,
  };
}
