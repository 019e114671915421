import { Decimal } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  type CreditGrantRow,
  forgetLowTold,
  type InvoiceDraw,
  type InvoiceRow,
  moveGrantBalances,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { recordGrants } from "../journal/index.ts";

/** The document that gives back, as members of its ledger entries. */
export type ReturnedBy = Pick<AccountCreditEntry, "invoiceId" | "creditNoteId" | "sourceInvoiceId">;

/**
 * Puts back into grants what an invoice drew from them. An expired grant takes it back and expires again, as agreed.
 * For a voided grant it stays taken away. The accounts are locked. Returns the ledger entries, which the caller writes.
 */
export async function returnToGrants(
  work: Work,
  { accountId, currency }: Pick<InvoiceRow, "accountId" | "currency">,
  draws: readonly InvoiceDraw[],
  by: ReturnedBy,
): Promise<AccountCreditEntry[]> {
  const createdAt = work.clock.now();
  const movements = draws.map(({ creditGrantId, amount }) => ({ id: creditGrantId, amount }));
  const grants = await moveGrantBalances(work.tx, movements, createdAt);
  if (grants.length > 0) await forgetLowTold(work.tx, [accountId]);
  const entries: AccountCreditEntry[] = [];
  for (const { creditGrantId, metricId, amount, amountPaid, lines } of draws) {
    const grantCurrency = metricId === null ? currency : null;
    const ofGrant = { accountId, currency: grantCurrency, metricId, creditGrantId, createdAt };
    const paidBack = Decimal.of(amountPaid).negate().toString();
    const id = work.ids.next("credit");
    const linesBack = lines?.map((line) => ({ ...line, amountPaid: Decimal.of(line.amountPaid).negate().toString() }));
    entries.push({ ...ofGrant, ...by, id, amount, kind: "returned", amountPaid: paidBack, lines: linesBack ?? null });
    if (isMoved(grants, creditGrantId)) continue;
    // Credit that returns to a grant that was voided since stays taken away.
    entries.push({
      ...ofGrant,
      id: work.ids.next("credit"),
      amount: Decimal.of(amount).negate().toString(),
      kind: "voided",
      invoiceId: null,
    });
    await recordGrants(work, "credit_voided", [
      { id: creditGrantId, accountId, currency: grantCurrency, amount: paidBack },
    ]);
  }
  return entries;
}

function isMoved(grants: readonly CreditGrantRow[], grantId: string): boolean {
  return grants.some(({ id }) => id === grantId);
}
