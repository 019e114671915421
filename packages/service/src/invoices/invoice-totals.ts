import { Decimal, formatAmount } from "@counterfoil/engine";
import type { BookedInvoiceRow, InvoiceLineRow, InvoiceRow, StoredCreditPart } from "@counterfoil/storage";

/** The total of a draft's lines. The lines are rounded, and their sum is not rounded again (R-RATE). */
export function totalsOf(
  currency: string,
  lines: readonly Pick<InvoiceLineRow, "amount">[],
): Pick<InvoiceRow, "subtotal" | "total"> {
  const amount = Decimal.sum(lines.map((line) => Decimal.of(line.amount)));
  const subtotal = formatAmount({ amount, currency });
  return { subtotal, total: subtotal };
}

type OwingInvoice = Pick<InvoiceRow, "status" | "total" | "creditsApplied" | "amountPaid">;

/**
 * The amount due of an invoice. Zero if it is void, and for a draft below zero, which becomes account credit when it is
 * issued.
 */
export function amountDue({ status, total, creditsApplied, amountPaid }: OwingInvoice): Decimal {
  if (status === "void" || (status === "draft" && Decimal.of(total).isNegative())) return Decimal.zero;
  return Decimal.of(total).minus(Decimal.of(creditsApplied)).minus(Decimal.of(amountPaid));
}

/** Whether the amount due of an invoice can still be paid: it is issued, and neither paid nor void. */
export function isOwed({ status }: Pick<InvoiceRow, "status">): boolean {
  return status === "issued" || status === "overdue" || status === "uncollectible";
}

/** The checks of the books also use this for skipped invoices. */
type CreditingInvoice = Pick<BookedInvoiceRow, "status" | "total" | "creditsApplied" | "creditedTo">;

/** What an invoice below zero gave back, or a draft will give back. Zero for a void invoice. */
export function amountCredited({ status, total, creditsApplied }: Omit<CreditingInvoice, "creditedTo">): Decimal {
  if (status === "void" || !Decimal.of(total).isNegative()) return Decimal.zero;
  return Decimal.of(status === "draft" ? total : creditsApplied).negate();
}

/** Where an invoice below zero gave its amount back. Empty for a draft and for a void invoice. */
export function creditParts(invoice: CreditingInvoice): readonly StoredCreditPart[] {
  const credited = amountCredited(invoice);
  if (invoice.status === "draft" || credited.isZero()) return [];
  // Invoices issued before this was recorded gave everything back as account credit.
  return invoice.creditedTo ?? [{ to: "account_credit", amount: credited.toString() }];
}
