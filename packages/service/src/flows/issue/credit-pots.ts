import { Decimal } from "@counterfoil/engine";
import { findHeldCredit, type InvoiceRow, lockAccountCredit } from "@counterfoil/storage";
import type { Work } from "../../context.ts";

/** The account credit of one account in one currency, while invoices that are issued together use it. */
export interface CreditPot {
  /** The whole credit, including the held part. */
  balance: Decimal;
  /** By draft, the credit that is held for it. That credit had reduced the void invoice that the draft replaces. */
  readonly held: Map<string, Decimal>;
}

export type CreditPots = Map<string, CreditPot>;

/** Locks the accounts until commit, and reads their credit. */
export async function lockCreditPots(work: Work, accountIds: readonly string[]): Promise<CreditPots> {
  const pots: CreditPots = new Map();
  const rows = await lockAccountCredit(work.tx, accountIds);
  for (const row of rows) {
    potOf(pots, row).balance = Decimal.of(row.balance).plus(Decimal.of(row.held));
  }
  if (rows.every(({ held }) => Decimal.of(held).isZero())) return pots;
  for (const row of await findHeldCredit(work.tx, accountIds)) {
    potOf(pots, row).held.set(row.invoiceId, Decimal.of(row.amount));
  }
  return pots;
}

export function potOf(
  pots: CreditPots,
  { accountId, currency }: Pick<InvoiceRow, "accountId" | "currency">,
): CreditPot {
  const key = `${accountId} ${currency}`;
  const pot = pots.get(key) ?? { balance: Decimal.zero, held: new Map<string, Decimal>() };
  pots.set(key, pot);
  return pot;
}

/** The credit that an invoice can use: all except what is held for other drafts. */
export function freeFor({ balance, held }: CreditPot, invoiceId: string): Decimal {
  const others = [...held].flatMap(([id, amount]) => (id === invoiceId ? [] : [amount]));
  return Decimal.max(balance.minus(Decimal.sum(others)), Decimal.zero);
}
