import { Decimal, type ReturnedParts, splitReturned } from "@counterfoil/engine";
import type { CreditNoteRow, InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/**
 * What paid an invoice and has not gone back yet: money, which is below zero if more went back than was received, and
 * prepaid grants.
 */
interface PaidSoFar {
  readonly money: Decimal;
  readonly grants: Decimal;
}

/**
 * Where a note goes that is not refunded: it reduces the amount due, or goes to account credit or back to prepaid
 * grants (R-INV-8).
 */
export function splitNote(
  invoice: InvoiceRow,
  { total, outcome }: Pick<CreditNoteRow, "total" | "outcome">,
  { money, grants }: PaidSoFar,
): ReturnedParts {
  // With the outcome account credit, the amount due of an open invoice stays. A written-off invoice was never paid.
  const isReduced = outcome === "apply" || invoice.status === "uncollectible";
  const due = Decimal.max(amountDue(invoice), Decimal.zero);
  return splitReturned(Decimal.of(total), {
    due: isReduced ? due : Decimal.zero,
    // The rest of an open invoice is expected to be paid.
    money: Decimal.max(money.plus(isReduced ? Decimal.zero : due), Decimal.zero),
    grants,
  });
}
