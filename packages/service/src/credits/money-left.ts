import { Decimal } from "@counterfoil/engine";
import { findMoneyLeft, findUnpaidInvoices } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { creditGiven } from "./take-back-credit.ts";

/**
 * The money that paid an invoice, minus what was given back of it as credit. Below zero if more was given back than was
 * paid.
 */
export async function moneyOf(work: Work, invoiceId: string): Promise<Decimal> {
  const [left] = await findMoneyLeft(work.tx, [invoiceId]);
  return Decimal.of(left?.money ?? "0");
}

/** The account credit that was given back from invoices that are still open. It pays them if they are written off. */
export async function creditOfUnpaid(work: Work, accountId: string, currency: string): Promise<Decimal> {
  const unpaid = await findUnpaidInvoices(work.tx, accountId, currency);
  const given = await creditGiven(
    work,
    unpaid.map(({ id }) => id),
  );
  return Decimal.sum(
    unpaid.map(({ id, due }) => Decimal.max(Decimal.min(given.get(id) ?? Decimal.zero, Decimal.of(due)), Decimal.zero)),
  );
}
