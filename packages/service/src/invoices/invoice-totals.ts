import { Decimal, formatAmount } from "@counterfoil/engine";
import type { BookedInvoiceRow, InvoiceLineRow, InvoiceRow, StoredCreditPart } from "@counterfoil/storage";

/** What the lines of a draft come to: they are rounded, and their sum is not (R-RATE). */
export function totalsOf(
  currency: string,
  lines: readonly Pick<InvoiceLineRow, "amount">[],
): Pick<InvoiceRow, "subtotal" | "total"> {
  const amount = Decimal.sum(lines.map((line) => Decimal.of(line.amount)));
  const subtotal = formatAmount({ amount, currency });
  return { subtotal, total: subtotal };
}

/**
 * What an invoice still asks for: nothing once it is void, and nothing while a draft comes to less than zero, which becomes account
 * credit when it is issued.
 */
export function amountDue({ status, total, creditsApplied, amountPaid }: InvoiceRow): Decimal {
  if (status === "void" || (status === "draft" && Decimal.of(total).isNegative())) return Decimal.zero;
  return Decimal.of(total).minus(Decimal.of(creditsApplied)).minus(Decimal.of(amountPaid));
}

/** Whether what is due of an invoice can still be paid: it is issued, and neither paid nor void. */
export function isOwed({ status }: Pick<InvoiceRow, "status">): boolean {
  return status === "issued" || status === "overdue" || status === "uncollectible";
}

/** The checks of the books ask this of skipped invoices too. */
type CreditingInvoice = Pick<BookedInvoiceRow, "status" | "total" | "creditsApplied" | "creditedTo">;

/** What an invoice below zero gave back; of a draft what it will give back. Nothing of one that is void. */
export function amountCredited({ status, total, creditsApplied }: CreditingInvoice): Decimal {
  if (status === "void" || !Decimal.of(total).isNegative()) return Decimal.zero;
  return Decimal.of(status === "draft" ? total : creditsApplied).negate();
}

/** Where what an invoice below zero gave back went: nowhere yet while it is a draft, and nowhere any more once it is void. */
export function creditParts(invoice: CreditingInvoice): readonly StoredCreditPart[] {
  const credited = amountCredited(invoice);
  if (invoice.status === "draft" || credited.isZero()) return [];
  // Of invoices that were issued before this was kept, all became account credit.
  return invoice.creditedTo ?? [{ to: "account_credit", amount: credited.toString() }];
}
