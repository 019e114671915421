import type { Decimal } from "@counterfoil/engine";
import { insertAccountCreditEntries, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { recordOwed } from "../journal/index.ts";
import { creditInvoice } from "../invoices/index.ts";

/**
 * Pays an issued invoice from account credit, and writes the ledger, the invoice and the journal. The caller has locked
 * the invoice and its account, and the amount exceeds neither the amount due nor the credit. `sourceInvoiceId` is the
 * invoice from which the credit was given back, if known.
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
