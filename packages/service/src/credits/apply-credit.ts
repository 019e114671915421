import type { Decimal } from "@counterfoil/engine";
import { insertAccountCreditEntries, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { recordOwed } from "../journal/index.ts";
import { creditInvoice } from "../invoices/index.ts";

/**
 * Pays an issued invoice from account credit: the ledger, the invoice and the journal in one. The invoice and its account are
 * locked, and the amount is neither more than is due nor more than the account has. The credit came back of `sourceInvoiceId`,
 * where that is known.
 */
export async function applyCredit(
  work: Work,
  invoice: InvoiceRow,
  amount: Decimal,
  sourceInvoiceId: string | null = null,
): Promise<InvoiceRow> {
  if (amount.isZero()) return invoice;
  const { id: invoiceId, accountId, currency } = invoice;
  const [id, createdAt] = [work.ids.next("credit"), work.clock.now()];
  const entry = { id, accountId, currency, amount: amount.negate().toString(), invoiceId, createdAt };
  await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "applied", sourceInvoiceId }]);
  const row = await creditInvoice(work, invoice, amount);
  await recordOwed(work, "credit_applied", invoice, row);
  return row;
}
