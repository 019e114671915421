import { Decimal } from "@counterfoil/engine";
import { findMoneyLeft, findUnpaidInvoices } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { creditGiven } from "./take-back-credit.ts";

/** The money that paid an invoice, less what was given back of it as credit; below zero where more was given than was paid. */
export async function moneyOf(work: Work, invoiceId: string): Promise<Decimal> {
  const [left] = await findMoneyLeft(work.tx, [invoiceId]);
  return Decimal.of(left?.money ?? "0");
}

/** The account credit that pays invoices which are still open, should they be given up on: it was given back of them. */
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
