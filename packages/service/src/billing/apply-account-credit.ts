import { Decimal } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  insertAccountCreditEntries,
  type InvoiceRow,
  lockAccountCredit,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";

/**
 * Uses up what accounts have to their credit, invoice by invoice in the order given, and turns a negative total into credit
 * (R-SUB-4). Answers by invoice id what is applied: negative where credit was given.
 */
export async function applyAccountCredit(work: Work, invoices: readonly InvoiceRow[]): Promise<Map<string, Decimal>> {
  const accountIds = [...new Set(invoices.map((invoice) => invoice.accountId))].toSorted();
  const balances = new Map(
    (await lockAccountCredit(work.tx, accountIds)).map((row) => [
      `${row.accountId} ${row.currency}`,
      Decimal.of(row.balance),
    ]),
  );
  const applied = new Map<string, Decimal>();
  const entries: AccountCreditEntry[] = [];
  for (const invoice of invoices) {
    const key = `${invoice.accountId} ${invoice.currency}`;
    const balance = balances.get(key) ?? Decimal.zero;
    const amount = Decimal.min(Decimal.of(invoice.total), balance);
    if (amount.isZero()) continue;
    applied.set(invoice.id, amount);
    balances.set(key, balance.minus(amount));
    entries.push({
      id: work.ids.next("credit"),
      accountId: invoice.accountId,
      currency: invoice.currency,
      amount: amount.negate().toString(),
      invoiceId: invoice.id,
      createdAt: work.clock.now(),
    });
  }
  await insertAccountCreditEntries(work.tx, entries);
  return applied;
}
