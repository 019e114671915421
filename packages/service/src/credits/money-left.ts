import { Decimal } from "@counterfoil/engine";
import { findMoneyLeft } from "@counterfoil/storage";
import type { Work } from "../context.ts";

/** The money that paid an invoice, less what was given back of it as credit; below zero where more was given than was paid. */
async function moneyOf(work: Work, invoiceId: string): Promise<Decimal> {
  const [left] = await findMoneyLeft(work.tx, [invoiceId]);
  return Decimal.of(left?.money ?? "0");
}

/** Account credit that was given back of an invoice although nobody paid it. Zero or more. */
export async function creditWithoutMoney(work: Work, invoiceId: string): Promise<Decimal> {
  return Decimal.max((await moneyOf(work, invoiceId)).negate(), Decimal.zero);
}

/** The money that paid an invoice and was not given back: payments and account credit. Zero or more. */
export async function moneyLeft(work: Work, invoiceId: string): Promise<Decimal> {
  return Decimal.max(await moneyOf(work, invoiceId), Decimal.zero);
}
