import { Decimal } from "@counterfoil/engine";
import { findInvoiceLines, lockAccountCredit } from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import { applyCredit, grantPaidTopUps } from "../../credits/index.ts";
import { DomainError, refuseFaults } from "../../errors/index.ts";
import {
  amountDue,
  type Invoice,
  lockInvoiceFor,
  paymentAmountFaults,
  toInvoice,
  writtenAmount,
} from "../../invoices/index.ts";
import { stopCollection } from "../../payments/index.ts";

export interface CreditApplication {
  /** In the invoice's currency. Default: as much as possible. */
  amount?: string | null;
}

/**
 * Pays an open invoice from account credit. Without this call, account credit pays only invoices that are issued later
 * (R-INV-8). Without an amount, pays as much as is due and the credit covers. 409 if the amount exceeds the amount due
 * or the credit, or if there is no credit.
 */
export function payFromCredit(context: Context, id: string, { amount = null }: CreditApplication): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, id, "pay");
    const { currency, accountId } = invoice;
    if (amount !== null) refuseFaults(paymentAmountFaults(amount, currency));
    const credits = await lockAccountCredit(work.tx, [accountId]);
    const balance = Decimal.of(credits.find((credit) => credit.currency === currency)?.balance ?? "0");
    const due = amountDue(invoice);
    const most = Decimal.min(balance, due);
    const applied = amount === null ? most : Decimal.of(amount);
    if (!most.isPositive() || applied.compare(most) > 0) {
      const [owed, available] = [writtenAmount(due, currency), writtenAmount(balance, currency)];
      const detail = `The amount due is ${owed} and the account has ${available} of account credit. `;
      const rest = most.isPositive() ? `Apply at most ${writtenAmount(most, currency)}.` : "There is nothing to apply.";
      throw new DomainError("state_conflict", detail + rest);
    }
    const row = await applyCredit(work, invoice, applied);
    if (row.status === "paid") {
      await stopCollection(work, row);
      await grantPaidTopUps(work, [row]);
    }
    return toInvoice(row, await findInvoiceLines(work.tx, [id]));
  });
}
