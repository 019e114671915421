import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/** What the ledger says about an invoice that gives back, and what this go added to it. */
interface SourceLedger {
  /** What prepaid grants paid of it and did not get back. */
  readonly drawn: Decimal;
  /** The money that paid it and was not given back. Nothing paid a draft yet. */
  readonly money: Decimal;
  /** What others gave back of it in this go. */
  readonly given: Decimal;
  /** What was taken off it in this go: the ledger has it, the invoice not yet. */
  readonly reduced: Decimal;
}

/**
 * What an unpaid source still asks for, and the money that paid it. An invoice that is not due yet is expected to be paid: what is given
 * back of it is credit, which the next invoices use up (R-SUB-4). One that is issued in the same go is such an invoice.
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

/** Past its due day, or given up on. */
function isUnpaid({ status }: InvoiceRow): boolean {
  return status === "overdue" || status === "uncollectible";
}
