import { Decimal } from "@counterfoil/engine";
import {
  findCreditGiven,
  findMoneyLeft,
  findUnpaidInvoices,
  type InvoiceRow,
  lockAccountCredit,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { applyCredit } from "../invoices/apply-credit.ts";
import { amountDue } from "../invoices/invoice-totals.ts";

/** The money that paid an invoice, less what was given back of it as credit; below zero where more was given than was paid. */
export async function moneyOf(work: Work, invoiceId: string): Promise<Decimal> {
  const [left] = await findMoneyLeft(work.tx, [invoiceId]);
  return Decimal.of(left?.money ?? "0");
}

/**
 * Account credit that was given back of an invoice, and is not spent, pays what is due of it: nobody keeps credit for an invoice that
 * will not be paid (R-INV-8). Answers the invoice as it is then.
 */
export async function takeBackCredit(work: Work, invoice: InvoiceRow): Promise<InvoiceRow> {
  const { id, accountId, currency } = invoice;
  const [found] = await findCreditGiven(work.tx, [id]);
  const given = Decimal.of(found?.given ?? "0");
  if (!given.isPositive()) return invoice;
  const credits = await lockAccountCredit(work.tx, [accountId]);
  const balance = Decimal.of(credits.find((one) => one.currency === currency)?.balance ?? "0");
  const amount = Decimal.min(Decimal.min(given, balance), amountDue(invoice));
  return amount.isPositive() ? applyCredit(work, invoice, amount) : invoice;
}

/** The account credit that pays invoices which are still open, should they be given up on: it was given back of them. */
export async function creditOfUnpaid(work: Work, accountId: string, currency: string): Promise<Decimal> {
  const unpaid = await findUnpaidInvoices(work.tx, accountId, currency);
  const given = new Map(
    (
      await findCreditGiven(
        work.tx,
        unpaid.map(({ id }) => id),
      )
    ).map((row) => [row.id, Decimal.of(row.given)]),
  );
  return Decimal.sum(
    unpaid.map(({ id, due }) => Decimal.max(Decimal.min(given.get(id) ?? Decimal.zero, Decimal.of(due)), Decimal.zero)),
  );
}
