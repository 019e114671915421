import { Decimal } from "@counterfoil/engine";
import { type IssuedInvoice, takeNumbers } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import {
  dueDates,
  invoiceNumber,
  localeFor,
  numberPattern,
  renderMemo,
  seriesOf,
  type WrittenInvoice,
} from "../../invoices/index.ts";
import { localDay } from "../../time.ts";
import { freezeSides, type Issuing } from "./freeze-sides.ts";

/** A draft, and what becomes of it when it is issued. */
export interface NumberedInvoice {
  readonly draft: WrittenInvoice;
  readonly issued: IssuedInvoice;
}

/** The drafts with both sides frozen, and their numbers. Who else issues waits from here to the commit, so it comes late (R-INV-3). */
export async function numberInvoices(
  work: Work,
  drafts: readonly WrittenInvoice[],
  issuing: Issuing,
): Promise<NumberedInvoice[]> {
  if (drafts.length === 0) return [];
  const { organization, now, partiesOf } = issuing;
  const today = localDay(now, organization.timezone);
  const series = seriesOf(organization, today);
  const frozen = drafts.map((draft) => ({ draft, sides: freezeSides(draft, issuing) }));
  const first = await takeNumbers(work.tx, {
    series,
    count: drafts.length,
    pattern: numberPattern(organization, today),
  });
  return frozen.map(({ draft, sides }, index) => {
    const { invoice } = draft;
    const { account, subscription } = partiesOf(invoice);
    const sequence = first + BigInt(index);
    const written = {
      number: invoiceNumber(organization, sequence, today),
      issueDate: now,
      ...dueDates(invoice, now),
    };
    const issued: IssuedInvoice = {
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
    return { draft, issued };
  });
}
