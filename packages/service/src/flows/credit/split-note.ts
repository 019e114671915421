import { Decimal, type ReturnedParts, splitReturned } from "@counterfoil/engine";
import type { CreditNoteRow, InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/** What paid an invoice and did not go back yet: money, below zero where more went back than came in, and prepaid grants. */
interface PaidSoFar {
  readonly money: Decimal;
  readonly grants: Decimal;
}

/** Where a note goes that is not refunded: off what the invoice asks for, to account credit, or back to prepaid grants (R-INV-8). */
export function splitNote(
  invoice: InvoiceRow,
  { total, outcome }: Pick<CreditNoteRow, "total" | "outcome">,
  { money, grants }: PaidSoFar,
): ReturnedParts {
  // Whoever chose account credit keeps an open invoice as it is; what was given up on was never paid.
  const isReduced = outcome === "apply" || invoice.status === "uncollectible";
  const due = Decimal.max(amountDue(invoice), Decimal.zero);
  return splitReturned(Decimal.of(total), {
    due: isReduced ? due : Decimal.zero,
    // What is still due of an open invoice is expected to be paid.
    money: Decimal.max(money.plus(isReduced ? Decimal.zero : due), Decimal.zero),
    grants,
  });
}
