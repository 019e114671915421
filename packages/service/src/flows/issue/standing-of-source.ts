import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/** The ledger's amounts of an invoice from which another gives back, and what this run added. */
interface SourceLedger {
  /** What prepaid grants paid of it and have not gotten back. */
  readonly drawn: Decimal;
  /** The money that paid it and was not given back. Zero for a draft. */
  readonly money: Decimal;
  /** What other invoices gave back of it in this run. */
  readonly given: Decimal;
  /** What this run took off it. The ledger already contains it; the invoice does not yet. */
  readonly reduced: Decimal;
}

/**
 * The amount due of an unpaid source, and the money that paid it. An invoice that is not due yet is expected to be
 * paid, so what is given back of it becomes credit for the next invoices (R-SUB-4). The same holds for an invoice that
 * is issued in the same run.
 */
export function standingOfSource(
  source: InvoiceRow,
  { drawn, money, given, reduced }: SourceLedger,
): { due: Decimal; money: Decimal } {
  if (source.status === "draft") {
    const kept = Decimal.of(source.total).minus(drawn).minus(given);
    return { due: Decimal.zero, money: Decimal.max(kept, Decimal.zero) };
  }
  const due = Decimal.max(amountDue(source).minus(reduced), Decimal.zero);
  const paid = money.plus(reduced);
  const isDue = isUnpaid(source);
  return { due: isDue ? due : Decimal.zero, money: Decimal.max(isDue ? paid : paid.plus(due), Decimal.zero) };
}

/** Past its due day, or written off. */
function isUnpaid({ status }: InvoiceRow): boolean {
  return status === "overdue" || status === "uncollectible";
}
